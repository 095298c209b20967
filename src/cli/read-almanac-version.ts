import { readFileSync } from 'node:fs'

/** The version of Almanac, from package.json. */
export function readAlmanacVersion(): string {
  const file = new URL('../../package.json', import.meta.url)
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}
