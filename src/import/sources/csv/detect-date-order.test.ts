import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { createDateOrderDetector, rewriteDateAsIso } from './detect-date-order.ts'

for (const [texts, order] of [
  [['31/12/2031', '01/02/2031'], 'dmy'],
  [['12/31/2031', '01/02/2031'], 'mdy'],
  [['1.2.2031'], 'dmy'],
  [['01/02/2031'], undefined],
  [['2031-01-02', 'May 1, 2031'], undefined],
] as const) {
  test(`the order of the dates ${texts.join(', ')} is ${order}`, () => {
    const evidence = createDateOrderDetector()
    texts.forEach(evidence.add)
    equal(evidence.order(), order)
  })
}

for (const [text, order, expected] of [
  ['31/12/2031', 'dmy', '2031-12-31'],
  ['12/31/31 8:00 PM', 'mdy', '2031-12-31 8:00 PM'],
  ['2031/5/1', 'dmy', '2031-05-01'],
  ['1.5.2031 20:00', 'dmy', '2031-05-01 20:00'],
  ['31-5-1', 'ymd', '2031-05-01'],
  [' May 1, 2031 ', 'dmy', 'May 1, 2031'],
] as const) {
  test(`"${text}" in the order ${order} is ${expected}`, () => equal(rewriteDateAsIso(text, order), expected))
}
