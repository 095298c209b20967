import type { NamedEvent } from '../collections/events/bulk-load/bulk-load-events.ts'
import type { BulkTextChange } from '../collections/events/bulk-load/plan-bulk-event.ts'
import { events } from '../collections/events/index.ts'
import { parseRequestBody } from '../collections/records/write-in-open-transaction.ts'
import type { Language } from '../core/language.ts'
import { instantToLocal } from '../core/time/instant.ts'
import type { CategoryKey } from './demo-event-kinds.ts'
import { renderDemoEventTexts, type Wording } from './demo-event-wording.ts'
import { formatDemoCost } from './demo-prices.ts'
import { PICTURES_PER_CATEGORY } from './pictures/draw-demo-picture.ts'
import type { DemoPictures } from './pictures/store-demo-pictures.ts'
import type { PlannedEvent } from './plan-demo-calendar.ts'
import { TEXTS } from './texts/index.ts'

/** The stored venues and organizers to which events refer. `PlannedEvent` contains indexes into these lists. */
export interface ReferencedRecords {
  /** Time zone of the site. Requests for events in this time zone contain no time zone. */
  siteZone: string
  venues: readonly { id: number; isOnline: boolean; accessibility: readonly string[] }[]
  organizers: readonly { id: number; site: string }[]
  /** Ids of the pictures of each category; empty for calendars without pictures. */
  pictures: DemoPictures
}

/**
 * Number of choices for the picture of an event: three pictures and none. Pages show a generated picture for events
 * without one.
 */
const PICTURE_CHOICES = PICTURES_PER_CATEGORY + 1

const DOLLAR_ZONE = 'America/New_York'

/**
 * Creates the request bodies for an event: one that creates it, and one for each translation or later change of a text.
 */
export function createDemoEventRequest(event: PlannedEvent, records: ReferencedRecords): NamedEvent {
  const { language, writtenAt, translations, revisedAt, wording } = event
  const laterTexts: BulkTextChange[] = translations.map((translation) => ({
    ...translation,
    body: parseRequestBody(events.parameters.native.update, textFields(event, wording, translation.language)),
  }))
  if (revisedAt !== undefined) {
    const revised = { ...wording, body: (wording.body ?? 0) + 1 }
    const { description } = renderDemoEventTexts(TEXTS[language], revised, event.start)
    laterTexts.push({
      language,
      writtenAt: revisedAt,
      body: parseRequestBody(events.parameters.native.update, { description }),
    })
  }
  const fields = { ...textFields(event, wording, language), ...sharedFields(event, records) }
  const body = parseRequestBody(events.parameters.native.create, fields)
  return { name: `${fields.title}, ${event.start}`, language, writtenAt, body, textChanges: laterTexts }
}

function textFields({ start }: PlannedEvent, telling: Wording, language: Language) {
  const { title, description, excerpt } = renderDemoEventTexts(TEXTS[language], telling, start)
  return { title, description, ...(excerpt && { excerpt }) }
}

function sharedFields(event: PlannedEvent, { siteZone, venues, organizers, pictures }: ReferencedRecords) {
  const { wording, language, start, end, publishedAt, venue, price, priceLanguage } = event
  const texts = TEXTS[language]
  const venueRecord = venue === undefined ? undefined : venues[venue]
  const picture = pictures[event.categories.at(-1) as CategoryKey]?.[wording.lead % PICTURE_CHOICES]
  const hosts = event.organizers.flatMap((index) => organizers[index] ?? [])
  return {
    start_date: start,
    end_date: end,
    ...(event.repetition && { recurrence: event.repetition.rule }),
    ...(event.isAllDay && { all_day: true }),
    ...(event.zone !== siteZone && { timezone: event.zone }),
    cost: formatDemoCost(price, TEXTS[priceLanguage], priceLanguage, event.zone === DOLLAR_ZONE ? '$' : '€'),
    status: event.status,
    ...(publishedAt !== undefined && { date_utc: instantToLocal(publishedAt, 'UTC') }),
    ...(venueRecord && { venue: venueRecord.id }),
    ...(picture !== undefined && { image: picture }),
    ...(venueRecord && !venueRecord.isOnline && { show_map: true, show_map_link: true }),
    ...(venueRecord && venueRecord.accessibility.length > 0 && { accessibility: venueRecord.accessibility }),
    ...(hosts.length > 0 && { organizer: hosts.map(({ id }) => id) }),
    ...(event.hasWebsite && hosts[0] && { website: `${hosts[0].site}/${start.slice(0, 4)}/${start.slice(5, 10)}` }),
    categories: event.categories.map((key) => texts.categories[key]),
    tags: event.tags.map((key) => texts.tags[key]),
    ...(event.isFeatured && { featured: true }),
    ...(event.isSticky && { sticky: true }),
    ...(event.isHidden && { hide_from_listings: true }),
  }
}
