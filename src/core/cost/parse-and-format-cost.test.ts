import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { type Cost, formatCost, parseCost, parseStoredCost } from './parse-and-format-cost.ts'

const SITE = { symbol: '$', position: 'prefix' } as const

// Columns of the test cases: input, displayed text, currency symbol and its position, `values` of the result. The cases
// before the first empty line come from recordings of the reference implementation.
for (const [input, shown, currency, values] of [
  ['15', '$15', '', ['15']],
  ['5', '$5', '', ['5']],
  ['$12.50', '$12.50', '$ prefix', ['12.50']],
  ['$10', '$10', '$ prefix', ['10']],
  ['10 EUR', '10EUR', 'EUR postfix', ['10']],
  ['Free', 'Free', '', ['free']],
  [[20, '10'], '$10 – $20', '', ['10', '20']],
  ['', '', '', []],
  [null, '', '', []],
  [false, '', '', []],
  [[], '', '', []],

  ['   ', '', '', []],
  [['', ' '], '', '', []],
  [0, '$0', '', ['0']],
  ['0', '$0', '', ['0']],
  [12.5, '$12.5', '', ['12.5']],
  ['007', '$007', '', ['7']],
  ['1,234.50', '$1,234.50', '', ['1234.50']],
  ['1.234,50 €', '1.234,50€', '€ postfix', ['1234.50']],
  ['1 234', '$1 234', '', ['1234']],
  ['1\u00a0234\u202f567,5 kr', '1\u00a0234\u202f567,5kr', 'kr postfix', ['1234567.5']],
  ["CHF 1'200.–", "CHF1'200.–", 'CHF prefix', ['1200']],
  ['1,234', '$1,234', '', ['1234']],
  ['1.234', '$1.234', '', ['1.234']],
  ['1.234.567', '$1.234.567', '', ['1234567']],
  ['12,5', '$12,5', '', ['12.5']],
  ['0,500', '$0,500', '', ['0.500']],
  ['10.- CHF', '10.-CHF', 'CHF postfix', ['10']],
  ['$10 - $20', '$10 – $20', '$ prefix', ['10', '20']],
  ['$10-20', '$10 – $20', '$ prefix', ['10', '20']],
  ['10-20 EUR', '10EUR – 20EUR', 'EUR postfix', ['10', '20']],
  ['€5–€8', '€5 – €8', '€ prefix', ['5', '8']],
  ['$20, $5.00, $10 / $5', '$5.00 – $20', '$ prefix', ['5.00', '10', '20']],
  ['9 – 10', '$9 – $10', '', ['9', '10']],
  [['$5', '$5'], '$5', '$ prefix', ['5']],
  [['0$', '20$', '30$'], 'Free – 30$', '$ postfix', ['0', '20', '30']],
  ['0 – 0.50', 'Free – $0.50', '', ['0', '0.50']],
  ['Free – 30$', 'Free – 30$', '$ postfix', ['0', '30']],
  ['US$ 10', 'US$10', 'US$ prefix', ['10']],
  ['Rs. 500', 'Rs.500', 'Rs. prefix', ['500']],
  ['<b>$5</b>', '$5', '$ prefix', ['5']],

  ['1e3', '1e3', '', ['1e3']],
  ['Pay What You Want', 'Pay What You Want', '', ['pay what you want']],
  ['from $10 per person', 'from $10 per person', '$ prefix', ['10']],
  ['Adults 10 €, kids 5 €', 'Adults 10 €, kids 5 €', '€ postfix', ['5', '10']],
  ['$10 or 9 EUR', '$10 or 9 EUR', '', ['9', '10']],
  ['$10 – 9 EUR', '$10 – 9 EUR', '', ['9', '10']],
  ['Free – $10', 'Free – $10', '$ prefix', ['0', '10']],
  [['Free', 10, 0], 'Free – 10 – 0', '', ['0', '10']],
  ['Free drinks, $10', 'Free drinks, $10', '$ prefix', ['10']],
  ['VIP 50', 'VIP 50', '', ['50']],
  ['EUR', 'EUR', '', ['eur']],
  ['50% off', '50% off', '', ['50']],
] as const) {
  test(`cost ${JSON.stringify(input)}`, () => {
    const cost = parseCost(input) as Cost
    const { symbol, position } = cost
    assert.deepEqual([formatCost(cost, SITE), `${symbol} ${position}`.trim(), cost.values], [shown, currency, values])
  })
}

