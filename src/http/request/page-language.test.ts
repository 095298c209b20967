import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { choosePageLanguage } from './page-language.ts'

for (const [setting, language, header, chosen] of [
  ['content', 'en', 'it', 'en'],
  ['it', 'en', 'pl', 'it'],
  ['it', 'de', 'pl', 'de'],
  ['browser', 'en', undefined, 'en'],
  ['browser', 'en', '', 'en'],
  ['browser', 'en', 'it-CH, it;q=0.9, en;q=0.8', 'it'],
  ['browser', 'en', 'en;q=0.5, EL;q=0.7', 'el'],
  // German has pages of its own on this site, French has not.
  ['browser', 'en', 'de, pl;q=0.5', 'pl'],
  ['browser', 'en', 'fr', 'fr'],
  ['browser', 'de', 'de-AT, it;q=0.5', 'de'],
  ['browser', 'en', 'it;q=0, zh, *', 'en'],
  ['browser', 'en', 'it;q=x', 'en'],
  ['browser', 'en', `${'zz,'.repeat(100)}it`, 'en'],
] as const) {
  test(`${setting} on pages in ${language} for ${header?.slice(0, 30)}: ${chosen}`, () => {
    equal(choosePageLanguage(setting, ['en', 'de'], language, header), chosen)
  })
}
