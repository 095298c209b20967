import { HTML_TEXT_MAX, LINE_TEXT_MAX } from '../collections/shared-fields.ts'
import { LIST_MAX } from '../core/schema/field-types.ts'
import { OUTCOME_BODY_BYTES_MAX } from '../idempotency/request-outcomes.ts'
import { ORIGINAL_BYTES_MAX } from '../media/validate-picture.ts'

const SECOND = 1000
const MIB = 1024 * 1024

/** The limits of one connection and of one request: times, sizes and numbers of parts. */
export const SINGLE_REQUEST_LIMITS = {
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
  importBytes: {
    value: 100 * MIB,
    unit: 'bytes',
    what: 'file uploaded at `/admin/import` or `POST /imports/runs`, written to `DATA_DIR` while it is received',
    beyond: '400 on the page, 413 over REST',
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
} as const
