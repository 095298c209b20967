import { createHash, timingSafeEqual } from 'node:crypto'

/** Whether a header presents the token. Takes as long whatever is wrong with it. */
export function createBearerTokenCheck(token: string): (authorization: string | undefined) => boolean {
  const digest = (value: string) => createHash('sha256').update(value).digest()
  const expected = digest(token)
  return (authorization = '') => timingSafeEqual(digest(/^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? ''), expected)
}
