import ICAL from 'ical.js'
import { formatRecurrenceRule, type RecurrenceRule } from '../../core/recurrence/index.ts'
import { instantToLocal, localToInstant } from '../../core/time/instant.ts'
import type { LocalTime } from '../../core/time/local-time.ts'
import { type FeedEvent, type FeedRules, zoneOfFeedEvent } from '../feed-event-types.ts'
import {
  addIcsListProperty,
  addIcsProperty,
  convertInstantToIcsUtcTime,
  convertLocalTimeToIcsDay,
  convertLocalTimeToIcsTime,
} from './ics-properties.ts'

/** Adds RRULE and EXDATE to the component of a repeated event. */
export function addRecurrenceRulesToIcsEvent(
  component: ICAL.Component,
  event: FeedEvent,
  { rules, excluded }: FeedRules,
): void {
  for (const rule of rules) addIcsProperty(component, 'rrule', ICAL.Recur.fromString(ruleText(rule, event)))
  if (excluded.length === 0) return
  addIcsListProperty(
    component,
    'exdate',
    excluded.map((date) => timeOf(date, event)),
    { tzid: zoneNameOf(event) },
  )
}

/** Adds the RECURRENCE-ID of one date of a repeated event. */
export const addRecurrenceIdToIcsEvent = (
  component: ICAL.Component,
  event: FeedEvent,
  originalStart: LocalTime,
): void => addIcsProperty(component, 'recurrence-id', timeOf(originalStart, event), { tzid: zoneNameOf(event) })

/**
 * Formats a recurrence rule. Its UNTIL is written in UTC, as RFC 5545, 3.3.10, requires unless the event lasts all day.
 */
function ruleText(rule: RecurrenceRule, { isAllDay, timezone }: FeedEvent): string {
  if (rule.until === undefined || isAllDay) return formatRecurrenceRule(rule, isAllDay)
  const until = instantToLocal(localToInstant(rule.until, timezone), 'UTC')
  return formatRecurrenceRule({ ...rule, until }, isAllDay).replace(/UNTIL=\w+/, '$&Z')
}

/** The name of the time zone of a repeated event's dates; undefined if they are days or written in UTC. */
const zoneNameOf = (event: FeedEvent) => (event.isAllDay ? undefined : zoneOfFeedEvent(event))

function timeOf(local: LocalTime, event: FeedEvent): ICAL.Time {
  if (event.isAllDay) return convertLocalTimeToIcsDay(local)
  return zoneNameOf(event) === undefined
    ? convertInstantToIcsUtcTime(localToInstant(local, event.timezone))
    : convertLocalTimeToIcsTime(local)
}
