import { VERIFICATIONS_WAITING_MAX } from '../accounts/password-check-cache.ts'
import { FETCH_WAIT_MS, FETCHES_MAX, FETCHES_WAITING_MAX } from '../media/image-field.ts'

const SECOND = 1000
const MIB = 1024 * 1024

/** The limits of all requests together, which apply under load: memory, queues, concurrent work. */
export const LOAD_LIMITS = {
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
} as const
