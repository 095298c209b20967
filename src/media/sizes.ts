import type { PictureRow } from './store.ts'

/** The box each size fits in; a thumbnail fills its box instead. The names are those WordPress sites know. */
const BOXES = {
  thumbnail: [150, 150],
  medium: [300, 300],
  medium_large: [768, Number.POSITIVE_INFINITY],
  large: [1024, 1024],
  '1536x1536': [1536, 1536],
  '2048x2048': [2048, 2048],
} as const

export type SizeName = keyof typeof BOXES

export interface PictureSize {
  name: SizeName
  /** Pixels. */
  width: number
  height: number
  fileName: string
}

/**
 * The smaller copies a picture has, whether made yet or not: only its own width and height decide.
 * Two of the same measures share one file (a 3:4 portrait is `medium_large` and `large` at 768x1024).
 */
export function pictureSizes(picture: Pick<PictureRow, 'file_name' | 'width' | 'height'>): PictureSize[] {
  const dot = picture.file_name.lastIndexOf('.')
  const [stem, ending] = [picture.file_name.slice(0, dot), picture.file_name.slice(dot)]
  return (Object.keys(BOXES) as SizeName[]).flatMap((name) => {
    const { width, height } = sizeDimensions(name, picture)
    if (width === picture.width && height === picture.height) return []
    return [{ name, width, height, fileName: `${stem}-${width}x${height}${ending}` }]
  })
}

function sizeDimensions(name: SizeName, { width, height }: { width: number; height: number }) {
  const [widthMax, heightMax] = BOXES[name]
  if (isCropped(name)) return { width: Math.min(width, widthMax), height: Math.min(height, heightMax) }
  const scale = Math.min(widthMax / width, heightMax / height, 1)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** Whether a size shows the middle of the picture only. */
export const isCropped = (name: SizeName) => name === 'thumbnail'
