import type { EventRow } from '../collections/events/event-row.ts'
import { events } from '../collections/events/index.ts'
import { type PrintedDate, readDatesIncludingTrashed } from '../collections/events/repeat/summarize-dates.ts'
import {
  createRecordInOpenTransaction,
  parseRequestBody,
  updateRecordInOpenTransaction,
} from '../collections/records/write-in-open-transaction.ts'
import type { Scope } from '../collections/scope.ts'
import type { Language } from '../core/language.ts'
import { slugify } from '../core/text/slug.ts'
import { localToInstant } from '../core/time/instant.ts'
import { addDays, type LocalTime } from '../core/time/local-time.ts'
import type { Transaction } from '../db/database.ts'
import { addMinutesToLocalTime, replaceTimeOfDay } from './demo-event-times.ts'
import {
  demoHighlightWithKey,
  FREE_ADMISSION,
  HIGHLIGHT_KEYS,
  type Highlight,
  type HighlightKey,
  RESCHEDULED_DAYS,
} from './demo-highlights.ts'
import type { RecordTally } from './ensure-referenced-records.ts'
import { PICTURES_PER_CATEGORY } from './pictures/draw-demo-picture.ts'
import type { DemoPictures } from './pictures/store-demo-pictures.ts'
import type { HighlightTexts } from './texts/demo-text-types.ts'
import { TEXTS } from './texts/index.ts'

/**
 * The ids of records and the current day that writing highlights needs. Highlights are the events of the sample
 * calendar that show special cases (see demo-highlights.ts).
 */
export interface HighlightContext {
  /** Midnight of the current day in the city, local time. */
  today: LocalTime
  zone: string
  festival: number
  pictures: DemoPictures
  /**
   * The fields of a highlight that depend on where it takes place and who organizes it: ids, and codes of
   * accessibility.
   */
  placesOf(highlight: Highlight): {
    venue: number | undefined
    accessibility: readonly string[]
    organizer: number | undefined
  }
}

type WriteScope = Scope<Transaction>
type Fields = Record<string, unknown>
/** Returns the fields of a request in one language. */
type FieldsIn = (texts: HighlightTexts, language: Language) => Fields

const DAY_SECONDS = 86_400
/**
 * Number of days before today on which highlights (events that show special cases) were created. The next constant is
 * for changes of their status and dates.
 */
const ANNOUNCED_DAYS = 40
const CHANGED_DAYS = 2
const VIDEO_CONFERENCE = 'https://meet.example.org/glaciers'

/** Creates a highlight in all languages, unless the calendar has an event with its slug. */
export async function ensureDemoHighlight(
  scope: WriteScope,
  key: HighlightKey,
  context: HighlightContext,
  tally: RecordTally,
): Promise<void> {
  const slug = slugify(TEXTS[scope.language].highlights[key].title, scope.language)
  if (await events.find(scope, { slug })) {
    tally.existing += 1
    return
  }
  const highlight = demoHighlightWithKey(key)
  const todayAt = localToInstant(context.today, context.zone)
  const announced = { ...scope, now: todayAt - ANNOUNCED_DAYS * DAY_SECONDS }
  const fields = {
    ...textFields(highlight, key, scope.language),
    ...sharedFields(highlight, key, scope.language, context),
  }
  const body = parseRequestBody(events.parameters.native.create, fields)
  const id = await createRecordInOpenTransaction(events, announced, body)
  const translations = announced.languages.filter((language) => language !== scope.language)
  for (const language of translations) {
    await update({ ...announced, language }, id, textFields(highlight, key, language))
  }
  await applyChanges({ ...scope, now: todayAt - CHANGED_DAYS * DAY_SECONDS }, id, key, context)
  tally.created += 1
}

function textFields({ offers = FREE_ADMISSION, isSoldOut }: Highlight, key: HighlightKey, language: Language): Fields {
  const texts = TEXTS[language]
  const { title, description } = texts.highlights[key]
  const availability = isSoldOut ? 'sold_out' : 'available'
  const named = offers.map(({ name, price }) => ({ name: texts.offers[name], price, currency: 'EUR', availability }))
  return { title, description, offers: named }
}

function sharedFields(highlight: Highlight, key: HighlightKey, language: Language, context: HighlightContext): Fields {
  const texts = TEXTS[language]
  const { category, tags, isInFestival, repeat } = highlight
  const picture = context.pictures[category]?.[HIGHLIGHT_KEYS.indexOf(key) % PICTURES_PER_CATEGORY]
  const times = timesOf(highlight, highlight.firstDay(context.today))
  return {
    ...times,
    ...context.placesOf(highlight),
    ...(highlight.isFeatured && { featured: true }),
    ...(picture !== undefined && { image: picture }),
    timezone: context.zone,
    show_map: true,
    show_map_link: true,
    categories: [texts.categories[category]],
    tags: tags.map((tag) => texts.tags[tag]),
    ...(isInFestival && { series: context.festival }),
    ...(repeat && { recurrence: repeat.rule }),
  }
}

const timesOf = ({ start, durationMinutes }: Highlight, day: LocalTime, clock = start) => {
  const start_date = replaceTimeOfDay(day, clock)
  return { start_date, end_date: addMinutesToLocalTime(start_date, durationMinutes) }
}

/** Makes the changes to a highlight that follow its announcement, such as its cancellation. */
async function applyChanges(scope: WriteScope, id: number, key: HighlightKey, { today }: HighlightContext) {
  const highlight = demoHighlightWithKey(key)
  const { status, repeat, firstDay } = highlight
  const change = (eventId: number, fields: Fields, reasonIn: (texts: HighlightTexts) => string | undefined) =>
    updateInLanguages(scope, eventId, key, fields, (texts) => ({ status_reason: reasonIn(texts) }))
  if (status) {
    const fields = {
      event_status: status,
      ...(status === 'moved_online' && { online_url: VIDEO_CONFERENCE }),
      ...(status === 'rescheduled' && timesOf(highlight, addDays(firstDay(today), RESCHEDULED_DAYS))),
    }
    await change(id, fields, ({ reason }) => reason)
  }
  if (repeat) {
    const dates = await readDatesIncludingTrashed(scope.db, id)
    const { cancelled, moved } = repeat
    if (cancelled !== undefined) {
      const { id: date } = dates[cancelled] as PrintedDate
      await change(date, { event_status: 'cancelled' }, (texts) => texts.cancelled)
    }
    if (moved) {
      const { id: date, start_local } = dates[moved.date] as PrintedDate
      const times = timesOf(highlight, addDays(start_local, moved.days), moved.start)
      await change(date, { event_status: 'rescheduled', ...times }, (texts) => texts.moved)
    }
  }
}

/** Updates an event in the default language, and then its texts in the other languages. */
async function updateInLanguages(scope: WriteScope, id: number, key: HighlightKey, fields: Fields, textsIn: FieldsIn) {
  for (const language of scope.languages) {
    const texts = textsIn(TEXTS[language].highlights[key], language)
    await update({ ...scope, language }, id, language === scope.language ? { ...fields, ...texts } : texts)
  }
}

async function update(scope: WriteScope, id: number, fields: Fields): Promise<void> {
  const event = (await events.find(scope, { id })) as EventRow
  await updateRecordInOpenTransaction(events, scope, event, parseRequestBody(events.parameters.native.update, fields))
}
