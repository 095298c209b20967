import { createHash, timingSafeEqual } from 'node:crypto'

/**
 * Creates a function that checks `Authorization: Bearer`. It takes the same time for every wrong token, so that timing
 * reveals nothing.
 */
export function createBearerTokenCheck(token: string): (authorization: string | undefined) => boolean {
  const digest = (value: string) => createHash('sha256').update(value).digest()
  const expected = digest(token)
  return (authorization = '') => timingSafeEqual(digest(/^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? ''), expected)
}
