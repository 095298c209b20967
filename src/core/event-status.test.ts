import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseAttendanceMode, parseEventStatus, schemaOrgAttendanceMode, schemaOrgStatus } from './event-status.ts'

test('a status is read in the spelling of The Events Calendar and in that of schema.org', () => {
  const cases: [string, string | undefined][] = [
    ['cancelled', 'cancelled'],
    ['canceled', 'cancelled'],
    ['EventCancelled', 'cancelled'],
    ['https://schema.org/EventMovedOnline', 'moved_online'],
    ['http://schema.org/EventRescheduled', 'rescheduled'],
    ['https://schema.org/postponed', undefined],
    ['https://example.org/EventPostponed', undefined],
    ['Cancelled', undefined],
    ['', undefined],
  ]
  for (const [text, status] of cases) assert.equal(parseEventStatus(text), status, text)
})

test('the address that schema.org gives a value is read as this value', () => {
  assert.equal(parseEventStatus(schemaOrgStatus('postponed')), 'postponed')
  assert.equal(parseAttendanceMode(schemaOrgAttendanceMode('mixed')), 'mixed')
  assert.equal(parseAttendanceMode('hybrid'), undefined)
})
