const STEM_MAX = 80

/** The last part of a path or address, whichever way its slashes lean. */
export const baseName = (path: string) => path.split(/[/\\]/).at(-1) as string

/** The name without its ending, for people: what a picture is called when nobody says. */
export const pictureTitle = (name: string) =>
  baseName(name)
    .replace(/\.[^.]*$/, '')
    .toWellFormed()
    .replaceAll('\0', '')
    .trim()

/** `<id>-<name>.<extension>` in characters that no file system and no address minds. */
export function pictureFileName(id: number, name: string, extension: string): string {
  const stem = pictureTitle(name)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, STEM_MAX)
    .replace(/^-|-$/g, '')
  return `${id}-${stem || 'picture'}.${extension}`
}

/** The id that a file name made here begins with. */
export function pictureIdFromFileName(fileName: string): number | undefined {
  const id = Number(/^(\d{1,10})-/.exec(fileName)?.[1])
  return id >= 1 && id < 2 ** 31 ? id : undefined
}
