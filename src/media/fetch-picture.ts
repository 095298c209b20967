import type { IncomingMessage } from 'node:http'
import { parseUrlOfPictureToFetch } from './fetchable-addresses.ts'
import { lastPathSegment } from './picture-file-name.ts'
import { decodeResponseBody, type GuardOptions, requestPublicAddress } from './request-public-address.ts'
import { ORIGINAL_BYTES_MAX } from './validate-picture.ts'

const REDIRECTS_MAX = 3
/** Time limit in milliseconds for the download of a picture. */
export const PICTURE_TIMEOUT_MS = 10_000

export interface FetchedPicture {
  bytes: Buffer
  /** The file name at the end of the picture's URL; may be empty. */
  name: string
}

/**
 * A function that downloads the picture at a URL: `fetchPicture` with its options already set.
 * @param totalTimeoutMs a shorter time limit than `PICTURE_TIMEOUT_MS`
 */
export type PictureFetcher = (url: string, totalTimeoutMs?: number) => Promise<FetchedPicture | undefined>

export const createPictureFetcher =
  (options: GuardOptions): PictureFetcher =>
  (url, totalTimeoutMs) =>
    fetchPicture(url, { ...options, ...(totalTimeoutMs && { totalTimeoutMs }) })

export interface FetchOptions extends GuardOptions {
  /** Called with the reason when a picture could not be downloaded, for the log. */
  onFailure?: (why: string) => void
  /**
   * Time limit in milliseconds for the whole download, from the first DNS query to the last byte, including redirects.
   */
  totalTimeoutMs?: number
}

/**
 * Downloads the picture at an http or https URL. Whether the content is a picture is not checked.
 * @returns undefined when the download fails; never rejects
 */
export async function fetchPicture(url: string, options: FetchOptions): Promise<FetchedPicture | undefined> {
  try {
    const signal = AbortSignal.timeout(options.totalTimeoutMs ?? PICTURE_TIMEOUT_MS)
    return { bytes: await fetchFollowingRedirects(url, options, signal), name: fileNameInUrl(url) }
  } catch (error) {
    options.onFailure?.(error instanceof Error ? error.message : String(error))
    return undefined
  }
}

async function fetchFollowingRedirects(address: string, options: FetchOptions, signal: AbortSignal): Promise<Buffer> {
  let url = parseUrlOfPictureToFetch(address)
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
    if (!url) throw new Error('this URL may not be fetched')
    const response = await requestPublicAddress(url, options, { Accept: 'image/*' }, signal)
    try {
      const { statusCode = 0, headers } = response
      if (![301, 302, 303, 307, 308].includes(statusCode)) return await readPicture(response)
      url = parseUrlOfPictureToFetch(headers.location ?? '', url)
    } finally {
      response.destroy()
    }
  }
  throw new Error('too many redirects')
}

async function readPicture(response: IncomingMessage): Promise<Buffer> {
  const { statusCode, headers } = response
  if (statusCode !== 200) throw new Error(`the response status is ${statusCode}, not 200`)
  const type = headers['content-type'] ?? ''
  if (!/^image\//i.test(type)) throw new Error(`the content type of the response is "${type}", not image/*`)
  checkSize(Number(headers['content-length'] ?? 0))
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of decodeResponseBody(response)) {
    size += chunk.length
    checkSize(size)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function checkSize(bytes: number): void {
  if (bytes > ORIGINAL_BYTES_MAX) throw new Error('the picture is too large')
}

function fileNameInUrl(url: string): string {
  const name = lastPathSegment(new URL(url).pathname)
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
