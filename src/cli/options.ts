import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { type Config, parseConfig } from '../config/config.ts'
import { type Env, readEnv } from '../config/env.ts'
import { VARIABLES } from '../config/variables.ts'
import type { CommandContext, RunCommand } from './command.ts'

/** The command was called in a way it does not know. */
export class UsageError extends Error {
  override name = 'UsageError'
}

type Parsed<Options extends ParseArgsOptionsConfig> = {
  [Name in keyof Options]?: (Options[Name]['type'] extends 'boolean' ? boolean : string) | undefined
}

/** Every setting of the process is a flag of every command that opens the database. */
const SETTING_FLAGS = Object.fromEntries(
  Object.values(VARIABLES).map(({ flag }) => [flag, { type: 'string' as const }]),
)

/**
 * Reads the arguments of a command.
 * @param options flags of the command itself
 * @param words   names of the words it takes; one in brackets may be left out
 * @throws {UsageError} when something is unknown, missing or too much
 */
export function parseArguments<const Options extends ParseArgsOptionsConfig>(
  argv: string[],
  options: Options,
  words: readonly string[] = [],
): { values: Parsed<Options>; words: string[] } {
  const { values, positionals } = parseStrictly(argv, { ...SETTING_FLAGS, ...options })
  const missing = words.filter((word) => !word.startsWith('[')).slice(positionals.length)
  if (missing.length > 0) throw new UsageError(`missing: ${missing.join(', ')}`)
  const extra = positionals.slice(words.length)
  if (extra.length > 0) throw new UsageError(`unexpected: ${extra.join(' ')}`)
  return { values: values as Parsed<Options>, words: positionals }
}

function parseStrictly(args: string[], options: ParseArgsOptionsConfig) {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    if (!code?.startsWith('ERR_PARSE_ARGS')) throw error
    // Node adds advice about words that begin with a dash after the first sentence.
    throw new UsageError(message.split(/\.\s/)[0] ?? message)
  }
}

/** Runs the one of `subcommands` that the first word names. @throws {UsageError} when it names none */
export async function runSubcommand(
  command: string,
  subcommands: Readonly<Record<string, RunCommand>>,
  [name = '', ...rest]: string[],
  context: CommandContext,
): Promise<void> {
  const run = Object.hasOwn(subcommands, name) ? subcommands[name] : undefined
  if (!run) throw new UsageError(`${command} needs one of: ${Object.keys(subcommands).join(', ')}`)
  await run(rest, context)
}

/**
 * The settings of the process; flags win over the environment.
 * @param values as `parseArguments` gave them
 * @throws {ConfigError}
 */
export function readCommandConfig(context: Pick<CommandContext, 'env'>, values: object): Readonly<Config> {
  const given: Env = readEnv(context.env)
  for (const [key, { flag }] of Object.entries(VARIABLES) as [keyof Env, { flag: string }][]) {
    const value = (values as Record<string, unknown>)[flag]
    if (typeof value === 'string') given[key] = value
  }
  return parseConfig(given)
}
