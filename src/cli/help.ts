import { VARIABLES } from '../config/variables.ts'
import type { Command } from './command.ts'
import { COMMANDS } from './command-table.ts'
import { alignColumns } from './text-table.ts'

/** How to call everything, or one command, and every setting. */
export function formatHelp(command?: Command): string {
  const usages = (command ? [command] : Object.values(COMMANDS)).flatMap(({ usages }) => usages)
  const settings = Object.values(VARIABLES).map(
    ({ flag, name, defaultValue, description }) =>
      [`--${flag} (${name})`, defaultValue ? `${description} [${defaultValue}]` : description] as const,
  )
  return [
    'Almanac, a calendar of events',
    '',
    ...usages.flatMap(([how, what]) => [`  almanac ${how}`, `      ${what}`]),
    ...(command
      ? []
      : ['  almanac help | --help', '      prints this', '  almanac --version', '      prints the version']),
    '',
    'Settings, as flags of every command that opens the database, or as environment variables; flags win [default]:',
    ...alignColumns(settings),
  ].join('\n')
}
