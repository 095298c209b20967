import { inspect } from 'node:util'
import { readEnvironmentVariables } from '../config/read-env.ts'
import { redactPasswords } from '../core/text/printable-text.ts'
import type { CommandContext } from './command-types.ts'
import { describeErrorForTerminal, LoggedError } from './describe-error-for-terminal.ts'
import { formatCommandHelp, formatHelp } from './format-help.ts'
import { UsageError } from './parse-arguments.ts'
import { readAlmanacVersion } from './read-almanac-version.ts'
import { COMMANDS } from './table-of-commands.ts'

const HELP = ['--help', '-h']

/**
 * Runs a command line; an error is printed as one line on the standard error.
 * @param argv command-line arguments, without the paths of Node and of the program
 * @returns the exit code: 0 success, 1 failure, 2 wrong usage
 */
export async function runCommand(argv: string[], context: CommandContext): Promise<0 | 1 | 2> {
  try {
    await dispatch(argv, context)
    return 0
  } catch (error) {
    if (error instanceof LoggedError) return 1
    context.err(redactPasswords(`almanac: ${describeErrorForTerminal(error)}`))
    if (readEnvironmentVariables(context.env).logLevel === 'debug') context.err(redactPasswords(inspect(error)))
    return error instanceof UsageError ? 2 : 1
  }
}

async function dispatch(argv: string[], context: CommandContext): Promise<void> {
  const [first = 'serve', ...rest] = argv
  if (first === 'help' || HELP.includes(first)) return context.out(formatHelp(first === 'help' ? rest[0] : undefined))
  if (first === '--version') return context.out(readAlmanacVersion())
  // `almanac --port 80`, a command line that begins with a flag, means `almanac serve --port 80`.
  const [name, parameters] = first.startsWith('-') ? ['serve', argv] : [first, rest]
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) throw new UsageError(`there is no command "${name}"; \`almanac --help\` lists them`)
  if (parameters.some((parameter) => HELP.includes(parameter))) return context.out(formatCommandHelp(command))
  const runLoadedCommand = await command.load()
  await runLoadedCommand(parameters, context)
}
