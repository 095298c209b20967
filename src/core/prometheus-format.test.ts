import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { createMetric, formatPrometheus, mergeWorkerMetrics } from './prometheus-format.ts'

test('figures are lines, each explained, with labels escaped', () => {
  equal(
    formatPrometheus([
      createMetric('counter', 'asked_total', 'With a \\ and\na line.', 3),
      { name: 'empty', help: 'Nothing.', type: 'gauge', samples: [] },
      {
        name: 'now',
        help: 'Now.',
        type: 'gauge',
        samples: [
          { labels: { word: 'a "b"\\\n', other: 'é' }, value: -1.5 },
          { labels: {}, value: Number.POSITIVE_INFINITY },
          { labels: {}, suffix: 'sum', value: 1e-7 },
        ],
      },
    ]),
    [
      '# HELP asked_total With a \\\\ and\\na line.',
      '# TYPE asked_total counter',
      'asked_total 3',
      '# HELP now Now.',
      '# TYPE now gauge',
      'now{word="a \\"b\\"\\\\\\n",other="é"} -1.5',
      'now +Inf',
      'now_sum 1e-7',
      '',
    ].join('\n'),
  )
})

test('those of several processes stand together and say whose they are', () => {
  const one = createMetric('counter', 'asked_total', 'Asked.', 1)
  const other = createMetric('gauge', 'now', 'Now.', 2)
  const processes = new Map([
    ['1', [one, other]],
    ['2', [one]],
  ])
  equal(
    formatPrometheus(mergeWorkerMetrics(processes)).replace(/^#.*\n/gm, ''),
    'asked_total{worker="1"} 1\nasked_total{worker="2"} 1\nnow{worker="1"} 2\n',
  )
})
