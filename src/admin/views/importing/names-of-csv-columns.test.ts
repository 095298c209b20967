import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { LANGUAGES } from '../../../core/language.ts'
import { CSV_KINDS, listMeaningsOfCsvColumns } from '../../../import/sources/csv/match-csv-column-labels.ts'
import { adminWordsInLanguage } from '../../words/index.ts'

test('each meaning of a column of a table has a name of its own in each language', () => {
  for (const language of LANGUAGES) {
    const { fields, importing } = adminWordsInLanguage(language)
    const names: Readonly<Record<string, string>> = { ...fields, ...importing.targets }
    for (const kind of CSV_KINDS) {
      const meanings = listMeaningsOfCsvColumns(kind)
      deepEqual(
        meanings.filter((meaning) => names[meaning] === undefined),
        [],
        `${kind} in ${language}`,
      )
      equal(new Set(meanings.map((meaning) => names[meaning])).size, meanings.length, `${kind} in ${language}`)
    }
  }
})
