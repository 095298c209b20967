import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

/** Whether `value` is what `stored` was made from. */
export type VerifyPassword = (value: string, stored: string) => Promise<boolean>

interface Cost {
  /** CPU and memory: N = 2^log2N, memory 128 * N * r bytes. */
  log2N: number
  r: number
  p: number
}

/** OWASP's least for scrypt, in its form with the least memory (16 MiB); about 150 ms on a small server. */
const COST: Cost = { log2N: 14, r: 8, p: 5 }
const SALT_BYTES = 16
const KEY_BYTES = 32

/** @returns `scrypt$<log2 N>$<r>$<p>$<salt>$<key>`, so that a later version may raise the cost and still read this */
export async function hashPassword(value: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  return textOf(salt, await derive(value, salt, COST))
}

/** Whether a hash was made at another cost than is asked for today. */
export const isOutdatedHash = (stored: string): boolean =>
  !stored.startsWith(['scrypt', COST.log2N, COST.r, COST.p, ''].join('$'))

/** Stands in for the password of a user who has none: checking against it takes as long, and nothing fits. */
export const DUMMY_HASH = textOf(Buffer.alloc(SALT_BYTES), Buffer.alloc(KEY_BYTES))

export const verifyPassword: VerifyPassword = async (value, stored) => {
  const [name, log2N, r, p, salt, key] = stored.split('$')
  if (name !== 'scrypt' || !salt || !key) return false
  const expected = Buffer.from(key, 'base64url')
  const cost = { log2N: Number(log2N), r: Number(r), p: Number(p) }
  const derived = await derive(value, Buffer.from(salt, 'base64url'), cost)
  return derived.length === expected.length && timingSafeEqual(derived, expected)
}

function textOf(salt: Buffer, key: Buffer): string {
  return ['scrypt', COST.log2N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

const scryptAsync = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(
  scrypt,
)

function derive(value: string, salt: Buffer, { log2N, r, p }: Cost): Promise<Buffer> {
  const N = 2 ** log2N
  return scryptAsync(value, salt, KEY_BYTES, { N, r, p, maxmem: 256 * N * r })
}
