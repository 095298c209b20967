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

/** Values of the `collection` field of audit entries: every collection, and what can be written outside collections. */
export const SUBJECTS = [...COLLECTION_NAMES, 'media', 'settings', 'users', 'application-passwords', 'tokens'] as const
export type Subject = (typeof SUBJECTS)[number]

/** The account, time and origin of an audited write. */
export interface AuditActor {
  /** Null when no account is signed in, as on the command line. */
  accountId: number | null
  login: string
  /** Request id; empty when the write did not come from an HTTP request. */
  requestId: string
  face: Face['name'] | 'cli'
  /** Seconds since 1970-01-01 UTC. */
  now: number
}

/** The write that an audit entry describes. */
export interface AuditedWrite {
  action: Action
  collection: Subject
  id?: number
  /** Language of the texts that were written. */
  language?: string
  /** Names of the fields in the request body, never their values. */
  fields?: readonly string[]
  /** Title of the record at the time of the write. */
  title?: string
}

const TITLE_LENGTH_MAX = 200

/**
 * The statement that inserts an audit entry. Run it in the transaction of the write, so that neither is committed without
 * the other.
 */
export function insertAuditEntry({ accountId, login, requestId, face, now }: AuditActor, deed: AuditedWrite): Sql {
  const { action, collection, id = null, language = '', fields = [], title = '' } = deed
  return sql`INSERT INTO audit
      (at, account_id, login, request_id, face, action, collection, record_id, language, fields, title)
    VALUES (${now}, ${accountId}, ${login}, ${requestId}, ${face}, ${action}, ${collection}, ${id}, ${language},
      ${fields.join()}, ${shortened(title)})`
}

/** Counts code points, so that no surrogate pair is cut in two. */
const shortened = (title: string) =>
  title.length <= TITLE_LENGTH_MAX
    ? title
    : `${Array.from(title)
        .slice(0, TITLE_LENGTH_MAX - 1)
        .join('')}…`
