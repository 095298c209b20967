/**
 * Thrown when the content of a source has another type than expected, for example a sign-in page instead of a calendar.
 */
export class UnreadableSourceError extends Error {
  override name = 'UnreadableSourceError'
}

/** Thrown when another process goes on with the run of an import, so that this process must stop. */
export class RunTakenOverError extends Error {
  override name = 'RunTakenOverError'
}

/**
 * Thrown when requests to a source fail repeatedly: no response, a status of an error, or no JSON. The run can go on later.
 */
export class SourceRequestError extends Error {
  override name = 'SourceRequestError'
  /** Status of the last response; 0 without one. */
  readonly status: number
  /** The field `code` of an error of WordPress; `''` without one. */
  readonly code: string

  constructor(url: string, why: string, status = 0, code = '') {
    super(`${url}: ${why}`)
    this.status = status
    this.code = code
  }
}
