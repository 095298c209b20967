import type { Face } from '../core/faces.ts'
import { COLLECTION_NAMES } from '../core/kinds.ts'
import { type Sql, sql } from '../db/database.ts'

export const ACTIONS = [
  'created',
  'updated',
  'trashed',
  'restored',
  'deleted',
  'translated',
  'translation-removed',
  'imported',
  'anonymized',
  'reverted',
  'merged',
] as const
export type Action = (typeof ACTIONS)[number]

/**
 * Values of the field `collection` of audit entries: all API collections, and the other kinds of data whose writes are
 * audited.
 */
export const SUBJECTS = [
  ...COLLECTION_NAMES,
  'media',
  'settings',
  'users',
  'application-passwords',
  'tokens',
  'submissions',
  'subscriptions',
  'submission-keys',
] as const
export type Subject = (typeof SUBJECTS)[number]

/** The account that made an audited write, the time, and the id of the HTTP request. */
export interface AuditActor {
  /** The id of the account that made the write; null for writes from the command line, which have no account. */
  accountId: number | null
  login: string
  /** The id of the HTTP request that made the write; empty when the write did not come from a request. */
  requestId: string
  /** Where the write came from: a face (published form) of the API, the command line, or the pages below `/admin`. */
  face: Face['name'] | 'cli' | 'admin'
  /** When the write was made: Unix time in seconds. */
  now: number
}

/** The write that an audit entry describes. */
export interface AuditedWrite {
  action: Action
  collection: Subject
  id?: number
  /** The language of the texts that the write changed. */
  language?: string
  /** Names of the fields in the request body; the audit log never contains their values. */
  fields?: readonly string[]
  /** The title of the record at the time of the write, because the record may be renamed or deleted later. */
  title?: string
}

const TITLE_LENGTH_MAX = 200

/**
 * The SQL statement that inserts an audit entry. Run it in the same transaction as the audited write, so that both are
 * committed or neither is.
 */
export function buildAuditEntryInsert(
  { accountId, login, requestId, face, now }: AuditActor,
  write: AuditedWrite,
): Sql {
  const { action, collection, id = null, language = '', fields = [], title = '' } = write
  return sql`INSERT INTO audit
      (at, account_id, login, request_id, face, action, collection, record_id, language, fields, title)
    VALUES (${now}, ${accountId}, ${login}, ${requestId}, ${face}, ${action}, ${collection}, ${id}, ${language},
      ${fields.join()}, ${shortened(title)})`
}

/**
 * Shortens a title to the maximum length. Counts code points instead of UTF-16 units, so that no surrogate pair is
 * split.
 */
const shortened = (title: string) =>
  title.length <= TITLE_LENGTH_MAX
    ? title
    : `${Array.from(title)
        .slice(0, TITLE_LENGTH_MAX - 1)
        .join('')}…`
