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

/** What the audit log records writes to: the collections, and what is not a collection. */
export const SUBJECTS = [...COLLECTION_NAMES, 'media', 'settings', 'users', 'application-passwords', 'tokens'] as const
export type Subject = (typeof SUBJECTS)[number]

/** Who writes, when and from where. */
export interface AuditActor {
  /** Null: nobody with an account. */
  accountId: number | null
  login: string
  /** Empty where there is none. */
  requestId: string
  face: Face['name'] | 'cli'
  /** Seconds since 1970-01-01 UTC. */
  now: number
}

/** What was written. */
export interface AuditedWrite {
  action: Action
  collection: Subject
  id?: number
  /** Of the texts that were written. */
  language?: string
  /** Names of what was sent, never values. */
  fields?: readonly string[]
  /** What people know it by, then. */
  title?: string
}

const TITLE_LENGTH_MAX = 200

/** The entry of a write, which belongs into its transaction: one is there exactly when the other is. */
export function insertAuditEntry({ accountId, login, requestId, face, now }: AuditActor, deed: AuditedWrite): Sql {
  const { action, collection, id = null, language = '', fields = [], title = '' } = deed
  return sql`INSERT INTO audit
      (at, account_id, login, request_id, face, action, collection, record_id, language, fields, title)
    VALUES (${now}, ${accountId}, ${login}, ${requestId}, ${face}, ${action}, ${collection}, ${id}, ${language},
      ${fields.join()}, ${shortened(title)})`
}

/** By whole characters. */
const shortened = (title: string) =>
  title.length <= TITLE_LENGTH_MAX
    ? title
    : `${Array.from(title)
        .slice(0, TITLE_LENGTH_MAX - 1)
        .join('')}…`
