import type { FastifyReply, FastifyRequest } from 'fastify'
import type { WriteScope } from '../../collections/records/write-records.ts'
import type { Scope } from '../../collections/scope.ts'
import { CalendarError, type FailureCode } from '../../core/errors.ts'
import type { Database } from '../../db/database.ts'
import {
  findStoredOutcomeOfRequest,
  type IdempotentRequest,
  type Outcome,
  storeRequestOutcome,
} from '../../idempotency/request-outcomes.ts'
import type { Services } from '../request/create-request-scope.ts'
import { readIdempotencyKeyOfRequest } from '../request/idempotency-key.ts'
import { type PreparedResponse, sendPreparedResponse } from '../response/prepared-response.ts'
import type { Route } from './route.ts'

/**
 * Thrown inside a transaction to roll back its write, because another process has stored the outcome of the same
 * request in the meantime.
 */
class RepeatedRequest extends Error {}

/**
 * Creates the properties `isRepeatable` and `handle` of a route. Clients may repeat its requests with an
 * `Idempotency-Key`: the first request is handled, and later ones get its response (decision 0041).
 * @param handle handles a request, and writes with `writeAndRespondIdempotently`
 */
export const createIdempotentHandler = (
  services: Services,
  handle: Route['handle'],
): Pick<Route, 'isRepeatable' | 'handle'> => ({
  isRepeatable: true,
  async handle(request, reply, everyMethod) {
    const keyed = readIdempotencyKeyOfRequest(request)
    if (keyed === undefined) return handle(request, reply, everyMethod)
    const { runningKeys, db, now } = services
    const running = `${keyed.owner.kind} ${keyed.owner.id} ${keyed.key}`
    if (runningKeys.has(running)) throw keyInUse()
    runningKeys.add(running)
    try {
      const earlier = await findStoredOutcomeOfRequest(db, keyed, now())
      request.keyedRequest = keyed
      const outcome = earlier ?? (await handleFirst(services, keyed, () => handle(request, reply, everyMethod)))
      return outcome === undefined ? reply : replay(reply, keyed, outcome)
    } finally {
      runningKeys.delete(running)
    }
  },
})

const RETRY_SECONDS = 1
const keyInUse = () => new CalendarError('idempotency-key-in-use', { data: { retry_after: RETRY_SECONDS } })

type FoundOutcome = NonNullable<Awaited<ReturnType<typeof findStoredOutcomeOfRequest>>>

/**
 * Handles a request whose key has no outcome yet. If it is refused, stores the error.
 * @returns the outcome of another request with the same key that was faster; undefined if the response has been sent
 */
async function handleFirst(
  { db, now }: Services,
  keyed: IdempotentRequest,
  handle: () => ReturnType<Route['handle']>,
): Promise<FoundOutcome | undefined> {
  try {
    await handle()
    return undefined
  } catch (error) {
    const failure = failureOf(error)
    if (failure === undefined && !(error instanceof RepeatedRequest)) throw error
    if (failure && (await db.transaction((tx) => storeRequestOutcome(tx, keyed, failure, now())))) throw error
    const outcome = await findStoredOutcomeOfRequest(db, keyed, now())
    if (outcome === undefined) throw keyInUse()
    return outcome
  }
}

/**
 * The response to store for an error. Undefined for errors that are temporary, such as an overload: a repeated request
 * is then handled again.
 */
function failureOf(error: unknown): Outcome | undefined {
  if (!(error instanceof CalendarError) || error.status >= 500 || error.status === 429) return undefined
  const { code, status, data, explanation } = error
  return { status, headers: {}, body: JSON.stringify({ code, data, explanation }) }
}

/**
 * Sends the stored response of the first request with the same key.
 * @throws {CalendarError} when that request was refused, or was another one
 */
function replay(reply: FastifyReply, keyed: IdempotentRequest, outcome: FoundOutcome): FastifyReply {
  if (outcome.fingerprint !== keyed.fingerprint) throw new CalendarError('idempotency-key-reused')
  reply.header('idempotency-replayed', 'true')
  if (outcome.status < 400) return sendPreparedResponse(reply, outcome)
  const { code, ...options } = JSON.parse(outcome.body) as { code: FailureCode } & Pick<CalendarError, 'data'>
  throw new CalendarError(code, { ...options, status: outcome.status })
}

/**
 * Writes, and sends the response. The response to a request with an idempotency key is stored in the transaction of the
 * write.
 * @param write runs at most one transaction, and returns its result
 * @param prepare converts the result to the response; the database of its scope is the transaction or, if there was
 * none, the database itself. May be called several times
 */
export async function writeAndRespondIdempotently<Result>(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  scope: WriteScope,
  write: (scope: WriteScope) => Promise<Result>,
  prepare: (result: Result, scope: Scope) => PreparedResponse | Promise<PreparedResponse>,
): Promise<FastifyReply> {
  const { keyedRequest: keyed } = request
  if (keyed === undefined) return sendPreparedResponse(reply, await prepare(await write(scope), scope))
  let response: PreparedResponse | undefined
  const transaction: Database['transaction'] = (work, read) =>
    scope.db.transaction(async (tx) => {
      const written = await work(tx)
      const result = read ? await read(tx, written) : written
      response = await prepare(result as Result, { ...scope, db: tx })
      const headers = { ...response.headers, allow: String(reply.getHeader('allow')) }
      if (!(await storeRequestOutcome(tx, keyed, { ...response, headers }, scope.now))) throw new RepeatedRequest()
      return result as Awaited<ReturnType<NonNullable<typeof read>>>
    })
  const result = await write({ ...scope, db: { ...scope.db, transaction } })
  // A write that changes nothing runs no transaction, but its response is stored too.
  if (response === undefined) await transaction(async () => result)
  return sendPreparedResponse(reply, response as unknown as PreparedResponse)
}
