import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { currencyCodeFromSymbol } from './currency-codes.ts'

for (const [symbol, code] of [
  ['€', 'EUR'],
  ['Euro', 'EUR'],
  ['US$', 'USD'],
  ['chf', 'CHF'],
  ['Kč', 'CZK'],
  ['$', undefined],
  ['¥', undefined],
  ['kr', undefined],
  ['', undefined],
  ['abc', undefined],
] as const) {
  test(`the code of ${JSON.stringify(symbol)} is ${code}`, () => equal(currencyCodeFromSymbol(symbol), code))
}
