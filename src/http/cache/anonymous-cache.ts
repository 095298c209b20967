import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { FAILURES } from '../../core/errors.ts'
import type { Language } from '../../core/language.ts'
import type { VersionCache } from '../../db/cache/version-cache.ts'
import { RETRY_SECONDS } from '../limits.ts'
import { type Admission, createAdmission, type LoadClass, loadClassOf } from '../load/admission.ts'
import { createPendingBytes, type PendingBytes } from '../load/pending-bytes.ts'
import { exceededRateLimit, type RateLimitOptions } from '../load/rate-limiting.ts'
import { type RefusalCode, type RefusalOptions, sendRefusal } from '../load/refusal.ts'
import { API_PREFIX, parseRequestUrl, SITE_PREFIX } from '../request/address.ts'
import { isAnonymous } from '../request/authentication.ts'
import { normalizeUrl } from '../request/normalized-url.ts'
import type { Services } from '../request/scope.ts'
import { JSON_TYPE } from '../response/json.ts'
import { createRequestId, requestLogEntry } from '../telemetry/request-log.ts'
import { cacheHitIndex, REFUSED_ROUTE, type RequestMetrics, routePattern } from '../telemetry/request-metrics.ts'
import { findCacheExpiry } from './cache-expiry.ts'
import { type CachedResponse, createCachedResponse } from './cached-response.ts'
import { type Coalescer, createCoalescer } from './coalescer.ts'
import { type CacheKey, createResponseCache, type ResponseCache } from './response-cache.ts'
import { type CacheLifetime, type Sending, sendCachedResponse } from './send-cached-response.ts'

declare module 'fastify' {
  interface FastifyReply {
    /**
     * Lets the answer to a guest be kept, if it is 200 and text, until this moment at most (seconds since 1970-01-01 UTC,
     * Infinity: until someone writes or the day ends). What the API answers as JSON is kept without saying so.
     */
    cacheUntil: number | undefined
  }
}

interface Options {
  /** 0 keeps nothing. */
  cacheBytes: number
  arrivals: VersionCache
  lifetime: CacheLifetime | undefined
  /** How many proxies stand in front. */
  proxyCount: number
  rates: RateLimitOptions
  originOf: (raw: IncomingMessage) => string
  figures: RequestMetrics
}

interface Guests extends Options {
  app: FastifyInstance
  services: Services
  /** Undefined when nothing is kept. */
  kept: ResponseCache | undefined
  shared: Coalescer<CachedResponse>
  admission: Admission
  unsent: PendingBytes
  /** Whether the log wants to hear of reads that went well. */
  isTold: boolean
  isClosing: boolean
}

/** A read on its way through the router. */
interface Read {
  /** Before anything was read: seconds since 1970-01-01 UTC. */
  now: number
  /** Of an answer that may be kept. */
  question?: CacheKey
  /** Tells those who asked the same meanwhile. */
  land?(answer?: CachedResponse): void
}

const READS = new WeakMap<IncomingMessage, Read>()

/**
 * Reads of guests, who are all answered alike: in front of the router while the answer is kept, else by the router.
 * Call after the hooks that make headers.
 */
export function registerAnonymousCache(app: FastifyInstance, services: Services, options: Options): void {
  const guests: Guests = {
    ...options,
    app,
    services,
    kept: options.cacheBytes > 0 ? createResponseCache(options.arrivals, services.db, options.cacheBytes) : undefined,
    shared: createCoalescer(),
    admission: createAdmission(app, options.cacheBytes),
    unsent: createPendingBytes(),
    isTold: app.log.level === 'debug' || app.log.level === 'trace',
    isClosing: false,
  }
  const { kept } = guests
  if (kept) options.figures.cacheUsage = kept.now
  app.decorateReply('cacheUntil', undefined)
  app.addHook('preClose', async () => {
    guests.isClosing = true
  })
  // Answers to guests are sent from here, and the hook does not come back: fresh and kept ones go out the same way.
  app.addHook('onSend', (request, reply, payload, done) => {
    guests.admission.leave(request.raw)
    if (isForGuest(request, reply, payload)) {
      answerGuest(guests, request, reply, payload as string).catch(done)
    } else {
      READS.get(request.raw)?.land?.()
      done(null, payload)
    }
  })
  app.server
    .removeListener('request', app.routing)
    .on('request', (raw: IncomingMessage, response: ServerResponse) => receive(guests, raw, response))
}

/** A kept answer, or that of the same read under way, or the router's. */
function receive(guests: Guests, raw: IncomingMessage, response: ServerResponse): void {
  const { kept, shared, services } = guests
  const now = services.now()
  const question = kept && !guests.isClosing && isPlainRead(raw) ? questionOf(guests, kept, raw) : undefined
  const found = question && kept?.find(question.key, now)
  if (question && found) {
    sendKept(guests, raw, response, found, question, now)
    return
  }
  const name = question && `${question.version} ${question.key}`
  const first = name && shared.pending(name)
  if (question && first) {
    first.then((answer) => {
      const later = services.now()
      const isGood = answer !== undefined && later < answer.expiresAt && !guests.isClosing
      if (isGood) sendKept(guests, raw, response, answer, question, later)
      else route(guests, raw, response, askedBy(guests, raw), { now, question })
    })
    return
  }
  const asked = askedBy(guests, raw)
  // Before more is done for it: most requests of a flood end here.
  if (guests.admission.isFull(asked.kind)) {
    turnAway(guests, raw, response, asked, 'rest_too_busy')
    return
  }
  if (question === undefined || name === undefined || !KEPT_ROUTES.test(asked.route)) {
    route(guests, raw, response, asked, { now })
    return
  }
  guests.figures.misses += 1
  const land = shared.start(name)
  response.once('close', () => land())
  route(guests, raw, response, asked, { now, question, land })
}

