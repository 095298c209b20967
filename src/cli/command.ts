/** What a command may touch of the process: tests run commands in theirs. */
export interface CommandContext {
  /** The environment, unread: `configOf` reads it. */
  env: Record<string, string | undefined>
  /** Writes a line, or several, to the standard output; the line end is added. */
  out(text: string): void
  /** As `out`, to the standard error. */
  err(text: string): void
  /** Aborted when the process is asked to stop. */
  signal: AbortSignal
  /** Seconds since 1970-01-01 UTC. */
  now(): number
}

/** @param argv what follows the name of the command */
export type RunCommand = (argv: string[], context: CommandContext) => Promise<void>

export interface Command {
  /** Each way to call it, and what that does. */
  usages: readonly (readonly [how: string, what: string])[]
  /** Loaded when it is called, so that listing users does not load the server. */
  load(): Promise<{ run: RunCommand }>
}
