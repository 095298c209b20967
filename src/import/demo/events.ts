import type { Scope } from '../../collections/collection.ts'
import { events } from '../../collections/events/index.ts'
import type { EventBody } from '../../collections/events/schema.ts'
import type { EventRow } from '../../collections/events/store.ts'
import { localOf } from '../../core/instant.ts'
import type { Language } from '../../core/language.ts'
import { slugOf } from '../../core/slug.ts'
import type { Transaction } from '../../db/database.ts'
import type { PlannedEvent } from './calendar.ts'
import { costText } from './price.ts'
import { type Telling, tell } from './telling.ts'
import { TEXTS } from './texts/index.ts'
import { change, plan, read } from './write.ts'

/** A change that is sent after the event was made. */
interface LaterText {
  language: Language
  /** Seconds UTC. */
  writtenAt: number
  body: Partial<EventBody>
}

/** An event ready to be written: the bodies of the requests that would make it. */
export interface WrittenEvent {
  language: Language
  writtenAt: number
  body: EventBody
  laterTexts: LaterText[]
}

/** What events refer to, in the order in which the calendar was planned with it. */
export interface Foundations {
  siteZone: string
  venues: readonly { id: number; isOnline: boolean }[]
  organizers: readonly { id: number; site: string }[]
}

const DOLLAR_ZONE = 'America/New_York'

/** Puts an event into words. */
export function writeEvent(event: PlannedEvent, foundations: Foundations): WrittenEvent {
  const { language, writtenAt, translations, revisedAt, telling } = event
  const laterTexts = translations.map((translation) => ({
    ...translation,
    body: read(events.parameters.update, textFields(event, telling, translation.language)),
  }))
  if (revisedAt !== undefined) {
    const revised = { ...telling, body: (telling.body ?? 0) + 1 }
    const { description } = tell(TEXTS[language], revised, event.start)
    laterTexts.push({ language, writtenAt: revisedAt, body: read(events.parameters.update, { description }) })
  }
  const fields = { ...textFields(event, telling, language), ...sharedFields(event, foundations) }
  return { language, writtenAt, body: read(events.parameters.create, fields), laterTexts }
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

/** Writes events with all their texts, each as if it had been entered when the plan says. */
export async function storeEvents(scope: Scope<Transaction>, written: readonly WrittenEvent[]): Promise<void> {
  const scopes = written.map(({ language, writtenAt }) => ({ ...scope, language, now: writtenAt }))
  // PostgreSQL is asked for all of them at once. Writing has to wait its turn: events of one name share out their slugs.
  const plans = await Promise.all(written.map(({ body }, index) => plan(events, scopes[index] as Scope, body)))
  for (const [index, planned] of plans.entries()) {
    const id = await events.create(scopes[index] as Scope<Transaction>, planned, undefined)
    // Its translations before the next event, so that who gets which slug does not depend on how many fit a transaction.
    await storeLaterTexts(scope, id, written[index]?.laterTexts ?? [])
  }
}

async function storeLaterTexts(scope: Scope<Transaction>, id: number, laterTexts: readonly LaterText[]): Promise<void> {
  if (laterTexts.length === 0) return
  const post = (await events.find(scope, { id })) as EventRow
  for (const { language, writtenAt, body } of laterTexts) {
    await change(events, { ...scope, language, now: writtenAt }, post, body)
  }
}
