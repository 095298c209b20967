import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findNearestWord } from './nearest-word.ts'

const NAMES = ['page', 'per_page', 'search', 'start_date', 'end_date', 'categories', 'id']

for (const [word, expected] of [
  ['strat_date', 'start_date'],
  ['startdate', 'start_date'],
  ['Start_Date', 'start_date'],
  ['category', 'categories'],
  ['pgae', 'page'],
  ['perpage', 'per_page'],
  ['idd', 'id'],
  ['colour', undefined],
  ['x', undefined],
  ['', undefined],
] as const) {
  test(`finds the word nearest to ${JSON.stringify(word)}`, () => assert.equal(findNearestWord(word, NAMES), expected))
}
