import type { EventRow } from '../../../../collections/events/event-row.ts'
import { canAttendOnline } from '../../../../collections/events/event-status/present-event-status.ts'
import { formatEventCost } from '../../../../collections/events/present-event.ts'
import { presentRecurrenceFields } from '../../../../collections/events/repeat/present-recurrence.ts'
import { isDateOfRepeatedEvent } from '../../../../collections/events/repeat/repeated-event-columns-and-overrides.ts'
import { presentLanguagesOfPost } from '../../../../collections/posts/present-post.ts'
import type { Scope } from '../../../../collections/scope.ts'
import { instantToLocal } from '../../../../core/time/instant.ts'
import { wordpressCssClassesOfPost } from '../../wordpress/post-css-classes.ts'
import {
  type PostOptions,
  presentFieldsOfAllWordpressPostTypes,
} from '../../wordpress/present-fields-of-all-post-types.ts'
import { describeEventScheduleAsHtml, doesEventLastSeveralDays } from './describe-event-schedule.ts'
import { presentEventDatesAsPhp } from './present-event-dates-as-php.ts'
import { presentTecV1Organizer, presentTecV1Series, presentTecV1Venue } from './present-venue-organizer-series.ts'

export function presentTecV1Event(scope: Scope, event: EventRow, options?: PostOptions) {
  const { now, site, language } = scope
  const { venues, organizers, categories, tags, series } = event.links
  const nested = { fields: options?.fields }
  const idsOf = (records: readonly { id: number }[]) => records.map(({ id }) => id)
  return {
    ...presentFieldsOfAllWordpressPostTypes(scope, 'event', event, options),
    ...(isDateOfRepeatedEvent(event) && { id: event.repeat_id, occurrence_id: event.id }),
    tags: idsOf(tags),
    tribe_events_cat: idsOf(categories),
    class_list: wordpressCssClassesOfPost('event', event, now),
    start_date: event.start_local,
    start_date_utc: instantToLocal(event.start_at, 'UTC'),
    end_date: event.end_local,
    end_date_utc: instantToLocal(event.end_at, 'UTC'),
    dates: presentEventDatesAsPhp(event, site.timezone),
    timezone: event.timezone,
    // The duration is a string of digits, as in The Events Calendar.
    duration: String(event.end_at - event.start_at),
    multiday: doesEventLastSeveralDays(event),
    is_past: event.end_at < now,
    is_now: event.start_at <= now && now <= event.end_at,
    all_day: event.all_day === 1,
    ...NOT_IN_A_WEEK,
    featured: event.featured === 1,
    sticky: event.sticky === 1,
    cost: formatEventCost(scope, event),
    is_virtual: canAttendOnline(event),
    video_source: '',
    virtual_url: event.online_url,
    organizer_names: organizers.map(({ text }) => text.title),
    organizers: organizers.map((organizer) => presentTecV1Organizer(scope, organizer, nested)),
    venues: venues.map((venue) => presentTecV1Venue(scope, venue, nested)),
    series: series.map((one) => presentTecV1Series(scope, one, nested)),
    ...describeEventScheduleAsHtml(language, event, instantToLocal(now, site.timezone)),
    ...presentRepeatFields(scope, event),
    ...presentLanguagesOfPost(scope, 'event', event),
  }
}

/**
 * The fields of repeated events and their dates that the native API has too, except `parent`, which is `id` here, and
 * the summary `occurrences`, whose address this API does not serve.
 */
function presentRepeatFields(scope: Scope, event: EventRow) {
  const { parent: _, occurrences: __, ...fields } = presentRecurrenceFields(scope, event)
  return fields
}

/**
 * Response fields that The Events Calendar fills in its week view only, with the values that they have in its other
 * responses.
 */
const NOT_IN_A_WEEK = {
  starts_this_week: null,
  ends_this_week: null,
  this_week_duration: null,
  happens_this_week: null,
  displays_on: [],
}

/**
 * The first second (Unix time) after `now` at which `is_now` or `is_past` changes for one of the events, because it
 * begins or ends; Infinity if none does.
 */
export const nextStartOrEndOfEvents = (events: readonly EventRow[], now: number): number =>
  Math.min(...events.flatMap(({ start_at, end_at }) => [start_at, end_at + 1]).filter((instant) => instant > now))
