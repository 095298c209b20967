import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import type { PageContext } from '../page-context.ts'
import { attributesOfTitleHeading, directionAttribute } from './language-and-direction-attributes.ts'

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

test('the heading of a long title has smaller letters', () => {
  const attributesOf = (title: string) =>
    attributesOfTitleHeading({ language: 'en' } as PageContext, { text: { language: 'de' } }, title).text
  equal(attributesOf('Jazz'), ' lang="de"')
  equal(attributesOf('Jazz '.repeat(20)), ' lang="de" class="long-title"')
})
