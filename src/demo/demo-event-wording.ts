import type { LocalTime } from '../core/time/local-time.ts'
import {
  demoEventKindWithKey,
  type EventKind,
  type EventKindKey,
  type NoteKind,
  type PriceKind,
} from './demo-event-kinds.ts'
import { addMinutesToLocalTime, replaceTimeOfDay } from './demo-event-times.ts'
import { BANDS, DEMO_PERSON_NAMES, ENSEMBLES, GUEST_TEAMS, HOME_TEAMS } from './demo-people.ts'
import { cyclicItemAt, type Random } from './pseudo-random.ts'
import type { DemoTexts } from './texts/demo-text-types.ts'
import { TEXTS } from './texts/index.ts'

/**
 * The texts chosen for an event: indexes into the text lists of its kind. Entry n of a list means the same in every
 * language, so one choice produces matching texts in all languages. Indexes wrap around (`cyclicItemAt`).
 */
export interface Wording {
  kind: EventKindKey
  title: number
  topic: number
  lead: number
  /** Index of the second paragraph of the description; undefined if it has only one paragraph. */
  body: number | undefined
  notes: readonly { note: NoteKind; index: number }[]
  /** Names for the placeholders `{person}`, `{band}` and so on, the same in every language. */
  names: Record<string, string>
  isHtml: boolean
  hasExcerpt: boolean
}

export interface EventTexts {
  title: string
  description: string
  excerpt: string | undefined
}

/**
 * Random indexes are from 0 to 719: 720 is divisible by 1 to 6, so in a list of up to six entries all are equally
 * likely.
 */
const INDEX_MAX = 719

export function chooseDemoEventWording(random: Random, kind: EventKindKey, price: PriceKind): Wording {
  const chooseIndex = () => random.integer(0, INDEX_MAX)
  return {
    kind,
    title: chooseIndex(),
    topic: chooseIndex(),
    lead: chooseIndex(),
    body: random.chance(0.85) ? chooseIndex() : undefined,
    notes: chooseNotes(random, demoEventKindWithKey(kind), price).map((note) => ({ note, index: chooseIndex() })),
    names: {
      person: random.pick(DEMO_PERSON_NAMES),
      band: random.pick(BANDS),
      ensemble: random.pick(ENSEMBLES),
      home: random.pick(HOME_TEAMS),
      guest: random.pick(GUEST_TEAMS),
    },
    isHtml: random.chance(0.4),
    hasExcerpt: random.chance(0.3),
  }
}

/**
 * Chooses practical remarks about an event: free events get no remark about tickets, and paid events no remark that
 * admission is free.
 */
function chooseNotes(random: Random, kind: EventKind, price: PriceKind): NoteKind[] {
  const isFree = price === 'free'
  const fitting = kind.notes.filter((note) =>
    note === 'free' ? isFree : note !== 'paid' || (!isFree && price !== 'words'),
  )
  return random.some(fitting, random.integer(1, 3))
}

/**
 * A text that is equal for events with the same subject, whatever their language and wording: the kind of event, and
 * the names in its title.
 */
export function keyOfDemoEventSubject(wording: Wording): string {
  const { titles, topics = [''] } = TEXTS.en.kinds[wording.kind]
  const names: Record<string, string> = { ...wording.names, topic: cyclicItemAt(topics, wording.topic) }
  const title = cyclicItemAt(titles, wording.title)
  // The placeholder `{person}` is ignored: the person who reads or speaks is not the subject of an event.
  const used = Object.keys(names).filter((name) => name !== 'person' && title.includes(`{${name}}`))
  return [wording.kind, ...used.map((name) => names[name])].join(' ')
}

/** Creates title, description and excerpt in one language. @param start local time in the zone of the event */
export function renderDemoEventTexts(texts: DemoTexts, wording: Wording, start: LocalTime): EventTexts {
  const { titles, topics = [''], leads, bodies, programme } = texts.kinds[wording.kind]
  const names: Record<string, string> = { ...wording.names, topic: cyclicItemAt(topics, wording.topic) }
  const filled = (list: readonly string[], index: number) =>
    cyclicItemAt(list, index).replace(/\{(\w+)\}/g, (_, name) => names[name] ?? '')
  const lead = filled(leads, wording.lead)
  const paragraphs = wording.body === undefined ? [lead] : [lead, filled(bodies, wording.body)]
  const notes = wording.notes.map(({ note, index }) => cyclicItemAt(texts.notes[note], index))
  const timetable = wording.isHtml && programme ? formatTimetable(texts, wording.kind, programme, start) : []
  return {
    title: capitalized(filled(titles, wording.title)),
    description: wording.isHtml ? formatHtml(texts, paragraphs, timetable, notes) : formatPlainText(paragraphs, notes),
    excerpt: wording.hasExcerpt ? lead : undefined,
  }
}

const capitalized = (title: string) => title.charAt(0).toUpperCase() + title.slice(1)

/** Minutes between two items of a timetable. */
const TIMETABLE_STEP_MINUTES = 90

function formatTimetable(
  { clock }: DemoTexts,
  kind: EventKindKey,
  programme: readonly string[],
  start: LocalTime,
): string[] {
  const first = start.endsWith('00:00:00')
    ? replaceTimeOfDay(start, cyclicItemAt(demoEventKindWithKey(kind).startTimes, 0))
    : start
  return programme.map((item, index) => {
    const time = addMinutesToLocalTime(first, index * TIMETABLE_STEP_MINUTES)
    return `${formatClock(clock, time.slice(11, 13), time.slice(14, 16))} – ${item}`
  })
}

/** Formats a time of day in the language of the texts. @param hours two digits @param minutes two digits */
function formatClock({ wholeHour, withMinutes }: DemoTexts['clock'], hours: string, minutes: string): string {
  const pattern = minutes === '00' ? wholeHour : withMinutes
  return pattern
    .replace('{paddedHour}', hours)
    .replace('{hour}', String(Number(hours)))
    .replace('{minutes}', minutes)
}

const formatPlainText = (paragraphs: string[], notes: string[]) => [...paragraphs, notes.join('\n')].join('\n\n').trim()

function formatHtml({ headings }: DemoTexts, paragraphs: string[], timetable: string[], notes: string[]): string {
  const list = (heading: string, items: string[]) =>
    items.length > 0 ? [`<h3>${heading}</h3>`, `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`] : []
  const [lead = '', ...rest] = paragraphs
  return [
    `<p><strong>${lead}</strong></p>`,
    ...rest.map((paragraph) => `<p>${paragraph}</p>`),
    ...list(headings.programme, timetable),
    ...list(headings.practical, notes),
  ].join('\n')
}
