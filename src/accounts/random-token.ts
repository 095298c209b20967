import { createHash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32

/** Creates a secret of 256 random bits: 43 letters, digits, `-` and `_`. */
export const createRandomToken = () => randomBytes(TOKEN_BYTES).toString('base64url')

/** Hashes a token for storage. A fast hash is safe here, because tokens have 256 random bits and cannot be guessed. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')
