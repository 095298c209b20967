import ICAL from 'ical.js'
import { formatRule, type RecurrenceRule } from '../../core/recurrence/index.ts'
import { instantToLocal, localToInstant } from '../../core/time/instant.ts'
import type { LocalTime } from '../../core/time/local-time.ts'
import { type FeedEvent, type FeedRules, zoneOfFeedTimes } from '../feed-event.ts'
import { addListProperty, addProperty, icsDay, icsLocalTime, icsUtcTime } from './ics-properties.ts'

/** Adds RRULE and EXDATE to the component of a repeated event. */
export function addRecurrenceRules(component: ICAL.Component, event: FeedEvent, { rules, excluded }: FeedRules): void {
  for (const rule of rules) addProperty(component, 'rrule', ICAL.Recur.fromString(ruleText(rule, event)))
  if (excluded.length === 0) return
  addListProperty(
    component,
    'exdate',
    excluded.map((date) => timeOf(date, event)),
    { tzid: zoneNameOf(event) },
  )
}

/** Adds the RECURRENCE-ID of one date of a repeated event. */
export const addRecurrenceId = (component: ICAL.Component, event: FeedEvent, originalStart: LocalTime): void =>
  addProperty(component, 'recurrence-id', timeOf(originalStart, event), { tzid: zoneNameOf(event) })

/** A rule with UNTIL in UTC, which RFC 5545, 3.3.10, requires unless the event lasts all day. */
function ruleText(rule: RecurrenceRule, { isAllDay, timezone }: FeedEvent): string {
  if (rule.until === undefined || isAllDay) return formatRule(rule, isAllDay)
  const until = instantToLocal(localToInstant(rule.until, timezone), 'UTC')
  return formatRule({ ...rule, until }, isAllDay).replace(/UNTIL=\w+/, '$&Z')
}

/** The name of the zone of the dates of a repeated event; undefined if they are days, or in UTC. */
const zoneNameOf = (event: FeedEvent) => (event.isAllDay ? undefined : zoneOfFeedTimes(event))

function timeOf(local: LocalTime, event: FeedEvent): ICAL.Time {
  if (event.isAllDay) return icsDay(local)
  return zoneNameOf(event) === undefined ? icsUtcTime(localToInstant(local, event.timezone)) : icsLocalTime(local)
}
