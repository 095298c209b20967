import { type Caller, lowestRoleWithRight, type Right } from './caller.ts'
import { objectFromKeys } from './generic/object-keys.ts'
import { KINDS, type Kind, POST_KINDS } from './kinds.ts'
import { type Language, languageOrThrow } from './language.ts'
import { formatMessage, type MessageKey, type Placeholders } from './messages/index.ts'

/**
 * The HTTP status of each error code of the API. The message of a code is stored under the same name in core/messages.
 * Codes are part of the API contract: they never change, and a retired code is never reused.
 */
export const FAILURES = {
  rest_missing_callback_param: 400,
  rest_invalid_param: 400,
  rest_invalid_json: 400,
  rest_invalid_body: 400,
  rest_malformed_request: 400,
  rest_taxonomy_not_hierarchical: 400,
  rest_post_invalid_page_number: 400,
  rest_no_search_term_defined: 400,
  rest_callback_invalid: 400,
  rest_upload_no_data: 400,
  rest_upload_no_content_disposition: 400,
  rest_upload_invalid_disposition: 400,
  missing_experimental_endpoint_acknowledgement: 400,
  term_exists: 400,
  'original-translation': 400,
  rest_forbidden: 401,
  rest_not_logged_in: 401,
  rest_invalid_token: 401,
  'submission-key-invalid': 401,
  incorrect_password: 401,
  invalid_username: 401,
  ...forKinds(POST_KINDS, 'not-accessible', 403),
  'event-no-longer-available': 403,
  rest_cannot_create: 403,
  rest_cannot_edit: 403,
  rest_cannot_update: 403,
  rest_cannot_delete: 403,
  rest_cannot_view: 403,
  rest_forbidden_context: 403,
  rest_read_only: 403,
  'submissions-off': 403,
  'submission-origin': 403,
  rest_no_route: 404,
  rest_invalid_namespace: 404,
  'rest-event-not-found': 404,
  ...forKinds(KINDS, 'not-found', 404),
  'picture-not-found': 404,
  tec_rest_organizers_page_not_found: 404,
  'translation-not-found': 404,
  'revision-not-found': 404,
  'batch-not-found': 404,
  'subscription-not-found': 404,
  'run-not-found': 404,
  'submission-not-found': 404,
  rest_post_invalid_id: 404,
  rest_term_invalid: 404,
  rest_user_invalid_id: 404,
  rest_type_invalid: 404,
  rest_taxonomy_invalid: 404,
  oembed_invalid_url: 404,
  ...forKinds(POST_KINDS, 'archive-page-not-found', 404),
  rest_request_timeout: 408,
  'idempotency-key-in-use': 409,
  'written-since': 409,
  'run-not-importable': 409,
  'run-not-undoable': 409,
  'submission-decided': 409,
  ...forKinds(POST_KINDS, 'is-in-trash', 410),
  rest_precondition_failed: 412,
  rest_body_too_large: 413,
  rest_uri_too_long: 414,
  rest_unsupported_media_type: 415,
  'idempotency-key-reused': 422,
  rest_too_many_requests: 429,
  rest_headers_too_large: 431,
  rest_internal_error: 500,
  rest_trash_not_supported: 501,
  rest_too_busy: 503,
  database_unavailable: 503,
} as const satisfies Record<string, number>

export type FailureCode = keyof typeof FAILURES

/** Error codes that exist once for each kind of record, e.g. `venue-not-found`, all with the same HTTP status. */
function forKinds<K extends Kind, Code extends string>(kinds: readonly K[], code: Code, status: number) {
  return objectFromKeys(
    kinds.map((kind) => `${kind}-${code}` as const),
    () => status,
  )
}

interface Sentence {
  key: MessageKey
  placeholders?: Placeholders
}

interface ErrorOptions {
  status?: number
  data?: Record<string, unknown>
  explanation?: readonly Sentence[]
  cause?: unknown
}

/** An error that is sent to the client as the response: status, code, message and data. The cause is only logged. */
export class CalendarError extends Error {
  override name = 'CalendarError'
  code: FailureCode
  status: number
  /** Members of the object `data` in the response, besides `status`. */
  data: Record<string, unknown>
  /**
   * Sentences that replace the message of the error code, because they describe this error more precisely; empty if
   * there are none.
   */
  explanation: readonly Sentence[]

  constructor(code: FailureCode, options: ErrorOptions = {}) {
    super(code, options.cause === undefined ? {} : { cause: options.cause })
    this.code = code
    this.explanation = options.explanation ?? []
    this.status = options.status ?? FAILURES[code]
    this.data = options.data ?? {}
  }
}

/** The error for a user who lacks a right: status 401 for anonymous visitors, who can sign in, and 403 for others. */
export const forbiddenError = (caller: { role: string }, code: FailureCode = 'rest_forbidden') =>
  new CalendarError(code, { status: caller.role === 'guest' ? 401 : 403 })

