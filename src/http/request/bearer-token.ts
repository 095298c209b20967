import { createHash, timingSafeEqual } from 'node:crypto'

/**
 * Creates a function that checks the header `Authorization: Bearer …`. The check takes the same time for every wrong
 * token, so that its duration reveals nothing about the token.
 */
export function createBearerTokenCheck(token: string): (authorization: string | undefined) => boolean {
  const digest = (value: string) => createHash('sha256').update(value).digest()
  const expected = digest(token)
  return (authorization = '') => timingSafeEqual(digest(/^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? ''), expected)
}
