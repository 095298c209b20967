import { deepEqual, equal, ok } from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import { DEFAULT_SETTINGS } from '../../settings/site-settings.ts'
import { loadLetterOutlines, type Outlines } from './letter-outlines.ts'
import type { SharePicture } from './share-picture-content.ts'
import { INK_COLORS, sharePictureSvg } from './share-picture-svg.ts'

let outlines: Outlines
before(async () => {
  outlines = await loadLetterOutlines()
})

const EVENT: SharePicture = {
  page: 'event-14',
  label: 'Music',
  title: 'Jazz am Fluß',
  lines: ['Saturday, 21 November 2026, 19:30', 'Łódź'],
  seed: 14,
  categoryId: 3,
}
const svgOf = (fields: Partial<SharePicture>) => sharePictureSvg({ ...EVENT, ...fields }, DEFAULT_SETTINGS, outlines)

/** The paths of texts, which are those with a colour of their own. */
const textPathsOf = (svg: string) => [...svg.matchAll(/<path fill="[^"]*" d="([^"]*)"/g)].map(([, d = '']) => d)

test('all letters are outlines, and all numbers of outlines are finite', () => {
  const svg = svgOf({})
  equal(textPathsOf(svg).length, 5, 'label, title, two lines and the name of the site')
  ok(!svg.includes('<text') && !svg.includes('NaN'))
})

test('long titles and names stay left of the poster and above the name of the site', () => {
  for (const title of ['word '.repeat(60), 'x'.repeat(200), 'An ordinary title of a concert with two ensembles']) {
    const svg = svgOf({ title, label: title, lines: [title, title, title] })
    for (const path of textPathsOf(svg)) {
      const numbers = path.match(/-?[\d.]+/g)?.map(Number) ?? []
      ok(Math.max(...numbers) < 800, `${title}: ${Math.max(...numbers)}`)
    }
    const lines = textPathsOf(svg).slice(0, -1)
    ok(Math.max(...lines.map((path) => Number(/^M[\d.]+ ([\d.]+)/.exec(path)?.[1]))) < 510, title)
  }
})

test('emoji and invisible characters are left out of a text', () => {
  equal(outlines.drawableText('🎷 Jazz\u200f night 👩🏽‍🎤'), 'Jazz night')
  equal(outlines.drawableText('Cafe\u0301 – 7:30\u202fPM'), 'Café – 7:30 PM')
})

test('a text in a script that the font lacks cannot be drawn', () => {
  for (const text of ['日本の夜', 'ערב ג׳אז', 'ليلة', 'Ночь', '🎷', ''])
    equal(outlines.drawableText(text), undefined, text)
})

test('without a title that can be drawn, the poster is as wide as the picture', () => {
  const svg = svgOf({ title: '日本の夜' })
  deepEqual(textPathsOf(svg), [])
  ok(svg.includes('<svg x="0" width="1200"'))
})

test('the colours are those of light pages', () => {
  const css = readFileSync(new URL('../assets/styles/0-base.css', import.meta.url), 'utf8')
  const light = css.slice(0, css.indexOf('prefers-color-scheme: dark'))
  deepEqual(
    INK_COLORS.map((_, index) => new RegExp(`--ink-${index}: (#\\w+)`).exec(light)?.[1]),
    [...INK_COLORS],
  )
})
