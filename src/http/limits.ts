import { VERIFICATIONS_WAITING_MAX } from '../accounts/verification-cache.ts'
import { HTML_TEXT_MAX, LINE_TEXT_MAX } from '../collections/fields.ts'
import { LIST_MAX } from '../core/schema/schema.ts'
import { OUTCOME_BODY_BYTES_MAX } from '../idempotency/outcomes.ts'
import { FETCH_WAIT_MS, FETCHES_MAX, FETCHES_WAITING_MAX } from '../media/image-reference.ts'
import { ORIGINAL_BYTES_MAX } from '../media/validate-picture.ts'

/**
 * This file contains every limit and timeout for requests. The table in docs/limits.md is generated from its entries.
 */

export interface Limit {
  value: number
  unit: 'ms' | 'bytes' | 'number'
  /** Description of the limited quantity, shown in docs/limits.md. */
  what: string
  /** Description of the effect when the limit is exceeded, shown in docs/limits.md; empty if there is no effect. */
  beyond: string
}

const SECOND = 1000
const MIB = 1024 * 1024

const limits = <Name extends string>(table: Record<Name, Limit>) => table

export const LIMITS = limits({
  headersTimeoutMs: {
    value: 20 * SECOND,
    unit: 'ms',
    what: 'time to receive the request line and headers, from the first byte; for the first request of a connection, from its start',
    beyond: '408, connection closed',
  },
  requestTimeoutMs: {
    value: 120 * SECOND,
    unit: 'ms',
    what: 'time to receive a whole request with its body; a picture of 20 MB needs 1.4 Mbit/s',
    beyond: '408, connection closed',
  },
  inactivityTimeoutMs: {
    value: 60 * SECOND,
    unit: 'ms',
    what: 'time without any byte in either direction during a request or its response',
    beyond: 'connection closed',
  },
  timeoutCheckIntervalMs: {
    value: 5 * SECOND,
    unit: 'ms',
    what: 'interval at which the first two timeouts are checked',
    beyond: '',
  },
  keepAliveTimeoutMs: {
    value: 72 * SECOND,
    unit: 'ms',
    what: 'time that an idle connection stays open between two requests; longer than the 60 s of most proxies, so that they do not send into a closing connection',
    beyond: 'connection closed',
  },
  connections: {
    value: 10_000,
    unit: 'number',
    what: 'open connections',
    beyond: 'idle ones are closed, new ones refused',
  },
  listenBacklog: {
    value: 4096,
    unit: 'number',
    what: 'new connections that the operating system queues for the process; Linux limits this to 4096 by default (`net.core.somaxconn`)',
    beyond: 'clients retry after a second',
  },
  requestHeadBytes: {
    value: 16 * 1024,
    unit: 'bytes',
    what: 'request line and headers together',
    beyond: '414 if the URL alone is longer, else 431',
  },
  headers: {
    value: 200,
    unit: 'number',
    what: 'headers of a request',
    beyond: 'the rest are ignored',
  },
  bodyBytes: {
    value: MIB,
    unit: 'bytes',
    what: 'JSON or form body; all text fields of a multipart form',
    beyond: '413',
  },
  pictureBytes: {
    value: ORIGINAL_BYTES_MAX,
    unit: 'bytes',
    what: 'uploaded picture',
    beyond: '413',
  },
  formParts: {
    value: 2 * LIST_MAX,
    unit: 'number',
    what: 'parts of a multipart form',
    beyond: '413',
  },
  formFiles: {
    value: 10,
    unit: 'number',
    what: 'files among these parts',
    beyond: '413',
  },
  formFields: {
    value: 10_000,
    unit: 'number',
    what: 'fields of a form or parameters of a query',
    beyond: 'the rest are ignored',
  },
  ignoredNames: {
    value: 20,
    unit: 'number',
    what: 'unknown names that `X-Ignored-Parameters` or an error lists',
    beyond: 'the rest are left out',
  },
  ignoredNameLength: {
    value: 64,
    unit: 'number',
    what: 'characters of such a name',
    beyond: 'the name is cut',
  },
  fieldNameDepth: {
    value: 5,
    unit: 'number',
    what: 'nested brackets in the name of a form field or parameter',
    beyond: 'deeper brackets are part of the name',
  },
  jsonDepth: {
    value: 512,
    unit: 'number',
    what: 'nested arrays and objects in JSON, as in PHP',
    beyond: '400',
  },
  htmlTextLength: {
    value: HTML_TEXT_MAX,
    unit: 'number',
    what: 'characters of a description or excerpt',
    beyond: '400',
  },
  lineTextLength: {
    value: LINE_TEXT_MAX,
    unit: 'number',
    what: 'characters of a title or other single-line text',
    beyond: '400',
  },
  repeatedBodyBytes: {
    value: OUTCOME_BODY_BYTES_MAX,
    unit: 'bytes',
    what: 'response that is stored for repeated requests with an `Idempotency-Key`',
    beyond: 'repeated requests get only `id` and `version`',
  },
  anonymousBodyBytes: {
    value: 32 * MIB,
    unit: 'bytes',
    what: 'request bodies in memory of all requests without credentials together',
    beyond: '503',
  },
  authenticatedBodyBytes: {
    value: 128 * MIB,
    unit: 'bytes',
    what: 'request bodies in memory of all other requests together',
    beyond: '503',
  },
  pendingBytes: {
    value: 64 * MIB,
    unit: 'bytes',
    what: 'cached responses that are being sent, each counted once however many clients receive it',
    beyond: '503 for responses of 64 KiB and more',
  },
  responseStreams: {
    value: 200,
    unit: 'number',
    what: 'feeds that are sent while they are created',
    beyond: '503',
  },
  responseStreamsPerClient: {
    value: 50,
    unit: 'number',
    what: 'such feeds for one client address',
    beyond: '503',
  },
  queueExpectedWaitMs: {
    value: 1.5 * SECOND,
    unit: 'ms',
    what: 'expected time in the queue of reads or writes',
    beyond: '503 at once',
  },
  queueWaitMs: {
    value: 2.5 * SECOND,
    unit: 'ms',
    what: 'time in the queue of reads or writes',
    beyond: '503',
  },
  slowQueueExpectedWaitMs: {
    value: 3 * SECOND,
    unit: 'ms',
    what: 'expected time in the queue of searches, feeds and expensive filters, or of site maps',
    beyond: '503 at once',
  },
  slowQueueWaitMs: {
    value: 5 * SECOND,
    unit: 'ms',
    what: 'time in the queue of searches, feeds and expensive filters, or of site maps',
    beyond: '503',
  },
  credentialChecks: {
    value: 500,
    unit: 'number',
    what: 'writes whose credentials are being checked',
    beyond: '503',
  },
  passwordChecksWaiting: {
    value: VERIFICATIONS_WAITING_MAX,
    unit: 'number',
    what: 'passwords that wait for their slow hash check',
    beyond: '503',
  },
  passwordChecksPerClient: {
    value: 16,
    unit: 'number',
    what: 'different passwords that are being checked or wait, for one IPv4 address or IPv6 /48 network',
    beyond: '503',
  },
  pictureFetches: {
    value: FETCHES_MAX,
    unit: 'number',
    what: 'pictures that are fetched by URL at the same time',
    beyond: 'the write waits',
  },
  pictureFetchesWaiting: {
    value: FETCHES_WAITING_MAX,
    unit: 'number',
    what: 'writes that wait to fetch a picture',
    beyond: '503',
  },
  pictureFetchWaitMs: {
    value: FETCH_WAIT_MS,
    unit: 'ms',
    what: 'time that a write waits to fetch a picture',
    beyond: '503',
  },
  eventLoopDelayMs: {
    value: 2 * SECOND,
    unit: 'ms',
    what: 'delay of the event loop, twice in a row, half a second apart',
    beyond: '503 for all but 16 concurrent requests; cached responses and health checks are still sent',
  },
  trackedClients: {
    value: 20_000,
    unit: 'number',
    what: 'accounts and client addresses that are counted for each rate limit',
    beyond: 'the least recently seen one is dropped',
  },
})

/** Value of the `Retry-After` header, in seconds, of responses that refuse a request with 503. */
export const RETRY_SECONDS = 5
