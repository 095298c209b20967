import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { ANONYMOUS, type Caller } from '../../core/caller.ts'
import { LIMITS } from '../all-limits.ts'
import { networkOfClientAddress, readClientAddress } from '../request/client-address.ts'
import { createLruMapOfClients } from './lru-map-of-clients.ts'

/**
 * Returns names of clients: an account or a client network. Clients take turns in the queues, and rate limits apply to
 * each client.
 */
export interface ClientIdentification {
  /** The client of a request that has been authenticated. */
  ofCaller(caller: Caller, raw: IncomingMessage): string
  /**
   * The client of a request that has not been authenticated yet: the account, if an earlier request had the same
   * credentials and they were right, else the client network.
   */
  ofRequest(raw: IncomingMessage): string
}

/**
 * Creates the functions that identify clients. Call after `registerAuthentication`.
 * @param proxyCount number of trusted proxies in front of the server
 */
export function createClientIdentification(app: FastifyInstance, proxyCount: number): ClientIdentification {
  /**
   * Names of accounts by the hash of the `Authorization` header that they sent. Other clients cannot guess such a
   * header.
   */
  const accounts = createLruMapOfClients<{ name: string }>(LIMITS.trackedClients.value)
  const networkOf = (raw: IncomingMessage) => networkOfClientAddress(readClientAddress(raw, proxyCount))
  const ofCaller = (caller: Caller, raw: IncomingMessage) =>
    caller === ANONYMOUS ? networkOf(raw) : `account ${caller.id}`
  app.addHook('onRequest', (request, _reply, done) => {
    const { authorization } = request.headers
    if (authorization !== undefined && request.caller !== ANONYMOUS)
      accounts.set(fingerprintOf(authorization), { name: ofCaller(request.caller, request.raw) })
    done()
  })
  return {
    ofCaller,
    ofRequest(raw) {
      const { authorization } = raw.headers
      const account = authorization === undefined ? undefined : accounts.get(fingerprintOf(authorization))
      return account?.name ?? networkOf(raw)
    },
  }
}

const fingerprintOf = (authorization: string) => hash('sha256', authorization, 'base64')
