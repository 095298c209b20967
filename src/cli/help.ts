import { ENVIRONMENT_VARIABLES } from '../config/variables.ts'
import type { Command } from './command.ts'
import { COMMANDS } from './command-table.ts'
import { alignColumns } from './text-table.ts'

/** Formats the text of `--help`: one command or all, followed by all settings. */
export function formatHelp(command?: Command): string {
  const usages = (command ? [command] : Object.values(COMMANDS)).flatMap(({ usages }) => usages)
  const settings = Object.values(ENVIRONMENT_VARIABLES).map(
    ({ flag, name, defaultValue, description }) =>
      [`--${flag} (${name})`, defaultValue ? `${description} [${defaultValue}]` : description] as const,
  )
  return [
    'Almanac, an event calendar server',
    '',
    ...usages.flatMap(([form, description]) => [`  almanac ${form}`, `      ${description}`]),
    ...(command
      ? []
      : ['  almanac help | --help', '      prints this help', '  almanac --version', '      prints the version']),
    '',
    'Settings: flags of every command that opens the database, or environment variables; flags take precedence [default]:',
    ...alignColumns(settings),
  ].join('\n')
}