test('a price without currency is displayed with the currency of the site', () => {
  const euros = { symbol: '€', position: 'postfix' } as const
  assert.equal(formatCost(parseCost('5-10') as Cost, euros), '5€ – 10€')
  assert.equal(formatCost(parseCost('$5') as Cost, euros), '$5')
})

for (const input of [
  undefined,
  true,
  {},
  { cost: 5 },
  [[5]],
  [null],
  [true],
  -5,
  '-5',
  [5, -5],
  Number.NaN,
  Number.POSITIVE_INFINITY,
  1e21,
  1e-7,
  5n,
  'x'.repeat(251),
  Array(100).fill('10'),
]) {
  test(`not a cost: ${typeof input} ${String(input).slice(0, 20)}`, () => assert.equal(parseCost(input), undefined))
}

const amount = fc.oneof(
  fc.constantFrom(
    '0',
    '5',
    '10.-',
    '12.50',
    '12,5',
    '1,234',
    '1,234.50',
    '1.234,50',
    '1 234',
    '1e3',
    '007',
    '99999999999999999999',
  ),
  fc.nat().map(String),
)
const typed = fc
  .array(
    fc.oneof(
      amount,
      fc.constantFrom('$', '€', 'EUR', ' ', ' ', '-', ' – ', ', ', '/', 'Free', 'from', 'kr.', '+', '.'),
    ),
    { maxLength: 8 },
  )
  .map((pieces) => pieces.join(''))
const site = fc.record({
  symbol: fc.constantFrom('$', '€', 'CHF', 'kr', 'Q', ''),
  position: fc.constantFrom('prefix' as const, 'postfix' as const),
})

test('the displayed cost is made from the stored prices, not from the text', () => {
  const stored = { ...(parseCost('$10 - 20') as Cost), text: 'not read again' }
  assert.deepEqual([formatCost(stored, SITE), stored.prices], ['$10 – $20', ['10', '20']])
  assert.deepEqual((parseCost('from $10') as Cost).prices, [])
})

test('parsing and formatting never throw', () => {
  fc.assert(
    fc.property(fc.oneof(fc.anything(), fc.string({ unit: 'binary' }), typed), site, (input, of) => {
      const cost = parseCost(input)
      if (cost !== undefined) assert.equal(typeof formatCost(cost, of), 'string')
    }),
    { numRuns: 1000 },
  )
})

test('the displayed cost has the same lowest and highest price, and is displayed unchanged when parsed again', () => {
  fc.assert(
    fc.property(typed, site, (input, of) => {
      const cost = parseCost(input)
      if (cost === undefined) return
      const shown = parseCost(formatCost(cost, of)) as Cost
      assert.deepEqual([shown.values[0], shown.values.at(-1)], [cost.values[0], cost.values.at(-1)])
      assert.equal(formatCost(shown, of), formatCost(cost, of))
    }),
    { numRuns: 1000 },
  )
})

test('values are plain numbers in ascending order, or one text', () => {
  fc.assert(
    fc.property(typed, (input) => {
      const values = parseCost(input)?.values ?? []
      if (values.length < 2) return
      for (const [at, value] of values.entries()) {
        assert.match(value, /^\d+(?:\.\d+)?$/)
        assert.ok(at === 0 || Number(values[at - 1]) < Number(value))
      }
    }),
  )
})

test('a stored cost is read back unchanged, also when it was stored without the list of prices', () => {
  fc.assert(
    fc.property(typed, (input) => {
      const cost = parseCost(input)
      if (cost === undefined) return
      assert.deepEqual(parseStoredCost(JSON.stringify(cost)), cost)
      const { prices: _, ...older } = cost
      assert.deepEqual(parseStoredCost(JSON.stringify(older)), cost)
    }),
  )
  assert.deepEqual(parseStoredCost(''), parseCost(''))
})
