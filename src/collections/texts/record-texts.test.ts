import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { formatTextsColumn, parseTextsOfRows, type RecordText } from './record-texts.ts'

const TEXT: RecordText = { language: 'de', title: 'Titel', description: '', excerpt: '', slug: 'titel', modified_at: 1 }

test('a row of which the texts are decoded stays as it is, because memoizing readers return it again', () => {
  const row = { id: 7, texts_json: formatTextsColumn([TEXT]) }
  for (const turn of [1, 2]) {
    const [decoded] = parseTextsOfRows<{ id: number }>([row])
    deepEqual([turn, decoded?.id, decoded?.texts], [turn, 7, [TEXT]])
  }
})
