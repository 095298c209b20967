import { foldTextForSearch } from '../core/text/fold-text.ts'

const STEM_MAX = 80

/** The last part of a path or URL, after the last slash or backslash. */
export const lastPathSegment = (path: string) => path.split(/[/\\]/).at(-1) as string

/** The default title of a picture: its file name without the extension. */
export const titleFromPictureFileName = (name: string) =>
  lastPathSegment(name)
    .replace(/\.[^.]*$/, '')
    .toWellFormed()
    .replaceAll('\0', '')
    .trim()

/**
 * The file name under which a picture is stored, `<id>-<name>.<extension>`, in characters that are valid in all file systems
 * and URLs.
 */
export function pictureFileName(id: number, name: string, extension: string): string {
  const stem = foldTextForSearch(titleFromPictureFileName(name))
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, STEM_MAX)
    .replace(/^-|-$/g, '')
  return `${id}-${stem || 'picture'}.${extension}`
}

/**
 * The id of a picture from a file name made by `pictureFileName`; undefined if the file name does not begin with an id.
 */
export function pictureIdFromFileName(fileName: string): number | undefined {
  const id = Number(/^(\d{1,10})-/.exec(fileName)?.[1])
  return id >= 1 && id < 2 ** 31 ? id : undefined
}
