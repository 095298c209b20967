import { deepEqual, equal } from 'node:assert/strict'
import test from 'node:test'
import { parseCostOfRequest, requestValueOfStoredCost, shortestRequestValueOfCost } from './cost-with-currency.ts'

for (const [sent, symbol, code, position] of [
  ['120 kr', 'kr', undefined, 'postfix'],
  [{ text: '120 kr', currency_code: 'sek' }, 'kr', 'SEK', 'postfix'],
  [{ text: '120 kr', currency_code: 'SEK', currency_position: 'prefix' }, 'kr', 'SEK', 'postfix'],
  [{ text: '12', currency_position: 'postfix' }, '', undefined, 'postfix'],
  [{ text: 'Free', currency_position: 'prefix' }, '', undefined, 'prefix'],
  [{ text: '', currency_code: 'SEK', currency_position: 'prefix' }, '', undefined, ''],
] as const) {
  test(`currency of ${JSON.stringify(sent)}`, () => {
    const cost = parseCostOfRequest(sent)
    deepEqual([cost?.symbol, cost?.code, cost?.position], [symbol, code, position])
    deepEqual(parseCostOfRequest(requestValueOfStoredCost(JSON.stringify(cost))), cost)
  })
}

for (const sent of [
  {},
  { cost: 5 },
  { text: 5 },
  { text: '-5' },
  { text: '5', currency_code: 'ABCD' },
  { text: '5', currency_position: 'above' },
]) {
  test(`not a cost: ${JSON.stringify(sent)}`, () => equal(parseCostOfRequest(sent), undefined))
}

test('a cost whose text says everything is sent as text', () => {
  equal(shortestRequestValueOfCost({ text: '8 €', currency_position: 'postfix' }), '8 €')
  equal(shortestRequestValueOfCost({ text: '', currency_code: 'SEK' }), '')
  deepEqual(shortestRequestValueOfCost({ text: '8 €', currency_code: 'EUR', currency_position: 'postfix' }), {
    text: '8 €',
    currency_code: 'EUR',
  })
})
