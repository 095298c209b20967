import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The path of Chromium: `CHROMIUM`, else the first known program name on PATH. */
export function findChromium(): string | undefined {
  if (process.env.CHROMIUM) return process.env.CHROMIUM
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path))
}
