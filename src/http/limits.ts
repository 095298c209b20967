import { VERIFICATIONS_WAITING_MAX } from '../accounts/verification-cache.ts'
import { HTML_TEXT_MAX, LINE_TEXT_MAX } from '../collections/fields.ts'
import { LIST_MAX } from '../core/schema/schema.ts'
import { FETCH_WAIT_MS, FETCHES_MAX, FETCHES_WAITING_MAX } from '../media/image-reference.ts'
import { ORIGINAL_BYTES_MAX } from '../media/validation.ts'

/** Every bound on what callers may send, hold or wait for, and every timeout: docs/limits.md is made from this table. */

export interface Limit {
  value: number
  unit: 'ms' | 'bytes' | 'number'
  what: string
  /** What happens beyond it. */
  beyond: string
}

const SECOND = 1000
const MIB = 1024 * 1024

const limits = <Name extends string>(table: Record<Name, Limit>) => table

export const LIMITS = limits({
  headersTimeoutMs: {
    value: 20 * SECOND,
    unit: 'ms',
    what: 'first line and headers of a request, from the first byte, or from the connection for its first request',
    beyond: '408, closed',
  },
  requestTimeoutMs: {
    value: 120 * SECOND,
    unit: 'ms',
    what: 'a whole request with its body: a picture of 20 MB in that time needs 1.4 Mbit/s',
    beyond: '408, closed',
  },
  inactivityTimeoutMs: {
    value: 60 * SECOND,
    unit: 'ms',
    what: 'no byte in either direction while a request or its answer is under way: who does not read, does not send',
    beyond: 'closed',
  },
  timeoutCheckIntervalMs: {
    value: 5 * SECOND,
    unit: 'ms',
    what: 'how often connections are looked at for the first two',
    beyond: '',
  },
  keepAliveTimeoutMs: {
    value: 72 * SECOND,
    unit: 'ms',
    what: 'a connection at rest between two requests: longer than the 60 s of most proxies, which then never send into a closing one',
    beyond: 'closed',
  },
  connections: {
    value: 10_000,
    unit: 'number',
    what: 'connections of one process',
    beyond: 'those at rest are closed, new ones refused',
  },
  listenBacklog: {
    value: 4096,
    unit: 'number',
    what: 'connections that the system holds until the process takes them; Linux allows 4096 unless told otherwise',
    beyond: 'clients try again after a second',
  },
  requestHeadBytes: {
    value: 16 * 1024,
    unit: 'bytes',
    what: 'first line and headers together',
    beyond: '414 when the address alone is longer, else 431',
  },
  headers: { value: 200, unit: 'number', what: 'headers that are looked at', beyond: 'the others are passed over' },
  bodyBytes: { value: MIB, unit: 'bytes', what: 'a JSON or form body; the fields of a form in parts', beyond: '413' },
  pictureBytes: { value: ORIGINAL_BYTES_MAX, unit: 'bytes', what: 'a picture', beyond: '413' },
  formParts: { value: 2 * LIST_MAX, unit: 'number', what: 'parts of a form', beyond: '413' },
  formFiles: { value: 10, unit: 'number', what: 'files among them', beyond: '413' },
  formFields: {
    value: 10_000,
    unit: 'number',
    what: 'fields of a form or a query',
    beyond: 'the others are passed over',
  },
  fieldNameDepth: {
    value: 5,
    unit: 'number',
    what: 'brackets in the name of a field',
    beyond: 'deeper ones are part of the name',
  },
  jsonDepth: { value: 512, unit: 'number', what: 'lists and objects in each other, as in PHP', beyond: '400' },
  htmlTextLength: {
    value: HTML_TEXT_MAX,
    unit: 'number',
    what: 'characters of a description or excerpt',
    beyond: '400',
  },
  lineTextLength: {
    value: LINE_TEXT_MAX,
    unit: 'number',
    what: 'characters of a title or a text on one line',
    beyond: '400',
  },
  anonymousBodyBytes: {
    value: 32 * MIB,
    unit: 'bytes',
    what: 'bodies of callers without credentials that are being read or answered, together',
    beyond: '503',
  },
  authenticatedBodyBytes: {
    value: 128 * MIB,
    unit: 'bytes',
    what: 'bodies of all other callers, together',
    beyond: '503',
  },
  pendingBytes: {
    value: 64 * MIB,
    unit: 'bytes',
    what: 'kept answers that clients have not read yet, each counted once',
    beyond: '503 for long answers',
  },
  responseStreams: { value: 200, unit: 'number', what: 'feeds that are sent as they are made', beyond: '503' },
  responseStreamsPerClient: { value: 50, unit: 'number', what: 'of these for one address', beyond: '503' },
  queueWaitMs: {
    value: 2 * SECOND,
    unit: 'ms',
    what: 'expected wait of a read or write for its turn',
    beyond: '503 at once',
  },
  slowQueueWaitMs: {
    value: 4 * SECOND,
    unit: 'ms',
    what: 'expected wait of a search or a feed for its turn',
    beyond: '503 at once',
  },
  credentialChecks: { value: 500, unit: 'number', what: 'credentials that are being looked up', beyond: '503' },
  passwordChecksWaiting: {
    value: VERIFICATIONS_WAITING_MAX,
    unit: 'number',
    what: 'passwords that wait for their slow check',
    beyond: '503',
  },
  passwordChecksPerClient: {
    value: 16,
    unit: 'number',
    what: 'of these and those being checked, from one address or network of IPv6 (/48)',
    beyond: '503',
  },
  pictureFetches: {
    value: FETCHES_MAX,
    unit: 'number',
    what: 'pictures that are fetched by their address at a time',
    beyond: 'wait',
  },
  pictureFetchesWaiting: {
    value: FETCHES_WAITING_MAX,
    unit: 'number',
    what: 'writes that wait for such a picture to have its turn',
    beyond: '503',
  },
  pictureFetchWaitMs: {
    value: FETCH_WAIT_MS,
    unit: 'ms',
    what: 'how long they wait',
    beyond: '503',
  },
  eventLoopDelayMs: {
    value: 2 * SECOND,
    unit: 'ms',
    what: 'how late the event loop may be, twice in a row, half a second apart',
    beyond: '503 for all but 64 at a time; kept answers and health are answered',
  },
  trackedClients: {
    value: 20_000,
    unit: 'number',
    what: 'callers and addresses that rate limits remember, of each kind',
    beyond: 'the one seen least recently is forgotten',
  },
})

/** Seconds after which who was refused for want of room may ask again. */
export const RETRY_SECONDS = 5
