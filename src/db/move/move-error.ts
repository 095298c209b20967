/** A move that was refused or failed; nothing was written. The message is for users. */
export class MoveError extends Error {
  override name = 'MoveError'
}
