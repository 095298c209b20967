import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { createMetricWithOneSample, formatMetricsForPrometheus, mergeWorkerMetrics } from './prometheus-format.ts'

test('each metric has a description, and labels are escaped', () => {
  equal(
    formatMetricsForPrometheus([
      createMetricWithOneSample('counter', 'requests_total', 'With a \\ and\na line.', 3),
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
      '# HELP requests_total With a \\\\ and\\na line.',
      '# TYPE requests_total counter',
      'requests_total 3',
      '# HELP now Now.',
      '# TYPE now gauge',
      'now{word="a \\"b\\"\\\\\\n",other="é"} -1.5',
      'now +Inf',
      'now_sum 1e-7',
      '',
    ].join('\n'),
  )
})

test('metrics of several processes are merged, with a label for the process', () => {
  const one = createMetricWithOneSample('counter', 'requests_total', 'Requests.', 1)
  const other = createMetricWithOneSample('gauge', 'now', 'Now.', 2)
  const processes = new Map([
    ['1', [one, other]],
    ['2', [one]],
  ])
  equal(
    formatMetricsForPrometheus(mergeWorkerMetrics(processes)).replace(/^#.*\n/gm, ''),
    'requests_total{worker="1"} 1\nrequests_total{worker="2"} 1\nnow{worker="1"} 2\n',
  )
})
