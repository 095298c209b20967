/** The parts of the process that a command uses: environment, output and clock. Tests pass replacements. */
export interface CommandContext {
  /** Environment variables, not yet parsed; `readCommandConfig` creates the configuration from them. */
  env: Record<string, string | undefined>
  /** Writes text to the standard output, followed by a line break. */
  out(text: string): void
  /** Writes text to the standard error, followed by a line break. */
  err(text: string): void
  /** Aborted by the first SIGINT or SIGTERM: the command should then end cleanly. */
  signal: AbortSignal
  /** Current time, Unix time in seconds. */
  now(): number
}

/**
 * Runs a command of the command line.
 * @param argv the arguments after the name of the command
 */
export type RunCommand = (argv: string[], context: CommandContext) => Promise<void>

export interface Command {
  /** The ways to call the command, each with its description for `--help`. */
  usages: readonly (readonly [form: string, description: string])[]
  /** Imports the function of the command, only when the command is called: a small command does not load the server. */
  load(): Promise<RunCommand>
}
