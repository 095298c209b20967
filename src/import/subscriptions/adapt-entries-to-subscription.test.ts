import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import type { RecordItem } from '../import-item-types.ts'
import { adaptEntriesToSubscription, EVENTS_MAX } from './adapt-entries-to-subscription.ts'
import { parseStoredSubscriptionOptions } from './subscription-options.ts'

test('of a source with 30,000 events the first 20,000 by start are imported, and the source counts as cut', () => {
  const day = (number: number) =>
    new Date(Date.UTC(2031, 0, 1) + (number % 300) * 86_400_000).toISOString().slice(0, 10)
  const events = Array.from({ length: 30_000 }, (_, at): RecordItem => {
    const start = `${day(at)} 20:00:00`
    const fields = { title: `Event ${at}`, start_date: start, end_date: start }
    return { kind: 'event', externalId: String(at), place: '', cursor: '', fields }
  })
  const context = {
    options: parseStoredSubscriptionOptions('{}'),
    now: Date.UTC(2030, 11, 31) / 1000,
    ...{ categories: new Set<string>(), tags: new Set<string>(), venues: new Map<string, number>() },
  }
  const { items, present, isCut } = adaptEntriesToSubscription(events, context)
  const last = items.at(-1) as RecordItem
  deepEqual(
    [items.length, present.length, isCut, last.fields.start_date],
    [EVENTS_MAX, 30_000, true, `${day(199)} 20:00:00`],
  )
})
