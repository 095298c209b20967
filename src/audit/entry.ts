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
] as const
export type Action = (typeof ACTIONS)[number]

/** Values of the field `collection` of audit entries: all API collections, and other things that can be written. */
export const SUBJECTS = [...COLLECTION_NAMES, 'media', 'settings', 'users', 'application-passwords', 'tokens'] as const
export type Subject = (typeof SUBJECTS)[number]

/** Who made an audited write, when, and with which HTTP request. */
export interface AuditActor {
  /** The account; null when nobody is signed in, as on the command line. */
  accountId: number | null
  login: string
  /** The id of the HTTP request; empty when the write did not come from one. */
  requestId: string
  face: Face['name'] | 'cli'
  /** When the write was made: Unix time in seconds. */
  now: number
}

/** The write that an audit entry is about. */
export interface AuditedWrite {
  action: Action
  collection: Subject
  id?: number
  /** The language of the texts that were written. */
  language?: string
  /** Names of the fields in the request body; the audit log never contains their values. */
  fields?: readonly string[]
  /** The title of the record at the time of the write, for when it is changed or deleted later. */
  title?: string
}

const TITLE_LENGTH_MAX = 200

/**
 * The statement that inserts an audit entry. Run it in the same transaction as the write, so that both are committed or
 * neither is.
 */
export function insertAuditEntry({ accountId, login, requestId, face, now }: AuditActor, write: AuditedWrite): Sql {
  const { action, collection, id = null, language = '', fields = [], title = '' } = write
  return sql`INSERT INTO audit
      (at, account_id, login, request_id, face, action, collection, record_id, language, fields, title)
    VALUES (${now}, ${accountId}, ${login}, ${requestId}, ${face}, ${action}, ${collection}, ${id}, ${language},
      ${fields.join()}, ${shortened(title)})`
}

/** Counts code points instead of UTF-16 units, so that no surrogate pair is cut in two. */
const shortened = (title: string) =>
  title.length <= TITLE_LENGTH_MAX
    ? title
    : `${Array.from(title)
        .slice(0, TITLE_LENGTH_MAX - 1)
        .join('')}…`
