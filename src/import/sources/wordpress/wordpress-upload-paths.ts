/** Matches the path of an uploaded file in an address of WordPress. */
const UPLOADS = /\/wp-content\/uploads\/[^\s"'<>?#)]+/g

/**
 * Matches what WordPress adds to a file name before the extension: the size of a copy, the mark of a large original, or
 * the time of an edit.
 */
const COPY = /(?:-\d+x\d+|-scaled|-e\d{10,})+(?=\.[a-z\d]+$)/i

/**
 * The path of an uploaded file in an address, from `/wp-content/uploads/`; that of the original for a copy in another size.
 * Undefined for other addresses.
 */
export function wordpressUploadPath(address: string): string | undefined {
  const [path] = address.match(UPLOADS) ?? []
  return path && originalWordpressUploadPath(decoded(path))
}

/** Whether a path is that of an uploaded file. */
export const isWordpressUploadPath = (path: string): boolean => path.startsWith('/wp-content/uploads/')

/** The path of the original of an uploaded file. */
export const originalWordpressUploadPath = (path: string): string => path.replace(COPY, '')

/** The paths of all uploaded files that HTML names, as `wordpressUploadPath` returns them. */
export const findWordpressUploadPaths = (html: string): string[] =>
  [...html.matchAll(UPLOADS)].map(([path]) => originalWordpressUploadPath(decoded(path)))

function decoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
