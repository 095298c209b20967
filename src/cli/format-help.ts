import { ENVIRONMENT_VARIABLES } from '../config/environment-variables.ts'
import type { Command } from './command-types.ts'
import { formatRowsAsAlignedColumns } from './format-rows-as-aligned-columns.ts'
import { UsageError } from './parse-arguments.ts'
import { COMMANDS } from './table-of-commands.ts'

/** The word after `almanac help` that shows the settings, which all commands share. */
const SETTINGS_TOPIC = 'environment'

/**
 * Returns the text of `almanac help`.
 * @param topic name of a command, or `environment` for the settings; all commands if undefined
 * @throws {UsageError} for an unknown topic
 */
export function formatHelp(topic?: string): string {
  if (topic === undefined) return formatOverview()
  if (topic === SETTINGS_TOPIC) return formatSettings()
  const command = Object.hasOwn(COMMANDS, topic) ? COMMANDS[topic] : undefined
  if (!command) {
    throw new UsageError(
      `there is no help on "${topic}"; there is on: ${[...Object.keys(COMMANDS), SETTINGS_TOPIC].join(', ')}`,
    )
  }
  return formatCommandHelp(command)
}

const OWN_USAGES: Command['usages'] = [
  ['help | --help', 'prints this help'],
  ['help <command> | <command> --help', 'prints the options of a command'],
  [`help ${SETTINGS_TOPIC}`, 'prints the settings: environment variables, flags and defaults'],
  ['--version', 'prints the version'],
]

const formatOverview = () =>
  [
    'Almanac, an event calendar server',
    '',
    ...formatUsages([...Object.values(COMMANDS).flatMap(({ usages }) => usages), ...OWN_USAGES]),
  ].join('\n')

/** Formats the text that `--help` prints for a command: its usages and its own options. */
export const formatCommandHelp = ({ usages }: Command) =>
  [
    ...formatUsages(usages),
    '',
    `Settings, such as the database or the port, are flags or environment variables: almanac help ${SETTINGS_TOPIC}`,
  ].join('\n')

const formatUsages = (usages: Command['usages']) =>
  usages.flatMap(([form, description]) => [`  almanac ${form}`, `      ${description}`])

const SECRET_NAMES = Object.values(ENVIRONMENT_VARIABLES).flatMap(({ name, isSecret }) => (isSecret ? [name] : []))

function formatSettings(): string {
  const settings = Object.values(ENVIRONMENT_VARIABLES).map(
    ({ flag, name, defaultValue, description }) =>
      [`--${flag} (${name})`, defaultValue ? `${description} [${defaultValue}]` : description] as const,
  )
  return [
    'Settings: flags of every command that opens the database, or environment variables; flags take precedence [default].',
    `Secrets can be in files: ${SECRET_NAMES.map((name) => `${name}_FILE`).join(', ')} are paths.`,
    ...formatRowsAsAlignedColumns(settings),
  ].join('\n')
}
