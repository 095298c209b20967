import { type Caller, can } from '../core/caller.ts'
import type { MessageKey } from '../core/messages/index.ts'
import { parseId } from '../core/schema/schema.ts'
import { createSemaphore } from '../core/semaphore.ts'
import type { Urls } from '../core/urls.ts'
import type { Reader, Transaction } from '../db/database.ts'
import type { PictureFetcher } from './fetch.ts'
import { parseFetchUrl } from './fetch-policy.ts'
import {
  findPicture,
  type NewPicture,
  type PictureRow,
  pictureByFileName,
  pictureBySource,
  storePicture,
} from './store.ts'
import { validatePicture } from './validation.ts'
import { isPictureVisible } from './visibility.ts'

/** What the `image` of a body may say. */
export type ImageReference = { id: number } | { url: string } | 'none'

/** A reference made good: the id to write (null for no image), or a picture yet to be stored. */
export type PreparedImage = { id: number | null } | { picture: DownloadedPicture }

type DownloadedPicture = Omit<NewPicture, 'authorId' | 'title' | 'alt' | 'sourceUrl'> & { sourceUrl: string }

/** Undefined when the value is none of them. What empty text and null mean is the resource's to say. */
export function readImageReference(value: unknown): ImageReference | undefined {
  if (value === false) return 'none'
  const id = parseId(value)
  if (id !== undefined) return { id }
  const url = typeof value === 'string' ? parseFetchUrl(value.trim()) : undefined
  return url && { url: url.href }
}

/**
 * Why this caller may not refer to this, if so. Nothing is fetched: whether a foreign address holds a picture is found
 * out when everything else is permitted.
 * @param urls with them, the address of a picture kept here is known and means that picture
 * @param now  seconds since 1970-01-01 UTC
 */
export async function checkImage(
  db: Reader,
  caller: Caller,
  reference: ImageReference,
  urls: Urls,
  now: number,
): Promise<MessageKey | undefined> {
  if (reference === 'none') return undefined
  const named = await namedPicture(db, reference, urls)
  // One that is hidden from the caller is as good as none.
  if (named) return (await isPictureVisible(db, caller, now, named)) ? undefined : 'reason.image'
  if ('id' in reference) return 'reason.image'
  return can(caller, 'media:upload') ? undefined : 'reason.image-right'
}

/**
 * Fetches what is not known yet, so it belongs outside of any transaction.
 * @param urls as for `checkImage`
 * @returns undefined when there is no picture
 * @throws {CalendarError} `rest_too_busy` when too many pictures are fetched
 */
export async function prepareImage(
  db: Reader,
  reference: ImageReference,
  fetchPicture: PictureFetcher,
  urls: Urls,
): Promise<PreparedImage | undefined> {
  if (reference === 'none') return { id: null }
  const named = await namedPicture(db, reference, urls)
  if (named || 'id' in reference) return named && { id: named.id }
  const known = await pictureBySource(db, reference.url)
  if (known) return { id: known.id }
  return inTurn(async () => {
    const fetched = await fetchPicture(reference.url)
    const inspected = fetched && (await validatePicture(fetched.bytes))
    return inspected && { picture: { ...fetched, ...inspected, sourceUrl: reference.url } }
  })
}

/** Pictures that are fetched and looked at together: each may be as large as an original may be, and twice that for a moment. */
export const FETCHES_MAX = 6
/** Others that wait for their turn. Their writes have theirs meanwhile, so these must leave room for the writes of others. */
export const FETCHES_WAITING_MAX = 40
export const FETCH_WAIT_MS = 10_000

/** An address is sent in a moment, and what it leads to takes megabytes of memory. */
const inTurn = createSemaphore({ runningMax: FETCHES_MAX, waitingMax: FETCHES_WAITING_MAX, waitMs: FETCH_WAIT_MS })

/** @param onStored called when the picture is a new one @returns the id to write, null for no image */
export async function storePreparedImage(
  tx: Transaction,
  prepared: PreparedImage,
  authorId: number,
  now: number,
  onStored: (picture: PictureRow) => void = () => {},
): Promise<number | null> {
  if ('id' in prepared) return prepared.id
  // Another request may have fetched the same address meanwhile.
  const known = await pictureBySource(tx, prepared.picture.sourceUrl)
  if (known) return known.id
  const stored = await storePicture(tx, { ...prepared.picture, authorId }, now)
  onStored(stored)
  return stored.id
}

/** The picture that a reference names by itself: by its id, or by the address this server gave it. */
async function namedPicture(
  db: Reader,
  reference: { id: number } | { url: string },
  urls: Urls | undefined,
): Promise<PictureRow | undefined> {
  if ('id' in reference) return findPicture(db, reference.id)
  const ours = urls?.picture('')
  if (!ours || !reference.url.startsWith(ours)) return undefined
  return (await pictureByFileName(db, reference.url.slice(ours.length)))?.picture
}
