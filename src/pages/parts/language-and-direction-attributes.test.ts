import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { directionAttribute } from './language-and-direction-attributes.ts'

test('a text has the direction of its first letter', () => {
  for (const [text, attribute] of [
    ['Jazz', undefined],
    ['', undefined],
    ['مهرجان Jazz', ' dir="rtl"'],
    ['12 – “הופעה”', ' dir="rtl"'],
    ['Jazz في القاهرة', undefined],
    ['東京', undefined],
  ] as const) {
    equal(directionAttribute(text, 'en')?.text, attribute, text)
  }
})
