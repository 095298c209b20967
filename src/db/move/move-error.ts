/**
 * Thrown when a move to another database is refused or fails. Nothing was written then. The message is for the
 * operator.
 */
export class MoveError extends Error {
  override name = 'MoveError'
}
