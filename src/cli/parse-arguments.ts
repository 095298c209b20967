import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import type { Config } from '../config/config-types.ts'
import { ENVIRONMENT_VARIABLES } from '../config/environment-variables.ts'
import { parseConfig } from '../config/parse-config.ts'
import { type Env, readEnvironmentVariables } from '../config/read-env.ts'
import { readSecretFiles } from '../config/secret-files.ts'
import type { CommandContext, RunCommand } from './command-types.ts'

/** Thrown for an invalid command line; the process then exits with code 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}

type Parsed<Options extends ParseArgsOptionsConfig> = {
  [Name in keyof Options]?: (Options[Name]['type'] extends 'boolean' ? boolean : string) | undefined
}

/** One command-line flag per setting; every command that opens the database accepts these flags. */
const SETTING_FLAGS = Object.fromEntries(
  Object.values(ENVIRONMENT_VARIABLES).map(({ flag }) => [flag, { type: 'string' as const }]),
)

/** Command-line flags whose values are secrets, such as passwords. */
const SECRET_FLAGS = [
  ...Object.values(ENVIRONMENT_VARIABLES).flatMap(({ flag, isSecret }) => (isSecret ? [flag] : [])),
  'application-password',
]

/**
 * Parses the arguments of a command.
 * @param options flags of this command, besides those for the settings
 * @param words   names of the positional arguments; names in brackets are optional
 * @throws {UsageError} for unknown flags and for missing or extra arguments
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
  if (extra.length > 0) throw new UsageError(describeExtra(extra, values))
  return { values: values as Parsed<Options>, words: positionals }
}

/** Describes extra arguments. They are not repeated next to a secret, because they may be a part of it. */
function describeExtra(extra: readonly string[], values: object): string {
  const mayBeSecret = SECRET_FLAGS.some((flag) => flag in values)
  return mayBeSecret ? 'unexpected argument; values with spaces must be quoted' : `unexpected: ${extra.join(' ')}`
}

function parseStrictly(args: string[], options: ParseArgsOptionsConfig) {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    if (!code?.startsWith('ERR_PARSE_ARGS')) throw error
    // Keep only the first sentence of Node's error message: the rest is advice about arguments that begin with a dash.
    throw new UsageError(message.split(/\.\s/)[0] ?? message)
  }
}

/** Runs the subcommand named by the first argument. @throws {UsageError} when no subcommand has this name */
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
 * Reads the configuration from flags, environment and files of secrets; flags take precedence.
 * @param values parsed flags, as returned by `parseArguments`
 * @throws {ConfigError} for invalid values
 */
export function readCommandConfig(context: Pick<CommandContext, 'env'>, values: object): Readonly<Config> {
  const env: Env = readEnvironmentVariables(readSecretFiles(context.env))
  for (const [key, { flag }] of Object.entries(ENVIRONMENT_VARIABLES) as [keyof Env, { flag: string }][]) {
    const value = (values as Record<string, unknown>)[flag]
    if (typeof value === 'string') env[key] = value
  }
  return parseConfig(env)
}

/** Parses the value of a flag that must be one of several words. @throws {UsageError} if it is another word */
export function parseFlagChoice<Choice extends string>(
  flag: string,
  text: string | undefined,
  choices: readonly Choice[],
) {
  const choice = choices.find((one) => one === text)
  if (text !== undefined && choice === undefined) throw new UsageError(`--${flag} must be one of ${choices.join(', ')}`)
  return choice
}

/** The parts of a list that is separated by commas. */
export const parseCommaList = (text: string | undefined) =>
  text
    ?.split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')

/** Reads `--map "Label=field,Other label="`. @throws {UsageError} if a part has no `=` */
export function parseNameValuePairs(flag: string, text: string | undefined): Record<string, string> | undefined {
  const pairs = parseCommaList(text)?.map((pair) => pair.split('='))
  const wrong = pairs?.find((pair) => pair.length !== 2)
  if (wrong) throw new UsageError(`--${flag} must be a list of name=value, not "${wrong.join('=')}"`)
  return pairs && Object.fromEntries(pairs.map(([name = '', value = '']) => [name.trim(), value.trim()]))
}
