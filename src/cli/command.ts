/** The parts of the process that a command may use; tests pass their own. */
export interface CommandContext {
  /** Raw environment variables; `readCommandConfig` parses them. */
  env: Record<string, string | undefined>
  /** Writes one or more lines to the standard output and adds the final line end. */
  out(text: string): void
  /** Like `out`, for the standard error. */
  err(text: string): void
  /** Aborted by the first SIGINT or SIGTERM. */
  signal: AbortSignal
  /** Seconds since 1970-01-01 UTC. */
  now(): number
}

/** @param argv the arguments after the name of the command */
export type RunCommand = (argv: string[], context: CommandContext) => Promise<void>

export interface Command {
  /** The forms of the command, each with its description for `--help`. */
  usages: readonly (readonly [form: string, description: string])[]
  /** Loads the code when the command is called, so that listing users does not load the server. */
  load(): Promise<{ run: RunCommand }>
}
