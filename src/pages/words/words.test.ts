import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { formatMessage, isMessageKey } from '../../core/messages/index.ts'
import { en } from './en.ts'
import { mergeWordsWithTranslation, pageWordsInLanguage, TRANSLATIONS } from './index.ts'

type Texts = { readonly [key: string]: Text }
type Text = string | ((...values: never[]) => string) | Texts

/** The texts of a file by their path, such as `views.month`. */
const pathsOf = (texts: Texts, prefix = ''): Map<string, Exclude<Text, Texts>> =>
  new Map(
    Object.entries(texts).flatMap(([key, text]) =>
      typeof text === 'object' ? [...pathsOf(text, `${prefix}${key}.`)] : [[`${prefix}${key}`, text] as const],
    ),
  )

const ENGLISH = pathsOf(en as unknown as Texts)

/** The values that a text contains, of those with which it is called. Texts about one or two may omit the number. */
function placeholdersOf(text: Exclude<Text, Texts> | undefined): string[] {
  const values = ['731', '947']
  const result = typeof text === 'function' ? (text as (...values: string[]) => string)(...values) : (text ?? '')
  return values.filter((value) => result.includes(value))
}

for (const [language, { words, messages }] of Object.entries(TRANSLATIONS)) {
  test(`${language} has only texts that exist in English, with the same placeholders`, () => {
    const translated = pathsOf(words as Texts)
    for (const [path, text] of translated) {
      const english = ENGLISH.get(path)
      ok(english !== undefined, `${path} is not a text of pages`)
      equal(typeof text, typeof english, path)
      deepEqual(placeholdersOf(text), placeholdersOf(english), path)
      ok(placeholdersOf(text).length > 0 || String(text).trim() !== '', path)
    }
    for (const [key, message] of Object.entries(messages)) {
      ok(isMessageKey(key), key)
      deepEqual(message.match(/\{\w+\}/g), formatMessage('en', key).match(/\{\w+\}/g), key)
    }
  })
}

test('the translations of this repository lack no text', () => {
  const messages = Object.keys(TRANSLATIONS.it.messages)
  for (const [language, translation] of Object.entries(TRANSLATIONS)) {
    const translated = pathsOf(translation.words as Texts)
    deepEqual(
      [...ENGLISH.keys()].filter((path) => !translated.has(path)),
      [],
      language,
    )
    deepEqual(
      messages.filter((key) => !Object.hasOwn(translation.messages, key)),
      [],
      language,
    )
  }
})

test('a text that a translation lacks is in the language of the records', () => {
  const words = mergeWordsWithTranslation(pageWordsInLanguage('de'), { today: 'I dag', views: { month: 'Måned' } })
  equal(words.today, 'I dag')
  equal(words.views.month, 'Måned')
  equal(words.views.week, 'Woche')
  equal(words.landing.title, pageWordsInLanguage('de').landing.title)
})

test('numbers have the plural forms of the language', () => {
  const numbers = (language: 'pl' | 'cs' | 'ar' | 'ja', counts: number[]) =>
    counts.map(pageWordsInLanguage(language).events)
  deepEqual(numbers('pl', [1, 2, 5, 22]), ['1 wydarzenie', '2 wydarzenia', '5 wydarzeń', '22 wydarzenia'])
  deepEqual(numbers('cs', [1, 3, 5]), ['1 akce', '3 akce', '5 akcí'])
  deepEqual(numbers('ar', [1, 2, 5]), ['فعالية واحدة', 'فعاليتان', '5 فعاليات'])
  deepEqual(numbers('ja', [1, 2]), ['1件のイベント', '2件のイベント'])
})
