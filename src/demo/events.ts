import type { LaterText } from '../collections/events/bulk-plan.ts'
import { events } from '../collections/events/index.ts'
import type { Language } from '../core/language.ts'
import { slugOf } from '../core/text/slug.ts'
import { localOf } from '../core/time/instant.ts'
import type { NamedEvent } from './bulk.ts'
import type { PlannedEvent } from './calendar.ts'
import { costText } from './price.ts'
import { type Telling, tell } from './telling.ts'
import { TEXTS } from './texts/index.ts'
import { read } from './write.ts'

/** What events refer to, in the order in which the calendar was planned with it. */
export interface Foundations {
  siteZone: string
  venues: readonly { id: number; isOnline: boolean }[]
  organizers: readonly { id: number; site: string }[]
}

const DOLLAR_ZONE = 'America/New_York'

/** Puts an event into words: the bodies of the requests that would make it. */
export function writeEvent(event: PlannedEvent, foundations: Foundations): NamedEvent {
  const { language, writtenAt, translations, revisedAt, telling } = event
  const laterTexts: LaterText[] = translations.map((translation) => ({
    ...translation,
    body: read(events.parameters.update, textFields(event, telling, translation.language)),
  }))
  if (revisedAt !== undefined) {
    const revised = { ...telling, body: (telling.body ?? 0) + 1 }
    const { description } = tell(TEXTS[language], revised, event.start)
    laterTexts.push({ language, writtenAt: revisedAt, body: read(events.parameters.update, { description }) })
  }
  const fields = { ...textFields(event, telling, language), ...sharedFields(event, foundations) }
  const body = read(events.parameters.create, fields)
  return { name: `${fields.title}, ${event.start}`, language, writtenAt, body, laterTexts }
}

function textFields({ start, status, isOfSeries }: PlannedEvent, telling: Telling, language: Language) {
  const { title, description, excerpt } = tell(TEXTS[language], telling, start)
  const isDated = isOfSeries && status !== 'draft' && status !== 'pending'
  return {
    title,
    description,
    ...(excerpt && { excerpt }),
    // The meetings of a series share their title; their addresses tell them apart by the day.
    ...(isDated && { slug: `${slugOf(title, language)}-${start.slice(0, 10)}` }),
  }
}

function sharedFields(event: PlannedEvent, { siteZone, venues, organizers }: Foundations) {
  const { language, start, end, publishedAt, venue, price } = event
  const words = TEXTS[language]
  const place = venue === undefined ? undefined : venues[venue]
  const hosts = event.organizers.flatMap((index) => organizers[index] ?? [])
  return {
    start_date: start,
    end_date: end,
    ...(event.isAllDay && { all_day: true }),
    ...(event.zone !== siteZone && { timezone: event.zone }),
    cost: costText(price, words, language, event.zone === DOLLAR_ZONE ? '$' : '€'),
    status: event.status,
    ...(publishedAt !== undefined && { date_utc: localOf(publishedAt, 'UTC') }),
    ...(place && { venue: place.id }),
    ...(place && !place.isOnline && { show_map: true, show_map_link: true }),
    ...(hosts.length > 0 && { organizer: hosts.map(({ id }) => id) }),
    ...(event.hasWebsite && hosts[0] && { website: `${hosts[0].site}/${start.slice(0, 4)}/${start.slice(5, 10)}` }),
    categories: event.categories.map((key) => words.categories[key]),
    tags: event.tags.map((key) => words.tags[key]),
    ...(event.isFeatured && { featured: true }),
    ...(event.isSticky && { sticky: true }),
    ...(event.isHidden && { hide_from_listings: true }),
  }
}