/**
 * The error for a user who lacks a right. Its message names the action, the lowest role that has the right, and the
 * role of the user.
 * @param action the refused action, if the right permits several actions
 */
export function missingRightError(
  caller: Pick<Caller, 'role'>,
  right: Right,
  action: Right | 'posts:name-author' = right,
) {
  const isGuest = caller.role === 'guest'
  return new CalendarError('rest_forbidden', {
    status: isGuest ? 401 : 403,
    explanation: [
      { key: `forbidden.${action}`, placeholders: { needed: lowestRoleWithRight(right) } },
      isGuest ? { key: 'rest_not_logged_in' } : { key: 'forbidden.role', placeholders: { role: caller.role } },
    ],
  })
}

/**
 * An invalid request parameter: its name in the request, the reason, and an error code where the API contract has one
 * for this kind of error.
 */
export interface Problem {
  name: string
  reason: MessageKey
  placeholders?: Placeholders
  kind?: 'rest_invalid_type' | 'rest_not_in_enum'
  /** Details of the problem that programs can read. The response has them in `data.details.<name>.data`. */
  values?: Record<string, unknown>
}

/** Collects the invalid and missing parameters of a request, so that one response reports all of them. */
export class Problems {
  readonly found: Problem[] = []
  readonly missing: string[] = []

  add(name: string, reason: MessageKey, placeholders?: Placeholders, kind?: Problem['kind']): void {
    this.addProblem({ name, reason, ...(placeholders && { placeholders }), ...(kind && { kind }) })
  }

  /** Adds a problem unless there is one with this parameter. */
  addProblem(problem: Problem): void {
    if (!this.found.some(({ name }) => name === problem.name)) this.found.push(problem)
  }

  /** Adds all problems of another `Problems` object to this one. */
  addAll({ found, missing }: Problems): void {
    for (const problem of found) this.addProblem(problem)
    this.missing.push(...missing)
  }

  /** A copy without the problems of the parameters with the given names. */
  without(names: ReadonlySet<string>): Problems {
    const others = new Problems()
    others.found.push(...this.found.filter(({ name }) => !names.has(name)))
    others.missing.push(...this.missing)
    return others
  }

  /**
   * Throws if required parameters are missing. Invalid parameters are not reported in the same response.
   * @throws {CalendarError} `rest_missing_callback_param`, naming the missing parameters
   */
  throwIfMissing(): void {
    if (this.missing.length > 0) {
      throw new CalendarError('rest_missing_callback_param', { data: { params: this.missing } })
    }
  }

  /**
   * Throws if parameters are missing or invalid.
   * @throws {CalendarError} `rest_missing_callback_param` or `rest_invalid_param`, naming the parameters
   */
  throwIfAny(): void {
    this.throwIfMissing()
    if (this.found.length > 0) throw new CalendarError('rest_invalid_param', { data: { problems: this.found } })
  }
}

/** The error for one invalid parameter that is detected after the validation of all parameters. */
export function invalidParameterError(name: string, reason: MessageKey, placeholders?: Placeholders): CalendarError {
  return new CalendarError('rest_invalid_param', {
    data: { problems: [{ name, reason, ...(placeholders && { placeholders }) }] },
  })
}

/**
 * The JSON body of an error response (API contract: `{code, message, data: {status, …}}`), with messages in `language`.
 */
export function presentError(error: CalendarError, language: Language = languageOrThrow('en')) {
  const { problems, ...data } = error.data as { problems?: Problem[] } & Record<string, unknown>
  const names = problems?.map((problem) => problem.name) ?? (data.params as string[] | undefined) ?? []
  return {
    code: error.code,
    message: messageOf(error, language, names),
    data: { status: error.status, ...data, ...(problems && presentProblems(problems, language)) },
  }
}

function messageOf({ code, explanation }: CalendarError, language: Language, names: string[]): string {
  if (explanation.length === 0) return formatMessage(language, code, { params: names.join(', ') })
  return explanation.map(({ key, placeholders }) => formatMessage(language, key, placeholders)).join(' ')
}

function presentProblems(problems: Problem[], language: Language) {
  const text = ({ name, reason, placeholders }: Problem) => formatMessage(language, reason, { ...placeholders, name })
  const details = problems
    .filter(({ kind, values }) => kind ?? values)
    .map((problem) => {
      const { name, kind = 'rest_invalid_param', values } = problem
      return [name, { code: kind, message: text(problem), data: { param: name, ...values } }]
    })
  return {
    params: Object.fromEntries(problems.map((problem) => [problem.name, text(problem)])),
    // When no parameter has details, `details` is an empty list and not an empty object (API contract).
    details: details.length > 0 ? Object.fromEntries(details) : [],
  }
}
