import type { LocalTime } from '../core/time/local-time.ts'
import { addMinutes, atClock } from './event-times.ts'
import { type EventKind, type EventKindKey, eventKindOf, type NoteKind, type PriceKind } from './kinds.ts'
import { BANDS, ENSEMBLES, GUEST_TEAMS, HOME_TEAMS, PEOPLE } from './people.ts'
import { itemAt, type Random } from './random.ts'
import type { DemoTexts } from './texts/types.ts'

/**
 * Which of its words an event uses: places in the lists of its kind. The lists of all languages say the same in the same
 * order, so that one telling says the same in every language.
 */
export interface Wording {
  kind: EventKindKey
  title: number
  topic: number
  lead: number
  /** Undefined: the first paragraph has to do. */
  body: number | undefined
  notes: readonly { note: NoteKind; which: number }[]
  /** Names, which are the same in every language. */
  names: Record<string, string>
  isHtml: boolean
  hasExcerpt: boolean
}

export interface EventTexts {
  title: string
  description: string
  excerpt: string | undefined
}

const WHICH_MAX = 719 // any list up to six entries is chosen from evenly

export function chooseWording(random: Random, kind: EventKindKey, price: PriceKind): Wording {
  const which = () => random.integer(0, WHICH_MAX)
  return {
    kind,
    title: which(),
    topic: which(),
    lead: which(),
    body: random.chance(0.85) ? which() : undefined,
    notes: chooseNotes(random, eventKindOf(kind), price).map((note) => ({ note, which: which() })),
    names: {
      person: random.pick(PEOPLE),
      band: random.pick(BANDS),
      ensemble: random.pick(ENSEMBLES),
      home: random.pick(HOME_TEAMS),
      guest: random.pick(GUEST_TEAMS),
    },
    isHtml: random.chance(0.4),
    hasExcerpt: random.chance(0.3),
  }
}

/** Nothing free of charge has tickets. */
function chooseNotes(random: Random, kind: EventKind, price: PriceKind): NoteKind[] {
  const isFree = price === 'free'
  const fitting = kind.notes.filter((note) =>
    note === 'free' ? isFree : note !== 'paid' || (!isFree && price !== 'words'),
  )
  return random.some(fitting, random.integer(1, 3))
}

/** @param start on a clock of the event's place */
export function renderWording(texts: DemoTexts, telling: Wording, start: LocalTime): EventTexts {
  const { titles, topics = [''], leads, bodies, programme } = texts.kinds[telling.kind]
  const names: Record<string, string> = { ...telling.names, topic: itemAt(topics, telling.topic) }
  const filled = (list: readonly string[], index: number) =>
    itemAt(list, index).replace(/\{(\w+)\}/g, (_, name) => names[name] ?? '')
  const lead = filled(leads, telling.lead)
  const paragraphs = telling.body === undefined ? [lead] : [lead, filled(bodies, telling.body)]
  const notes = telling.notes.map(({ note, which }) => itemAt(texts.notes[note], which))
  const turns = telling.isHtml && programme ? timetable(texts, telling.kind, programme, start) : []
  return {
    title: capitalized(filled(titles, telling.title)),
    description: telling.isHtml ? inHtml(texts, paragraphs, turns, notes) : inPlainText(paragraphs, notes),
    excerpt: telling.hasExcerpt ? lead : undefined,
  }
}

const capitalized = (title: string) => title.charAt(0).toUpperCase() + title.slice(1)

const MINUTES_A_TURN = 90

function timetable({ clock }: DemoTexts, kind: EventKindKey, programme: readonly string[], start: LocalTime): string[] {
  const first = start.endsWith('00:00:00') ? atClock(start, itemAt(eventKindOf(kind).starts, 0)) : start
  return programme.map((turn, index) => {
    const time = addMinutes(first, index * MINUTES_A_TURN)
    return `${clock(time.slice(11, 13), time.slice(14, 16))} – ${turn}`
  })
}

const inPlainText = (paragraphs: string[], notes: string[]) => [...paragraphs, notes.join('\n')].join('\n\n').trim()

function inHtml({ headings }: DemoTexts, paragraphs: string[], turns: string[], notes: string[]): string {
  const list = (heading: string, items: string[]) =>
    items.length > 0 ? [`<h3>${heading}</h3>`, `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`] : []
  const [lead = '', ...rest] = paragraphs
  return [
    `<p><strong>${lead}</strong></p>`,
    ...rest.map((paragraph) => `<p>${paragraph}</p>`),
    ...list(headings.programme, turns),
    ...list(headings.practical, notes),
  ].join('\n')
}
