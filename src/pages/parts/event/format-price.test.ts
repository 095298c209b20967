import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { parseCost } from '../../../core/cost/parse-and-format-cost.ts'
import type { PageLanguage } from '../../../core/language.ts'
import { DEFAULT_SETTINGS } from '../../../settings/site-settings.ts'
import { pageWordsInLanguage } from '../../words/index.ts'
import { formatPriceOnPage } from './format-price.ts'

for (const [typed, language, expected] of [
  ['€23.50', 'en', '€23.50'],
  ['€23.50', 'de', '23,50 €'],
  ['€23.50', 'fr', '23,50 €'],
  ['23,50 €', 'en', '€23.50'],
  ['€53 – €59', 'de', '53–59 €'],
  ['€53 – €59', 'en', '€53 – €59'],
  ['1.234,50 €', 'en', '€1,234.50'],
  ['Free – €24', 'de', 'Kostenlos – €24'],
  ['0', 'es', 'Gratis'],
  ['12', 'en', '$12'],
  ['12', 'fi', '12 $'],
  ['10 EUR', 'en', 'EUR 10'],
  ['kr 150', 'sv', '150 kr'],
  ['US$5', 'en', 'US$5'],
  ['€5 at the door, members free', 'de', '€5 at the door, members free'],
  ['', 'de', ''],
] as const) {
  test(`the price ${typed || 'of no event'} in the language ${language}: ${expected}`, () => {
    const context = {
      scope: { site: DEFAULT_SETTINGS },
      language: language as PageLanguage,
      words: pageWordsInLanguage(language),
    }
    const shown = formatPriceOnPage(context, parseCost(typed) ?? (parseCost('') as never))
    equal(shown.replace(/\s/gu, ' '), expected)
  })
}
