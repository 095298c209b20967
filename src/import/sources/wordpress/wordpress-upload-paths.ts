/** Matches the path of an uploaded file in an address of WordPress. */
const UPLOADS = /\/wp-content\/uploads\/[^\s"'<>?#)]+/g

/**
 * Matches what WordPress inserts before the extension of a file name: the size of a copy (`-300x200`), the mark of a
 * reduced original (`-scaled`), or the time of an edit.
 */
const COPY = /(?:-\d+x\d+|-scaled|-e\d{10,})+(?=\.[a-z\d]+$)/i

/**
 * The path of an uploaded file in an address, from `/wp-content/uploads/` on. For a copy in another size, the path of
 * the original. Undefined if the address is not that of an uploaded file.
 */
export function uploadPathInWordpressAddress(address: string): string | undefined {
  const [path] = address.match(UPLOADS) ?? []
  return path && originalWordpressUploadPath(decoded(path))
}

/** Whether a path is that of an uploaded file of WordPress. */
export const isWordpressUploadPath = (path: string): boolean => path.startsWith('/wp-content/uploads/')

/** The path of the original from the path of a copy in another size. */
export const originalWordpressUploadPath = (path: string): string => path.replace(COPY, '')

/** Finds the paths of all uploaded files of WordPress to which HTML refers, as `uploadPathInWordpressAddress` returns them. */
export const findWordpressUploadPathsInHtml = (html: string): string[] =>
  [...html.matchAll(UPLOADS)].map(([path]) => originalWordpressUploadPath(decoded(path)))

function decoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
