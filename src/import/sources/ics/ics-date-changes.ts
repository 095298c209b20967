import { isDeepStrictEqual } from 'node:util'
import type { Problem } from '../../../core/errors.ts'
import type { ItemDate } from '../../import-item-types.ts'
import { recurrenceLinesYieldDate } from '../imported-recurrence-field.ts'
import type { IcsParser } from './ics-parser-thread.ts'
import { convertIcsTimeToZone } from './ics-times.ts'
import { type IcsEvent, type IcsEventContext, icsPropertyParameter, parseIcsEvent } from './parse-ics-event.ts'
import type { IcsComponent } from './read-ics-components.ts'

/** What the VEVENTs for single dates of a repeated event (`RECURRENCE-ID`) say. */
export interface IcsDateChanges {
  /** The changes of dates that the event has. */
  dates: ItemDate[]
  /** The VEVENTs for dates that the rule of the event does not give: they become events of their own. */
  others: { component: IcsComponent; event: IcsEvent }[]
  problems: Problem[]
}

/** Reads the VEVENTs for single dates of an event: fields that differ from those of the event. */
export async function readIcsChangesOfSingleDates(
  components: readonly IcsComponent[],
  event: IcsEvent,
  context: IcsEventContext,
  parser: IcsParser,
): Promise<IcsDateChanges> {
  const changes: IcsDateChanges = { dates: [], others: [], problems: [] }
  if (components.length === 0) return changes
  const hasDate = createDateFinder(event)
  const others = new Map<string, IcsDateChanges['others'][number]>()
  const { timezone: _, recurrence: __, ...common } = event.fields
  const parsed = await parser.parse(components)
  for (const [at, component] of components.entries()) {
    const result = parsed[at]
    if (result === undefined || 'failure' in result) continue
    const change = parseIcsEvent(result.properties, { ...context, zone: event.zone })
    if (change?.recurrenceId === undefined) continue
    const start = convertIcsTimeToZone(change.recurrenceId, event.zone)
    if (!hasDate(start)) {
      const { fields } = change
      if (fields.event_status !== 'cancelled')
        others.set(start, { component, event: { ...change, fields: { ...common, ...fields } } })
      continue
    }
    changes.problems.push(...change.problems)
    if (icsPropertyParameter(result.properties, 'recurrence-id', 'range').toUpperCase() === 'THISANDFUTURE')
      changes.problems.push({ name: 'recurrence', reason: 'import.this-and-future', placeholders: { value: start } })
    const { timezone: ___, status: ____, all_day: _____, ...own } = change.fields
    const changed = Object.entries(own).filter(([name, value]) => !isDeepStrictEqual(value, common[name]))
    changes.dates.push({ start, fields: Object.fromEntries(changed) })
  }
  changes.dates.sort((one, other) => (one.start < other.start ? -1 : 1))
  return { ...changes, others: [...others.values()] }
}

/** Returns a function that finds out whether the rule of an event gives a date, excluded dates included. */
function createDateFinder({ fields, zone }: IcsEvent): (date: string) => boolean {
  const lines = (fields.recurrence as readonly string[] | undefined)?.filter((line) => !line.startsWith('EX'))
  if (lines === undefined) return () => false
  const times = { start: String(fields.start_date), isAllDay: fields.all_day === true, timezone: zone }
  const found = new Map([[times.start, true]])
  return (date) => {
    const isGiven = found.get(date) ?? recurrenceLinesYieldDate(lines, times, date)
    found.set(date, isGiven)
    return isGiven
  }
}
