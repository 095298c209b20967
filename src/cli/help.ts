import { readFileSync } from 'node:fs'
import { SETTINGS } from '../config/settings.ts'
import { COMMANDS, type Command } from './commands.ts'

/** How to call everything, or one command, and every setting. */
export function helpText(command?: Command): string {
  const usages = (command ? [command] : Object.values(COMMANDS)).flatMap(({ usages }) => usages)
  const settings = Object.values(SETTINGS).map(
    ({ flag, env, fallback, meaning }) =>
      [`--${flag} (${env})`, fallback ? `${meaning} [${fallback}]` : meaning] as const,
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
    ...columns(settings),
  ].join('\n')
}

export function versionText(): string {
  const file = new URL('../../package.json', import.meta.url)
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}

/** Lines of a table; all columns but the last are padded to equal width. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows.reduce<number[]>(
    (widest, row) => row.map((cell, index) => Math.max(widest[index] ?? 0, cell.length)),
    [],
  )
  return rows.map((row) => `  ${row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  ')}`.trimEnd())
}
