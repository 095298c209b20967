import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

/** A function that checks whether a password belongs to a stored hash. */
export type VerifyPassword = (value: string, stored: string) => Promise<boolean>

interface Cost {
  /** Base-2 logarithm of scrypt's cost parameter N. A check needs 128 * N * r bytes of memory. */
  log2N: number
  r: number
  p: number
}

/**
 * Cost of new password hashes: OWASP's recommended minimum for scrypt, in its variant with the least memory (16 MiB). A
 * check takes about 150 ms on a small server.
 */
const COST: Cost = { log2N: 14, r: 8, p: 5 }
const SALT_BYTES = 16
const KEY_BYTES = 32

/**
 * Hashes a password with scrypt, for storage.
 * @returns `scrypt$<log2 N>$<r>$<p>$<salt>$<key>`; contains the cost, so that later versions of Almanac can raise the
 *   cost of new hashes
 */
export async function hashPassword(value: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  return encodeHash(salt, await derive(value, salt, COST))
}

/** Whether a stored hash was computed with another cost than `COST`, and so should be replaced. */
export const isOutdatedHash = (stored: string): boolean =>
  !stored.startsWith(['scrypt', COST.log2N, COST.r, COST.p, ''].join('$'))

/** A hash that no password matches. Checking it takes as long as checking the hash of a real account. */
export const DUMMY_HASH = encodeHash(Buffer.alloc(SALT_BYTES), Buffer.alloc(KEY_BYTES))

export const verifyPassword: VerifyPassword = async (value, stored) => {
  const [name, log2N, r, p, salt, key] = stored.split('$')
  if (name !== 'scrypt' || !salt || !key) return false
  const expected = Buffer.from(key, 'base64url')
  const cost = { log2N: Number(log2N), r: Number(r), p: Number(p) }
  const derived = await derive(value, Buffer.from(salt, 'base64url'), cost)
  return derived.length === expected.length && timingSafeEqual(derived, expected)
}

function encodeHash(salt: Buffer, key: Buffer): string {
  return ['scrypt', COST.log2N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

const scryptAsync = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(
  scrypt,
)

function derive(value: string, salt: Buffer, { log2N, r, p }: Cost): Promise<Buffer> {
  const N = 2 ** log2N
  return scryptAsync(value, salt, KEY_BYTES, { N, r, p, maxmem: 256 * N * r })
}
