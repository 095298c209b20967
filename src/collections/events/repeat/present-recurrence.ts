import { postPageUrl } from '../../posts/present-post.ts'
import type { Scope } from '../../scope.ts'
import type { EventRow } from '../event-row.ts'
import { pagePathOfDate } from './page-path-of-date.ts'
import { describeRecurrenceOfEvent } from './parse-and-describe-recurrence-of-event.ts'
import {
  type DateOfRepeat,
  isDateOfRepeatedEvent,
  isRepeatedEvent,
  parseOverrides,
  type Repeat,
} from './repeated-event-columns-and-overrides.ts'

/** The JSON fields that only repeated events and their dates have. */
export function presentRecurrenceFields(scope: Scope, event: EventRow): Record<string, unknown> {
  if (isDateOfRepeatedEvent(event)) return { ...presentDate(scope, event), ...presentEffects(event) }
  return isRepeatedEvent(event) ? { ...presentRepeated(scope, event), ...presentEffects(event) } : {}
}

function presentEffects({ effects }: EventRow) {
  if (effects === undefined) return {}
  const { overridden, orphans, follows } = effects
  const kept_overrides = overridden.map(({ id, original_start, overrides }) => ({
    id,
    original_start,
    fields: parseOverrides(overrides),
  }))
  return {
    ...(kept_overrides.length > 0 && { kept_overrides }),
    ...(orphans.length > 0 && { orphans }),
    ...(follows !== undefined && { follows }),
  }
}

function presentDate(scope: Scope, event: DateOfRepeat<EventRow>) {
  const page = postPageUrl(scope, 'event', { ...event, id: event.repeat_id, page_path: undefined })
  return {
    parent: event.repeat_id,
    recurrence_text: describeRecurrenceOfEvent(event.repeat, scope.language),
    occurrence: {
      original_start: event.original_start,
      overrides: parseOverrides(event.overrides),
      event_url: page(scope.urls, event.text),
    },
    ...(event.next_dates && {
      dates: event.next_dates.first.map(({ id, start_local, end_local }) => ({
        id,
        start_date: start_local,
        end_date: end_local,
      })),
      dates_total: event.next_dates.total,
    }),
  }
}

function presentRepeated(scope: Scope, event: EventRow & { repeat: Repeat }) {
  const { repeat, dates } = event
  return {
    recurrence: repeat.lines.split('\n').filter((line) => line !== ''),
    recurrence_text: describeRecurrenceOfEvent(repeat, scope.language),
    ...(dates && { occurrences: presentDates(scope, event, dates) }),
  }
}

function presentDates(scope: Scope, event: EventRow & { repeat: Repeat }, dates: NonNullable<EventRow['dates']>) {
  const { repeat } = event
  const { total, last_start, next, overridden } = dates
  return {
    total,
    next: next
      ? {
          id: next.id,
          start_date: next.start_local,
          url: postPageUrl(scope, 'event', {
            ...event,
            id: next.id,
            page_path: pagePathOfDate({ original_start: next.original_start, repeat }),
          })(scope.urls, event.text),
        }
      : null,
    last_start_date: last_start,
    endless: repeat.is_endless === 1,
    shown_until: repeat.is_endless === 1 ? repeat.expanded_until : last_start,
    overridden: overridden.map(({ id, start_local, overrides }) => ({
      id,
      start_date: start_local,
      overrides: parseOverrides(overrides),
    })),
    rest_url: `${scope.urls.item('events', event.id)}/occurrences`,
  }
}
