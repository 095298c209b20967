import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { formatImportProblemLine } from './import-report.ts'

test('a problem names its record once', () => {
  const problem = { severity: 'warning', collection: 'events', external_id: '57', title: 'Fair', field: 'id' } as const
  for (const [place, expected] of [
    ['event 57', 'warning: event 57, "Fair", id: Taken.'],
    ['line 12', 'warning: line 12, events 57 "Fair", id: Taken.'],
  ] as const) {
    equal(formatImportProblemLine({ ...problem, place, message: 'Taken.' }), expected)
  }
  const nameless = { ...problem, external_id: '', title: '', field: '', place: 'line 1', message: 'Unknown column.' }
  equal(formatImportProblemLine(nameless), 'warning: line 1, events, Unknown column.')
  equal(formatImportProblemLine({ ...nameless, place: '' }), 'warning: Unknown column.')
  const named = { ...problem, place: 'line 2', field: 'title', message: 'title must be text.' }
  equal(formatImportProblemLine(named), 'warning: line 2, events 57 "Fair", title must be text.')
})
