import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { type Reader, sql } from '../db/database.ts'

/** Minimum number of seconds that a person needs to fill in the form. */
const FILL_SECONDS_MIN = 4
/** Number of seconds after which a form that was shown can no longer be sent. */
const FORM_SECONDS = 86_400
/**
 * Number of leading zero bits in the hash for which the script of the form searches as proof of work. It takes some
 * tenths of a second.
 */
export const PROOF_BITS = 14
const PROOF_LENGTH_MAX = 20

/** The result of checking the hidden fields of a sent form, which show whether a person has filled it in. */
export type FormCheck =
  | { kind: 'valid'; nonce: string; hasProof: boolean }
  /** The form was sent sooner than a person can fill it in. */
  | { kind: 'too-fast' }
  /** The form is older than a day, was changed, or lacks the hidden fields. */
  | { kind: 'expired' }

/** Reads the secret key with which hidden texts of forms are signed. All processes use the same key. */
export async function readFormSigningSecret(db: Reader): Promise<string> {
  const row = await db.get<{ value: string }>(sql`SELECT value FROM submission_secret`)
  if (!row) throw new Error('the table submission_secret is empty')
  return row.value
}

/**
 * Creates the hidden text of a form: time, random text and a signature of both. It is not stored, so that showing a
 * form writes nothing.
 */
export function createHiddenFormStamp(secret: string, now: number): string {
  const text = `${now}.${randomBytes(16).toString('base64url')}`
  return `${text}.${sign(secret, text)}`
}

/**
 * Checks the hidden fields of a sent form.
 * @param stamp hidden text made by `createHiddenFormStamp`
 * @param proof number that the script of the page has found; any other value if the browser runs no script
 */
export function checkHiddenFormStamp(secret: string, stamp: unknown, proof: unknown, now: number): FormCheck {
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

/**
 * Hashes the network of a client, so that it can be stored with a submission and not be read from there without the
 * secret.
 */
export const hashClientNetwork = (secret: string, network: string) => sign(secret, `network ${network}`)

const sign = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('base64url')

const isEqual = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
