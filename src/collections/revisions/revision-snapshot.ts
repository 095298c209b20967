import { deflateSync, inflateSync } from 'node:zlib'

/** The values of a record before a write: its columns, its texts, and for a repeated event its rules. */
export type StoredValues = { id: number } & Record<string, unknown>

/** The data that a revision stores. */
export interface RevisionSnapshot {
  row: StoredValues
  /**
   * Links of events before the record was deleted or merged: `events` are the ids of events that had the same links,
   * `ids` the ids of the linked records.
   */
  links?: readonly { ids: readonly number[]; events: readonly number[] }[]
  /** Ids of the categories directly below a category that was deleted or merged. */
  children?: readonly number[]
  /**
   * Set if the record was merged into another one: the id of that record, and the former addresses that redirect to it.
   */
  merged?: { into: number; redirects: readonly string[] }
}

/** JSON with fewer characters is stored uncompressed: compressing it would take a tenth of the time of the write. */
const COMPRESSED_FROM = 2000

/**
 * The columns and texts of a loaded record. Values from other tables are left out: they are loaded again when the
 * revision is read.
 */
export function pickStoredValuesOfRecord(row: object): StoredValues {
  const { text, image, links, dates, next_dates, effects, above, ...stored } = row as Record<string, unknown>
  const { repeat } = stored
  if (repeat) stored.repeat = { ...repeat, texts_json: undefined, links_json: undefined }
  return stored as StoredValues
}

/** Encodes a snapshot as JSON, compressed if it is long. */
export function encodeRevisionSnapshot(snapshot: RevisionSnapshot): Buffer {
  const json = JSON.stringify(snapshot)
  return json.length < COMPRESSED_FROM ? Buffer.from(json) : deflateSync(json, { level: 1 })
}

const BRACE = 0x7b

export function decodeRevisionSnapshot(bytes: Uint8Array): RevisionSnapshot {
  const json = bytes[0] === BRACE ? bytes : inflateSync(bytes)
  return JSON.parse(Buffer.from(json.buffer, json.byteOffset, json.byteLength).toString()) as RevisionSnapshot
}
