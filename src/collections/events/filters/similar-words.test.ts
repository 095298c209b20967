import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { differByOneLetter, findSimilarWord } from './similar-words.ts'

for (const [one, other, expected] of [
  ['jazkeller', 'jazzkeller', true],
  ['jazzzkeller', 'jazzkeller', true],
  ['jozzkeller', 'jazzkeller', true],
  ['jazzkelelr', 'jazzkeller', true],
  ['concerts', 'concert', true],
  ['concert', 'concert', false],
  ['konzert', 'concert', false],
  ['abcd', 'badc', false],
  ['aa', 'aaaa', false],
] as const) {
  test(`${one} and ${other} ${expected ? 'differ' : 'do not differ'} by one letter`, () => {
    equal(differByOneLetter(one, other), expected)
    equal(differByOneLetter(other, one), expected)
  })
}

const VOCABULARY = new Map([
  ['market', 5],
  ['marker', 9],
  ['orchestra', 1],
  ['fest', 2],
  ['bucherflohmarkt', 1],
])

for (const [word, expected] of [
  ['markes', 'marker'],
  ['orchestren', 'orchestr'],
  ['orchestras', 'orchestra'],
  ['fes', undefined],
  ['unknown', undefined],
  ['buecherfloehmarkt', 'bucherflohmarkt'],
  ['buecherfloehmaerkte', 'bucherflohmarkt'],
] as const) {
  test(`the near word of ${word} is ${expected}`, () => {
    equal(findSimilarWord(word, VOCABULARY), expected)
  })
}
