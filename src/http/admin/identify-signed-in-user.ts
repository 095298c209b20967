import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  deriveFormTokenOfSession,
  findSession,
  isSessionRenewalDue,
  renewSession,
} from '../../accounts/session-store.ts'
import type { Services } from '../request/create-request-scope.ts'
import { readAdminCookie, setSessionCookies } from './admin-cookies.ts'

/** Sets `session` and `caller` of a request to an admin page that has the cookie of a session. */
export async function identifySignedInUser(
  { db, now }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const token = readAdminCookie(request, 'session')
  const session = token === undefined ? undefined : await findSession(db, token, now())
  if (token === undefined || session === undefined) return
  request.session = { ...session, formToken: deriveFormTokenOfSession(token) }
  request.caller = { id: session.account_id, login: session.login, role: session.role }
  if (!isSessionRenewalDue(session, now())) return
  await db.transaction((tx) => renewSession(tx, session.id, now()))
  setSessionCookies(request, reply, token)
}
