import { FOCUS_POINTS, type FocusPoint } from './picture-texts.ts'

/**
 * The picture sizes, with the names of WordPress, and their maximum width and height in pixels. Only the size
 * `thumbnail` is cropped to exactly this width and height.
 */
const BOXES = {
  thumbnail: [150, 150],
  medium: [300, 300],
  medium_large: [768, Number.POSITIVE_INFINITY],
  large: [1024, 1024],
  '1536x1536': [1536, 1536],
  '2048x2048': [2048, 2048],
} as const

/** The columns of the table `picture` from which the sizes of a picture are computed. */
interface OriginalPicture {
  file_name: string
  width: number
  height: number
  focus: FocusPoint
}

export type SizeName = keyof typeof BOXES

export interface PictureSize {
  name: SizeName
  /** Width in pixels; `height` has the same unit. */
  width: number
  height: number
  fileName: string
  /** The part of the picture that a cropped size shows. */
  focus: FocusPoint
  /** The format of the file, if it is not that of the original. */
  format?: 'avif'
}

/**
 * The sizes of a picture that are smaller than the original, computed from its width and height. Their files may not
 * exist yet. Two sizes with equal dimensions share one file (a 3:4 portrait has 768x1024 as both `medium_large` and
 * `large`).
 */
export function pictureSizes(picture: OriginalPicture): PictureSize[] {
  const dot = picture.file_name.lastIndexOf('.')
  const [stem, ending] = [picture.file_name.slice(0, dot), picture.file_name.slice(dot)]
  return (Object.keys(BOXES) as SizeName[]).flatMap((name) => {
    const { width, height } = sizeDimensions(name, picture)
    if (width === picture.width && height === picture.height) return []
    const { focus } = picture
    const crop = isCroppedPictureSize(name) && focus !== 'center' ? `-${focus}` : ''
    return [{ name, width, height, focus, fileName: `${stem}-${width}x${height}${crop}${ending}` }]
  })
}

/**
 * The sizes of a JPEG or PNG as AVIF, which needs less than half the bytes: the smaller sizes that show the whole
 * picture and, unless it is very wide, the size of the original. Pages use them (decision 0089); the API lists only
 * `pictureSizes`.
 */
export function avifSizesOfPicture(picture: OriginalPicture): PictureSize[] {
  const [, stem, ending] = /^(.*)\.(\w+)$/.exec(picture.file_name) ?? []
  if (ending !== 'jpg' && ending !== 'png') return []
  const { width, height, focus } = picture
  const whole: Omit<PictureSize, 'fileName'> = { name: '2048x2048', width, height, focus }
  return [...pictureSizes(picture), ...(width > AVIF_WIDTH_MAX ? [] : [whole])]
    .filter(({ name }) => !isCroppedPictureSize(name))
    .map((size) => ({ ...size, fileName: `${stem}-${size.width}x${size.height}.avif`, format: 'avif' }))
}

const AVIF_WIDTH_MAX = BOXES['2048x2048'][0]

/**
 * All resized copies that a picture may have, for its present focus point and for all others: the copy for an earlier
 * focus point stays available, because other sites may refer to its address.
 */
export const allResizedCopiesOfPicture = (picture: OriginalPicture): PictureSize[] => [
  ...FOCUS_POINTS.flatMap((focus) => pictureSizes({ ...picture, focus })),
  ...avifSizesOfPicture(picture),
]

function sizeDimensions(name: SizeName, { width, height }: { width: number; height: number }) {
  const [widthMax, heightMax] = BOXES[name]
  if (isCroppedPictureSize(name)) return { width: Math.min(width, widthMax), height: Math.min(height, heightMax) }
  const scale = Math.min(widthMax / width, heightMax / height, 1)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** Whether a resized copy with this size name shows only a part of the original. */
export const isCroppedPictureSize = (name: SizeName) => name === 'thumbnail'
