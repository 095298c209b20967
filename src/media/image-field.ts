import { type Caller, hasRight } from '../core/caller.ts'
import { createSemaphore } from '../core/generic/semaphore.ts'
import type { MessageKey } from '../core/messages/index.ts'
import { parseId } from '../core/schema/field-types.ts'
import type { Urls } from '../core/urls.ts'
import type { Reader, Transaction } from '../db/database.ts'
import type { Settings } from '../settings/site-settings.ts'
import type { PictureFetcher } from './fetch-picture.ts'
import { parseUrlOfPictureToFetch } from './fetchable-addresses.ts'
import { sanitizePicture } from './metadata/sanitize-picture.ts'
import {
  findPicture,
  findPictureByFileName,
  findPictureBySourceUrl,
  type NewPicture,
  type PictureRow,
  storePicture,
} from './picture-store.ts'
import { isPictureVisible } from './picture-visibility.ts'

/** The parsed field `image` of a request: the id of a picture, the URL of a picture, or `none` for no image. */
export type ImageReference = { id: number } | { url: string } | 'none'

/**
 * The image that a write will store: the id of a stored picture (null for no image), or a downloaded picture that is
 * not stored yet.
 */
export type FoundOrDownloadedImage = { id: number | null } | { picture: DownloadedPicture }

type DownloadedPicture = Omit<NewPicture, 'authorId' | 'title' | 'alt' | 'caption' | 'sourceUrl'> & {
  sourceUrl: string
}

/**
 * Parses the value of the field `image`: an id, a URL, or false for no image.
 * @returns undefined for all other values, including empty text and null, which callers handle themselves
 */
export function parseImageReference(value: unknown): ImageReference | undefined {
  if (value === false) return 'none'
  const id = parseId(value)
  if (id !== undefined) return { id }
  const url = typeof value === 'string' ? parseUrlOfPictureToFetch(value.trim()) : undefined
  return url && { url: url.href }
}

/**
 * Checks whether the caller may use a picture as the image of a record. Downloads nothing:
 * `findOrDownloadReferencedImage` does that after all other checks.
 * @param urls for recognizing URLs of pictures on this server
 * @param now Unix time in seconds
 * @returns the key of the error message if the picture is refused; undefined if it may be used
 */
export async function checkReferencedImage(
  db: Reader,
  caller: Caller,
  reference: ImageReference,
  urls: Urls,
  now: number,
): Promise<MessageKey | undefined> {
  if (reference === 'none') return undefined
  if ('url' in reference && !hasRight(caller, 'media:upload')) return 'reason.image-right'
  const referenced = await findReferencedPicture(db, reference, urls)
  // A picture that the user may not see gets the same error as one that does not exist.
  if (referenced) return (await isPictureVisible(db, caller, now, referenced.id)) ? undefined : 'reason.image'
  return 'id' in reference ? 'reason.image' : undefined
}

/** The part of a request scope with which a picture is found or downloaded. */
export interface ImageScope {
  db: Reader
  fetchPicture: PictureFetcher
  /**
   * Called before a download, which may take long. From then on the request does not count as running, so that its
   * queue starts the next one.
   */
  leaveQueue?: () => void
  /** For recognizing URLs of pictures on this server. */
  urls: Urls
  site: Pick<Settings, 'picture_credits'>
}

/**
 * Finds the stored picture to which a reference refers by id or URL, or downloads the picture. Must not be called in a
 * transaction, because a download takes long.
 * @returns undefined if there is no valid picture
 * @throws {CalendarError} `rest_too_busy` if too many downloads are waiting
 */
export async function findOrDownloadReferencedImage(
  { db, fetchPicture, leaveQueue, urls, site }: ImageScope,
  reference: ImageReference,
): Promise<FoundOrDownloadedImage | undefined> {
  if (reference === 'none') return { id: null }
  const referenced = await findReferencedPicture(db, reference, urls)
  if (referenced || 'id' in reference) return referenced && { id: referenced.id }
  const existing = await findPictureBySourceUrl(db, reference.url)
  if (existing) return { id: existing.id }
  leaveQueue?.()
  return limitDownloads(async () => {
    const fetched = await fetchPicture(reference.url)
    const sanitized = fetched && (await sanitizePicture(fetched.bytes, { withCredit: site.picture_credits }))
    return sanitized && { picture: { ...fetched, ...sanitized, sourceUrl: reference.url } }
  })
}

/** Maximum number of simultaneous downloads of pictures. Each needs memory of up to twice `ORIGINAL_BYTES_MAX`. */
export const FETCHES_MAX = 6
/**
 * Maximum number of downloads that wait for others. The write request of a waiting download stays open, but does not
 * count as running.
 */
export const FETCHES_WAITING_MAX = 40
export const FETCH_WAIT_MS = 10_000

/**
 * Runs a function that downloads a picture when fewer than `FETCHES_MAX` are running. Downloads are limited, because a
 * small request with a URL can need megabytes of memory.
 */
const limitDownloads = createSemaphore({
  runningMax: FETCHES_MAX,
  waitingMax: FETCHES_WAITING_MAX,
  waitMs: FETCH_WAIT_MS,
})

/**
 * Stores a prepared image, unless it is a stored picture or none.
 * @param onStored called with the row of a picture that was stored now
 * @returns the id of the picture; null for no image
 */
export async function storeImageIfDownloaded(
  tx: Transaction,
  prepared: FoundOrDownloadedImage,
  authorId: number,
  now: number,
  onStored: (picture: PictureRow) => void = () => {},
): Promise<number | null> {
  if ('id' in prepared) return prepared.id
  // During the download, another request may have stored the picture with the same URL.
  const existing = await findPictureBySourceUrl(tx, prepared.picture.sourceUrl)
  if (existing) return existing.id
  const stored = await storePicture(tx, { ...prepared.picture, authorId }, now)
  onStored(stored)
  return stored.id
}

/** Finds a stored picture by its id or by its URL on this server; undefined when it does not exist. */
async function findReferencedPicture(
  db: Reader,
  reference: { id: number } | { url: string },
  urls: Urls | undefined,
): Promise<PictureRow | undefined> {
  if ('id' in reference) return findPicture(db, reference.id)
  const ownPrefix = urls?.picture('')
  if (!ownPrefix || !reference.url.startsWith(ownPrefix)) return undefined
  return (await findPictureByFileName(db, reference.url.slice(ownPrefix.length)))?.picture
}
