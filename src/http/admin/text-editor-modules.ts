import { readdirSync, readFileSync } from 'node:fs'
import { DESCRIPTION_MARKUP } from '../../core/text/html.ts'

/**
 * The packages of the text editor. Browsers load the modules of all packages from one folder. Imports of a package by
 * its name are replaced by a relative path, because browsers cannot resolve package names, and the policy of the pages
 * forbids an import map in the document.
 */
const PACKAGES = [
  'orderedmap',
  'prosemirror-commands',
  'prosemirror-history',
  'prosemirror-keymap',
  'prosemirror-model',
  'prosemirror-schema-list',
  'prosemirror-state',
  'prosemirror-tables',
  'prosemirror-transform',
  'prosemirror-view',
  'rope-sequence',
  'w3c-keyname',
]

const OWN = new URL('../../admin/assets/editor/', import.meta.url)

const PACKAGE_IMPORT = /^((?:import|export)\b[^'"();=]*\bfrom\s*)(['"])([a-z0-9-]+)\2/gm
/** Matches comments on lines of their own. They are removed, because they are a third of the bytes of the packages. */
const COMMENT = /^[ \t]*(\/\*\*[\s\S]*?\*\/|\/\/.*)\n/gm

/**
 * All modules of the text editor with their file names. The allowed markup is a module too, made from the list of the
 * sanitizer.
 */
export function readTextEditorModules(): { name: string; bytes: Buffer }[] {
  const packages = PACKAGES.map((name) => ({ name: `${name}.js`, url: new URL(import.meta.resolve(name)) }))
  const own = readdirSync(OWN).map((name) => ({ name, url: new URL(name, OWN) }))
  const markup = `export const MARKUP = ${JSON.stringify(DESCRIPTION_MARKUP)}\n`
  return [
    { name: 'markup.js', bytes: Buffer.from(markup) },
    ...[...packages, ...own].map(({ name, url }) => ({ name, bytes: Buffer.from(moduleText(url)) })),
  ]
}

const moduleText = (url: URL): string =>
  readFileSync(url, 'utf8').replace(PACKAGE_IMPORT, '$1$2./$3.js$2').replace(COMMENT, '')
