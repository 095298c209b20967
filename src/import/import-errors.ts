/** Thrown when the content of a source is not of its type, for example a sign-in page instead of a calendar. */
export class UnreadableSourceError extends Error {
  override name = 'UnreadableSourceError'
}

/** Thrown when another process has continued the run of an import, so that this process must stop. */
export class RunTakenOverError extends Error {
  override name = 'RunTakenOverError'
}

/**
 * Thrown when requests to a source fail repeatedly: without a response, with an error status, or with a body that is
 * not JSON. The run can be continued later.
 */
export class SourceRequestError extends Error {
  override name = 'SourceRequestError'
  /** HTTP status of the last response; 0 if there was none, or one with status 200 that was not JSON. */
  readonly status: number
  /** The field `code` of the error that WordPress returned; `''` if it returned none. */
  readonly code: string
  /** Whether there was no response at all, not even one of another type. */
  readonly isUnanswered: boolean

  constructor(url: string, why: string, { status, code = '' }: { status?: number; code?: string } = {}) {
    super(`${url}: ${why}`)
    this.status = status ?? 0
    this.code = code
    this.isUnanswered = status === undefined
  }
}
