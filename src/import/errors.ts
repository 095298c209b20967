/** The content of a source is not of its type, e.g. the page of a sign-in instead of a calendar. */
export class UnreadableSourceError extends Error {
  override name = 'UnreadableSourceError'
}

/** Thrown when another process has gone on with the same run. */
export class RunTakenOverError extends Error {
  override name = 'RunTakenOverError'
}