/** Where answers are that may be kept: elsewhere nobody waits for who asks the same. */
const KEPT_ROUTES = new RegExp(`^(${API_PREFIX}|${SITE_PREFIX}/(?!media/|health))`)

type Asked = ReturnType<typeof parseRequestUrl> & { kind: LoadClass }

function askedBy({ services: { languages } }: Guests, raw: IncomingMessage): Asked {
  const asked = parseRequestUrl(raw.url ?? '', languages)
  return { ...asked, kind: loadClassOf(raw, asked.route) }
}

function route(guests: Guests, raw: IncomingMessage, response: ServerResponse, asked: Asked, read: Read): void {
  const { app, admission, rates } = guests
  const spent = exceededRateLimit(raw, rates)
  if (spent) {
    turnAway(guests, raw, response, asked, 'rest_too_many_requests', spent)
    return
  }
  const start = () => {
    READS.set(raw, read)
    app.routing(raw, response)
  }
  admission.admit(raw, response, asked.kind, start, () => turnAway(guests, raw, response, asked, 'rest_too_busy'))
}

function turnAway(
  { services: { languages }, figures }: Guests,
  raw: IncomingMessage,
  response: ServerResponse,
  { address, route }: Asked,
  code: RefusalCode,
  options: Pick<RefusalOptions, 'retrySeconds' | 'headers'> = { retrySeconds: RETRY_SECONDS },
): void {
  figures.count(raw.method ?? '', REFUSED_ROUTE, FAILURES[code])
  const language = address.language ?? (languages[0] as Language)
  const isPage = route.startsWith(SITE_PREFIX) && /\btext\/html\b/.test(raw.headers.accept ?? '')
  sendRefusal(raw, response, code, { language, isPage, ...options })
}

/** A read that says nothing of who asks, and brings nothing along. */
const isPlainRead = ({ method, headers }: IncomingMessage) =>
  (method === 'GET' || method === 'HEAD') &&
  headers.authorization === undefined &&
  headers['content-type'] === undefined &&
  headers['content-length'] === undefined &&
  headers['transfer-encoding'] === undefined

function questionOf({ originOf }: Guests, kept: ResponseCache, raw: IncomingMessage): CacheKey | undefined {
  const { url = '' } = raw
  // The router takes what follows a # for parameters too.
  if (url.includes('#')) return undefined
  try {
    return { version: kept.currentVersion(), key: `${originOf(raw)} ${normalizeUrl(url)}` }
  } catch {
    // The database cannot be asked, which the router says better.
    return undefined
  }
}

function sendKept(
  guests: Guests,
  raw: IncomingMessage,
  response: ServerResponse,
  answer: CachedResponse,
  question: CacheKey,
  now: number,
): void {
  const id = createRequestId()
  if (guests.isTold) {
    const begun = performance.now()
    const line = () => requestLogEntry(raw, response, { id, begun, proxyCount: guests.proxyCount })
    response.once('finish', () => guests.app.log.debug(line(), 'answered'))
  }
  if (!send(guests, raw, response, answer, { requestId: id, now }, question)) return
  ;(answer.hitCounts[cacheHitIndex(raw.method, response.statusCode)] as number) += 1
}

/** What the router answered to a guest: kept if it may be, and sent. */
async function answerGuest(guests: Guests, request: FastifyRequest, reply: FastifyReply, text: string): Promise<void> {
  const { kept, lifetime, services } = guests
  const { now, question, land } = READS.get(request.raw) ?? { now: services.now() }
  const query = request.query as Record<string, unknown>
  const isTimed = kept !== undefined || lifetime !== undefined
  const holds = isTimed
    ? await findCacheExpiry(now, query, (await services.settings()).timezone, services.nextChanges)
    : now
  const expiresAt = Math.min(holds, reply.cacheUntil ?? Number.POSITIVE_INFINITY)
  const [hasLifetime, isCompressed] = [lifetime !== undefined, kept !== undefined]
  const hitCounts = guests.figures.hitCountsOf(routePattern(request))
  const answer = createCachedResponse(text, reply.getHeaders(), { expiresAt, hasLifetime, isCompressed, hitCounts })
  if (question && expiresAt > now) kept?.store(question, answer)
  land?.(answer)
  reply.hijack()
  send(guests, request.raw, reply.raw, answer, { requestId: request.id, now: services.now() }, question)
}

/** @returns whether there was room for it */
function send(
  guests: Guests,
  raw: IncomingMessage,
  response: ServerResponse,
  answer: CachedResponse,
  { requestId, now }: Pick<Sending, 'requestId' | 'now'>,
  question: CacheKey | undefined,
): boolean {
  const { kept, lifetime, isClosing, unsent } = guests
  if (!unsent.hasRoomFor(answer.identity.body)) {
    turnAway(guests, raw, response, askedBy(guests, raw), 'rest_too_busy')
    return false
  }
  const sent = sendCachedResponse(raw, response, answer, { requestId, now, isClosing, lifetime })
  // It was compressed first, and is bigger now.
  if (question) sent?.then(() => kept?.updateSize(question.key, answer))
  unsent.track(response, answer.identity.body)
  return true
}

function isForGuest(request: FastifyRequest, reply: FastifyReply, payload: unknown): boolean {
  const { method, raw } = request
  const isRead = method === 'GET' || method === 'HEAD'
  const isJson = reply.getHeader('content-type') === JSON_TYPE && (raw.url ?? '').startsWith(API_PREFIX)
  const isKept = typeof payload === 'string' && (isJson || reply.cacheUntil !== undefined)
  return isRead && isAnonymous(request) && reply.statusCode === 200 && isKept
}
