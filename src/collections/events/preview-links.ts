import { createRandomToken, hashToken } from '../../accounts/random-token.ts'
import { type Reader, sql, type Transaction } from '../../db/database.ts'
import { insertAuditEntry } from '../insert-audit-entries.ts'
import type { Scope } from '../scope.ts'
import type { EventRow } from './event-row.ts'

/** How long a link to a preview is valid, in seconds: 14 days. */
const DRAFT_LINK_SECONDS = 14 * 86_400

/** Maximum number of valid links to the preview of one event; a new link replaces the oldest. */
const LINKS_MAX = 20

type LinkedEvent = Pick<EventRow, 'id' | 'text'>

/**
 * Creates a link with which anybody can see an event that is not published.
 * @returns the token for the address; only its hash is stored
 */
export async function createPreviewLink(scope: Scope<Transaction>, event: LinkedEvent): Promise<string> {
  const { db, caller, now } = scope
  const token = createRandomToken()
  await db.run(sql`DELETE FROM draft_link WHERE expires_at <= ${now} OR hash IN (
    SELECT hash FROM draft_link WHERE event_id = ${event.id} ORDER BY expires_at DESC, hash
    LIMIT 1000 OFFSET ${LINKS_MAX - 1})`)
  await db.run(sql`INSERT INTO draft_link (hash, event_id, account_id, expires_at)
    VALUES (${hashToken(token)}, ${event.id}, ${caller.id}, ${now + DRAFT_LINK_SECONDS})`)
  auditLinks(scope, event)
  return token
}

/** Makes all links to the preview of an event invalid. */
export async function deletePreviewLinksOfEvent(scope: Scope<Transaction>, event: LinkedEvent): Promise<void> {
  await scope.db.run(sql`DELETE FROM draft_link WHERE event_id = ${event.id}`)
  auditLinks(scope, event)
}

const auditLinks = (scope: Scope<Transaction>, { id, text }: LinkedEvent): void =>
  insertAuditEntry(scope, {
    action: 'updated',
    collection: 'events',
    id,
    title: text.title,
    fields: ['draft_link'],
  })

/**
 * The id of the event that a preview link shows; undefined if the link has expired or was ended, or its creator may no
 * longer sign in.
 */
export async function findEventOfPreviewLink(db: Reader, token: string, now: number): Promise<number | undefined> {
  const found = await db.get<{ event_id: number }>(sql`
    SELECT l.event_id FROM draft_link l
      JOIN account a ON a.id = l.account_id JOIN event e ON e.id = l.event_id
    WHERE l.hash = ${hashToken(token)} AND l.expires_at > ${now} AND a.disabled_at IS NULL AND e.status <> 'trash'`)
  return found?.event_id
}
