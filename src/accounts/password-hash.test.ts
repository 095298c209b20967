import { equal, match, notEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { DUMMY_HASH, hashPassword, verifyPassword } from './password-hash.ts'

test('a hash contains its cost and salt, and matches only its own password', async () => {
  const stored = await hashPassword('correct horse')
  match(stored, /^scrypt\$14\$8\$5\$[\w-]{22}\$[\w-]{43}$/)
  equal(await verifyPassword('correct horse', stored), true)
  equal(await verifyPassword('correct horsf', stored), false)
  notEqual(await hashPassword('correct horse'), stored)
})

test('a hash with another cost still works', async () => {
  // The first 32 bytes of the test vector of RFC 7914, section 12, for N=16384, r=8, p=1.
  const key = Buffer.from('7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2', 'hex')
  const salt = Buffer.from('SodiumChloride')
  const stored = `scrypt$14$8$1$${salt.toString('base64url')}$${key.toString('base64url')}`
  equal(await verifyPassword('pleaseletmein', stored), true)
  equal(await verifyPassword('pleaseletmeout', stored), false)
})

test('no password matches the dummy hash or a malformed hash', async () => {
  for (const value of ['', 'pw']) equal(await verifyPassword(value, DUMMY_HASH), false)
  for (const stored of ['', 'pw', 'scrypt$14$8$5$$', 'bcrypt$14$8$5$AAAA$AAAA']) {
    equal(await verifyPassword('pw', stored), false)
  }
})
