import { type Caller, hasRight } from '../core/caller.ts'
import { createSemaphore } from '../core/generic/semaphore.ts'
import type { MessageKey } from '../core/messages/index.ts'
import { parseId } from '../core/schema/field-types.ts'
import type { Urls } from '../core/urls.ts'
import type { Reader, Transaction } from '../db/database.ts'
import type { Settings } from '../settings/site-settings.ts'
import type { PictureFetcher } from './fetch-picture.ts'
import { parseFetchUrl } from './fetchable-addresses.ts'
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
 * The image that a write will store: the id of a stored picture (null for no image), or a downloaded picture that is not
 * stored yet.
 */
export type PreparedImage = { id: number | null } | { picture: DownloadedPicture }

type DownloadedPicture = Omit<NewPicture, 'authorId' | 'title' | 'alt' | 'caption' | 'sourceUrl'> & {
  sourceUrl: string
}

/**
 * Parses the field `image`: an id, a URL, or false for no image.
 * @returns undefined for all other values; the caller must handle empty text and null itself
 */
export function readImageReference(value: unknown): ImageReference | undefined {
  if (value === false) return 'none'
  const id = parseId(value)
  if (id !== undefined) return { id }
  const url = typeof value === 'string' ? parseFetchUrl(value.trim()) : undefined
  return url && { url: url.href }
}

/**
 * Checks whether a user may use a picture as the image of a record. Downloads nothing: `prepareImageOfRecord` does that after
 * all other checks have passed.
 * @param urls to recognize URLs of pictures on this server
 * @param now Unix time in seconds
 * @returns the key of the error message when the picture is rejected; undefined when it may be used
 */
export async function checkImageField(
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

/** The part of a request that finds or downloads a picture. */
export interface ImageScope {
  db: Reader
  fetchPicture: PictureFetcher
  /** Called before a download, which may take long: the request then no longer counts as running in its queue. */
  leaveQueue?: () => void
  /** To recognize URLs of pictures on this server. */
  urls: Urls
  site: Pick<Settings, 'picture_credits'>
}

/**
 * Finds the stored picture with the id or URL of a reference, or downloads the picture. Must not be called in a
 * transaction, because a download takes time.
 * @returns undefined when there is no valid picture
 * @throws {CalendarError} `rest_too_busy` when too many downloads are waiting
 */
export async function prepareImageOfRecord(
  { db, fetchPicture, leaveQueue, urls, site }: ImageScope,
  reference: ImageReference,
): Promise<PreparedImage | undefined> {
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

/**
 * How many pictures may be downloaded at the same time. Each download needs up to twice `ORIGINAL_BYTES_MAX` of memory.
 */
export const FETCHES_MAX = 6
/**
 * How many downloads may wait. The write request of a waiting download stays open, but does not count as running.
 */
export const FETCHES_WAITING_MAX = 40
export const FETCH_WAIT_MS = 10_000

/**
 * Runs a function that downloads a picture. The number of simultaneous downloads is limited, because a small request
 * with a URL can need megabytes of memory for the picture.
 */
const limitDownloads = createSemaphore({
  runningMax: FETCHES_MAX,
  waitingMax: FETCHES_WAITING_MAX,
  waitMs: FETCH_WAIT_MS,
})

/**
 * Stores a prepared image if it is a downloaded picture.
 * @param onStored called with the row of the picture if it was stored now, not if it was already stored
 * @returns the id of the picture, or null for no image
 */
export async function storePreparedImage(
  tx: Transaction,
  prepared: PreparedImage,
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
