import { readdirSync, readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { cssRulesForLayoutNumbers } from '../../pages/calendar-layout/css-classes-for-numbers.ts'
import { joinEsModules } from '../../pages/embed/join-modules.ts'
import type { PageAssets } from '../../pages/render-page-document.ts'
import { registerHashedStaticFile } from './static-files.ts'

const asset = (name: string) => new URL(`../../pages/assets/${name}`, import.meta.url)

/**
 * The style sheet of all pages: the files of `pages/assets/styles` in the order of their names, and the classes for
 * numbers.
 */
function styleSheets(): string {
  const folder = asset('styles/')
  const names = readdirSync(folder).toSorted()
  const files = names.map((name) => readFileSync(new URL(name, folder), 'utf8'))
  return [...files, cssRulesForLayoutNumbers()].join('\n')
}

/**
 * Serves the files that all pages load: style sheet, script, font and icons.
 * @returns their URL paths
 */
export function registerPageAssetFiles(app: FastifyInstance): PageAssets {
  const face = import.meta.resolve('@fontsource/fraunces/files/fraunces-latin-600-normal.woff2')
  const font = registerHashedStaticFile(app, 'fraunces.woff2', 'font/woff2', new URL(face))
  const script = joinEsModules(asset('almanac.js'))
  const style = styleSheets().replace('fraunces.woff2', font)
  return {
    font,
    style: registerHashedStaticFile(app, 'almanac.css', 'text/css; charset=utf-8', Buffer.from(style)),
    script: registerHashedStaticFile(app, 'almanac.js', 'text/javascript; charset=utf-8', Buffer.from(script)),
    suggestions: registerHashedStaticFile(
      app,
      'suggestions.js',
      'text/javascript; charset=utf-8',
      asset('suggestions.js'),
    ),
    icon: registerHashedStaticFile(app, 'icon.svg', 'image/svg+xml', asset('icon.svg')),
    touchIcon: registerHashedStaticFile(app, 'touch-icon.png', 'image/png', asset('touch-icon.png')),
  }
}
