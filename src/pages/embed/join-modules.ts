import { readFileSync } from 'node:fs'

/**
 * Joins ES modules into one, so that browsers load a single file. Each module comes after those that it imports, and
 * all share one scope. Import statements, `export` and comments on lines of their own are removed; the first comment
 * and the exports of the entry module stay.
 *
 * The modules may only use named imports by relative path without `as`. Their top-level names must be unique among all
 * modules, and each must have a declaration of its own.
 * @throws {Error} that names a module with other syntax, or the names that two modules declare
 */
export function joinEsModules(entry: URL): string {
  const modules: Module[] = []
  collectModules(entry, modules, [])
  assertUniqueNames(modules)
  const [header = ''] = /^\/\*\*[\s\S]*?\*\/\n/.exec(readFileSync(entry, 'utf8')) ?? []
  const bodies = modules.map(({ url, body }) => (url.href === entry.href ? body : body.replace(/^export /gm, '')))
  return `${header}${bodies.join('')}`
}

interface Module {
  url: URL
  /** The source of the module without imports and comments. */
  body: string
}

const IMPORT = /^import \{([^}]*)\} from '(\.[^']+)'\n/gm
const UNSUPPORTED = /^(import\b|export (default|\*|\{)|export .* from\b|(export )?(const|let|var) [[{]).*/m
const DECLARATION = /^(?:export )?(?:async )?(?:const|let|var|class|function\*?) (\w+)/gm
const COMMENT = /^[ \t]*(\/\*\*[\s\S]*?\*\/|\/\/.*)\n/gm

/**
 * Adds a module to the list after all modules that it imports.
 * @param importers URLs of the modules from the entry to this one, to detect import cycles
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
