import { createHash } from 'node:crypto'
import { createRandomToken, hashToken } from '../accounts/random-token.ts'
import { insertAuditEntry } from '../collections/insert-audit-entries.ts'
import type { Scope } from '../collections/scope.ts'
import { CalendarError } from '../core/errors.ts'
import { isLanguage, type Language } from '../core/language.ts'
import { type Reader, type Sql, sql, type Transaction } from '../db/database.ts'
import { deleteSubmittedPicture, type SubmittedPicture, storeSubmittedPicture } from './submitted-pictures.ts'

/**
 * The states of a submission. `unconfirmed`: the sender has not confirmed the e-mail address, and no editor sees the
 * submission. `waiting`: an editor must decide. `question`: the sender must answer a question. The other states are
 * decisions.
 */
export const SUBMISSION_STATES = ['unconfirmed', 'waiting', 'question', 'accepted', 'refused', 'spam'] as const
export type SubmissionState = (typeof SUBMISSION_STATES)[number]

/** The states of the submissions that editors see. */
export const SUBMISSION_STATES_SHOWN_TO_EDITORS = SUBMISSION_STATES.filter((state) => state !== 'unconfirmed')

/** Fields of an event, as in a request of the native API that creates it. */
export type SubmittedFields = Readonly<Record<string, unknown>>

export interface Sender {
  name: string
  /** E-mail address of the sender. */
  email: string
  /** A message from the sender to the editors. */
  message: string
}

export interface Submission extends Sender {
  id: number
  state: SubmissionState
  language: Language
  title: string
  fields: SubmittedFields
  sent_at: number
  decided_at: number | null
  reason: string
  event_id: number | null
  /** The name of the key with which a form on another site has sent the submission; null for the form at `/submit/`. */
  site: string | null
}

interface Row extends Omit<Submission, 'fields' | 'language'> {
  fields: string
  language: string
}

const COLUMNS = sql`id, state, language, title, fields, sender_name AS name, sender_email AS email, message, sent_at,
  decided_at, reason, event_id, (SELECT k.name FROM submission_key k WHERE k.id = submission_key_id) AS site`

const submissionOf = (row: Row): Submission => ({
  ...row,
  language: isLanguage(row.language) ? row.language : 'en',
  fields: JSON.parse(row.fields) as SubmittedFields,
})

export interface NewSubmission {
  fields: SubmittedFields
  sender: Sender
  /** Random part of the form's hidden text, by which a form that is sent twice is recognized. */
  nonce: string
  networkHash: string
  /** Id of the key with which a form on another site has sent the submission. */
  keyId?: number | undefined
  state: 'unconfirmed' | 'waiting'
}

/** Stores a submission. @returns its token, of which only the hash is stored */
export async function insertSubmission(scope: Scope<Transaction>, sent: NewSubmission): Promise<string> {
  const { fields, sender, nonce, networkHash, keyId = null, state } = sent
  const token = createRandomToken()
  const { title, start } = headingOf(fields)
  const row = await scope.db.get<{
    id: number
  }>(sql`INSERT INTO submission (token_hash, form_nonce, state, language, title,
      start_date, fields, content_hash, sender_name, sender_email, message, network_hash, submission_key_id, sent_at)
    VALUES (${hashToken(token)}, ${nonce}, ${state}, ${scope.language}, ${title}, ${start}, ${JSON.stringify(fields)},
      ${hashToFindDuplicateSubmissions(fields)}, ${sender.name}, ${sender.email}, ${sender.message}, ${networkHash}, ${keyId}, ${scope.now})
    RETURNING id`)
  recordChange(scope, 'created', { id: row?.id as number, title })
  return token
}

const headingOf = ({ title, start_date: start }: SubmittedFields) => ({ title: String(title), start: String(start) })

/**
 * A hash that is equal for submissions of the same event: those with equal title, start and venue, apart from case and
 * spaces.
 */
export const hashToFindDuplicateSubmissions = ({ title, start_date: start, venue = '' }: SubmittedFields) =>
  createHash('sha256')
    .update(JSON.stringify([title, start, venue]).toLowerCase().replace(/\s+/g, ''))
    .digest('base64url')

const recordChange = (
  scope: Scope<Transaction>,
  action: 'created' | 'updated' | 'deleted',
  { id, title }: { id: number; title: string },
  fields: readonly string[] = [],
) => insertAuditEntry(scope, { action, collection: 'submissions', id, title, fields })

/** Finds a submission by its token, which is part of the secret link for the sender. */
export const findSubmissionByToken = async (db: Reader, token: string): Promise<Submission | undefined> =>
  firstOf(await db.all<Row>(sql`SELECT ${COLUMNS} FROM submission WHERE token_hash = ${hashToken(token)}`))

/**
 * Finds a submission by its id; undefined if its sender has not confirmed the e-mail address, because editors must not
 * see it.
 */
export const findSubmission = async (db: Reader, id: number): Promise<Submission | undefined> =>
  firstOf(await db.all<Row>(sql`SELECT ${COLUMNS} FROM submission WHERE id = ${id} AND state <> 'unconfirmed'`))

const firstOf = ([row]: readonly Row[]) => row && submissionOf(row)

/**
 * Lists submissions in one state: those that wait for an editor in the order of their arrival, decided ones newest
 * first.
 */
