import { readFileSync } from 'node:fs'

/**
 * Joins ES modules into one, so that browsers load one file and the modules stay small: each module follows those that
 * it imports, import statements, `export` and comments on lines of their own are removed, and all share one scope. The
 * first comment and the exports of the entry module stay.
 *
 * This works for modules written for it: named imports by relative path without `as`, and top-level names that are
 * unique in all modules, one in a declaration.
 * @throws {Error} naming the module that does not keep to this, or the names that two modules declare
 */
export function joinModules(entry: URL): string {
  const modules: Module[] = []
  collectModules(entry, modules, [])
  assertUniqueNames(modules)
  const [header = ''] = /^\/\*\*[\s\S]*?\*\/\n/.exec(readFileSync(entry, 'utf8')) ?? []
  const bodies = modules.map(({ url, body }) => (url.href === entry.href ? body : body.replace(/^export /gm, '')))
  return `${header}${bodies.join('')}`
}

interface Module {
  url: URL
  /** The source without imports and comments. */
  body: string
}

const IMPORT = /^import \{([^}]*)\} from '(\.[^']+)'\n/gm
const UNSUPPORTED = /^(import\b|export (default|\*|\{)|export .* from\b|(export )?(const|let|var) [[{]).*/m
const DECLARATION = /^(?:export )?(?:async )?(?:const|let|var|class|function\*?) (\w+)/gm
const COMMENT = /^[ \t]*(\/\*\*[\s\S]*?\*\/|\/\/.*)\n/gm

/**
 * Adds a module after the modules that it imports.
 * @param importers URLs from the entry to this module, to find cycles
 */
function collectModules(url: URL, modules: Module[], importers: readonly string[]): void {
  if (modules.some((module) => module.url.href === url.href)) return
  if (importers.includes(url.href)) throw new Error(`${url} imports itself through other modules`)
  const source = readFileSync(url, 'utf8')
  for (const [statement, names = '', path = ''] of source.matchAll(IMPORT)) {
    if (/\sas\s/.test(names)) throw new Error(`${url}: cannot be joined: ${statement}`)
    collectModules(new URL(path, url), modules, [...importers, url.href])
  }
  const body = source
    .replace(IMPORT, '')
    .replace(COMMENT, '')
    .replace(/\n{2,}/g, '\n')
    .trimStart()
  const unsupported = UNSUPPORTED.exec(body)
  if (unsupported) throw new Error(`${url}: cannot be joined: ${unsupported[0]}`)
  modules.push({ url, body })
}

function assertUniqueNames(modules: readonly Module[]): void {
  const names = modules.flatMap(({ body }) => [...body.matchAll(DECLARATION)].map(([, name]) => name))
  const repeated = names.filter((name, index) => names.indexOf(name) < index)
  if (repeated.length > 0) throw new Error(`Declared in two modules: ${repeated.join(', ')}`)
}
