import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { type Reader, sql } from '../db/database.ts'

/** How many seconds a person needs at least to fill in the form. */
const FILL_SECONDS_MIN = 4
/** Number of seconds after showing a form in which it can be sent. */
const FORM_SECONDS = 86_400
/** Leading zero bits of the hash that a browser has to find: some tenths of a second of work. */
export const PROOF_BITS = 14
const PROOF_LENGTH_MAX = 20

/** The result of checking the hidden fields of a form, which show how the form was filled in. */
export type FormCheck =
  | { kind: 'valid'; nonce: string; hasProof: boolean }
  /** Sent faster than a person types. */
  | { kind: 'too-fast' }
  /** Older than a day, changed, or without the hidden fields. */
  | { kind: 'expired' }

/** The key with which forms are signed; the same for all processes. */
export async function readFormSecret(db: Reader): Promise<string> {
  const row = await db.get<{ value: string }>(sql`SELECT value FROM submission_secret`)
  if (!row) throw new Error('the table submission_secret is empty')
  return row.value
}

/** The hidden text of a new form: time, random text and their signature. It is not stored, so showing the form writes nothing. */
export function createFormStamp(secret: string, now: number): string {
  const text = `${now}.${randomBytes(16).toString('base64url')}`
  return `${text}.${sign(secret, text)}`
}

/**
 * Checks the hidden fields of a sent form.
 * @param proof number found by the script of the page; anything else without script
 */
export function checkFormStamp(secret: string, stamp: unknown, proof: unknown, now: number): FormCheck {
  const [, text = '', time = '', nonce = '', signature = ''] =
    /^((\d{1,12})\.([\w-]{22}))\.([\w-]{43})$/.exec(typeof stamp === 'string' ? stamp : '') ?? []
  if (text === '' || !isEqual(signature, sign(secret, text))) return { kind: 'expired' }
  const age = now - Number(time)
  if (age > FORM_SECONDS) return { kind: 'expired' }
  if (age < FILL_SECONDS_MIN) return { kind: 'too-fast' }
  return { kind: 'valid', nonce, hasProof: isProof(stamp as string, proof) }
}

/** Whether the SHA-256 of `<stamp>.<proof>` begins with `PROOF_BITS` zero bits. */
function isProof(stamp: string, proof: unknown): boolean {
  if (typeof proof !== 'string' || proof === '' || proof.length > PROOF_LENGTH_MAX) return false
  const hash = createHash('sha256').update(`${stamp}.${proof}`).digest()
  return hash.readUInt32BE(0) >>> (32 - PROOF_BITS) === 0
}

/** The network of a client as stored with submissions: it cannot be read back without the secret. */
export const hashClientNetwork = (secret: string, network: string) => sign(secret, `network ${network}`)

const sign = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('base64url')

const isEqual = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