export async function listSubmissions(
  db: Reader,
  state: SubmissionState,
  { limit, offset }: { limit: number; offset: number },
): Promise<Submission[]> {
  const order = state === 'waiting' || state === 'question' ? sql`id` : sql`decided_at DESC, id DESC`
  const rows = await db.all<Row>(
    sql`SELECT ${COLUMNS} FROM submission WHERE state = ${state} ORDER BY ${order}
      LIMIT ${limit} OFFSET ${offset}`,
  )
  return rows.map(submissionOf)
}

/** Counts the submissions in each state. */
export async function countSubmissionsByState(db: Reader): Promise<Partial<Record<SubmissionState, number>>> {
  const rows = await db.all<{ state: SubmissionState; count: number }>(
    sql`SELECT state, COUNT(*) AS count FROM submission GROUP BY state`,
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

/**
 * Counts the submissions that arrived since a time and that editors see, whether decided or not.
 * @param since Unix time in seconds
 */
export async function countConfirmedSubmissionsSince(db: Reader, since: number): Promise<number> {
  const row = await db.get<{ count: number }>(
    sql`SELECT COUNT(*) AS count FROM submission WHERE sent_at >= ${since} AND state <> 'unconfirmed'`,
  )
  return row?.count ?? 0
}

/** Changes a submission if it is in one of the given states. @throws {CalendarError} 409 if it is in another state */
async function changeFrom(
  tx: Transaction,
  id: number,
  states: readonly SubmissionState[],
  changes: Sql,
): Promise<void> {
  const count = await tx.run(
    sql`UPDATE submission SET ${changes} WHERE id = ${id} AND ${tx.dialect.inList(sql`state`, states as string[])}`,
  )
  if (count === 0) throw new CalendarError('submission-decided')
}

/** The states in which the sender can change or withdraw a submission, and an editor can decide about it. */
const OPEN_STATES: readonly SubmissionState[] = ['waiting', 'question']

/** Confirms the address of the sender. From then on editors see the submission. */
export async function confirmSenderAddressOfSubmission(
  scope: Scope<Transaction>,
  submission: Submission,
): Promise<void> {
  await changeFrom(scope.db, submission.id, ['unconfirmed'], sql`state = 'waiting', sent_at = ${scope.now}`)
  recordChange(scope, 'updated', submission, ['state'])
}

/**
 * Replaces the fields of a submission by new ones of the sender. If an editor had asked a question, the submission
 * waits for an editor again.
 */
export async function replaceSubmittedFields(
  scope: Scope<Transaction>,
  submission: Submission,
  { fields, message }: { fields: SubmittedFields; message: string },
): Promise<void> {
  const { title, start } = headingOf(fields)
  await changeFrom(
    scope.db,
    submission.id,
    OPEN_STATES,
    sql`state = 'waiting', title = ${title}, start_date = ${start}, fields = ${JSON.stringify(fields)},
      content_hash = ${hashToFindDuplicateSubmissions(fields)}, message = ${message}`,
  )
  recordChange(scope, 'updated', { id: submission.id, title }, Object.keys(fields))
}

/**
 * Stores the decision of an editor about a submission.
 * @param eventId id of the event that was made of an accepted submission
 */
export async function storeSubmissionDecision(
  scope: Scope<Transaction>,
  submission: Submission,
  { state, reason, eventId = null }: { state: SubmissionState; reason: string; eventId?: number | null },
): Promise<void> {
  await changeFrom(
    scope.db,
    submission.id,
    OPEN_STATES,
    sql`state = ${state}, reason = ${reason}, decided_at = ${scope.now}, event_id = ${eventId}`,
  )
  if (state !== 'question') await deleteSubmittedPicture(scope.db, submission.id)
  recordChange(scope, 'updated', submission, [state])
}

/** Stores a picture that the sender has uploaded for a submission. @throws {CalendarError} 409 after a decision */
export async function addPictureToSubmission(
  scope: Scope<Transaction>,
  submission: Submission,
  picture: SubmittedPicture,
): Promise<void> {
  await changeFrom(scope.db, submission.id, OPEN_STATES, sql`state = 'waiting'`)
  await storeSubmittedPicture(scope.db, submission.id, picture)
  recordChange(scope, 'updated', submission, ['picture'])
}

/** Deletes a submission at the request of its sender. */
export async function withdrawSubmission(scope: Scope<Transaction>, submission: Submission): Promise<void> {
  await scope.db.run(sql`DELETE FROM submission WHERE id = ${submission.id}`)
  recordChange(scope, 'deleted', submission)
}

/** A note about a submission, which editors write for each other. */
export interface SubmissionNote {
  login: string
  text: string
  created_at: number
}

export const listSubmissionNotes = (db: Reader, submissionId: number): Promise<SubmissionNote[]> =>
  db.all<SubmissionNote>(
    sql`SELECT login, text, created_at FROM submission_note WHERE submission_id = ${submissionId} ORDER BY id`,
  )

export async function insertSubmissionNote(
  scope: Scope<Transaction>,
  submission: Submission,
  text: string,
): Promise<void> {
  await scope.db.run(sql`INSERT INTO submission_note (submission_id, login, text, created_at)
    VALUES (${submission.id}, ${scope.caller.login}, ${text}, ${scope.now})`)
  recordChange(scope, 'updated', submission, ['note'])
}
