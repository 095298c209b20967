import fc from 'fast-check'
import type { Language } from '../../../src/core/language.ts'
import type { TestCaller } from '../server/accounts.ts'
import type { Ask, TestServer } from '../server/server.ts'
import type { Kind, Model, Question } from './model.ts'
import { wallClock } from './model.ts'
import type { Fields, Write } from './writes.ts'

/** One request of a caller. Steps name records by position, so that every part of a sequence is a valid sequence. */

export type Step =
  | ({ step: 'write'; which: number } & Omit<Write, 'id' | 'fields'> & { fields: Chosen })
  | { step: 'settings'; as: TestCaller; settings: Partial<Model['settings']> }
  | { step: 'wait'; seconds: number }
  | ({ step: 'look'; kind: Kind; places: number[] } & Question)

/** Fields of a write. Linked records are given as positions in their lists at the time of the write. */
type Chosen = Omit<Fields, 'at'> & { after?: number }

const TITLES = ['Jazz', 'jazz', 'Jazz night', 'Opera', 'Night', 'Fair 2030']
const LANGUAGES: Language[] = ['en', 'en', 'de', 'fr']
const DAYS = ['2030-06-14', '2030-06-15', '2030-06-16', '2030-07-01']
const STARTS = DAYS.flatMap((day) => [`${day} 00:00:00`, `${day} 19:30:00`, `${day} 23:59:59`])
/** Delay of scheduled publications, in seconds after now. */
const AFTER = [-86_400, -1, 1, 600, 86_400]

const from = <T>(...values: T[]) => fc.constantFrom(...values)
const writers = () =>
  fc.oneof(
    { weight: 6, arbitrary: from<TestCaller>('editor', 'editor', 'administrator') },
    { weight: 6, arbitrary: from<TestCaller>('author', 'author', 'other', 'contributor') },
    { weight: 1, arbitrary: from<TestCaller>('subscriber', 'guest') },
  )
const readers = () =>
  from<TestCaller>('guest', 'guest', 'subscriber', 'contributor', 'author', 'other', 'editor', 'administrator')
const kinds = () =>
  fc.oneof(
    { weight: 6, arbitrary: from<Kind>('event') },
    { weight: 3, arbitrary: from<Kind>('venue', 'organizer', 'category', 'category', 'tag') },
  )
const PLACES_MAX = 24
const place = () => fc.nat({ max: PLACES_MAX })
const places = () => fc.array(place(), { maxLength: 2 })

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.oneof(fc.constant(undefined), fc.constant(undefined), arbitrary)

const chosen = (): fc.Arbitrary<Chosen> =>
  fc.record(
    {
      title: from(...TITLES),
      status: from('publish', 'publish', 'draft', 'pending', 'private', 'future'),
      after: from(...AFTER),
      start: from(...STARTS),
      featured: fc.boolean(),
      hidden: fc.boolean(),
      ...{ venue: places(), organizer: places(), category: places(), tag: places() },
      parent: place(),
    },
    { requiredKeys: [] },
  )

const write = () =>
  fc.record({
    step: from('write' as const),
    do: fc.oneof(
      { weight: 5, arbitrary: from('make' as const) },
      { weight: 6, arbitrary: from('change' as const) },
      { weight: 3, arbitrary: from('remove' as const, 'translate' as const) },
      { weight: 1, arbitrary: from('untranslate' as const) },
    ),
    as: writers(),
    kind: kinds(),
    which: fc.nat({ max: 30 }),
    language: from(...LANGUAGES),
    fields: chosen(),
  })

const settings = () =>
  fc.record({
    step: from('settings' as const),
    as: from<TestCaller>('administrator', 'administrator', 'editor', 'guest'),
    settings: fc.record(
      {
        per_page: from(1, 2, 4, 50),
        language_fallback: fc.boolean(),
        timezone: from('UTC', 'Asia/Tokyo', 'America/New_York'),
      },
      { requiredKeys: [] },
    ),
  })

const look = () =>
  fc.record({
    step: from('look' as const),
    as: readers(),
    kind: kinds(),
    places: places(),
    language: from(...LANGUAGES),
    page: maybe(from(1, 2, 3)),
    per_page: maybe(from(1, 2, 7)),
    fallback: maybe(fc.boolean()),
    search: maybe(from('jazz', 'night', 'ja nig', 'FAIR', 'zzz')),
    status: maybe(from('publish', 'draft', 'pending', 'private', 'future', 'trash')),
    from: maybe(from(...DAYS)),
    to: maybe(from(...DAYS)),
    featured: maybe(fc.boolean()),
    ...{
      include: maybe(places()),
      venue: maybe(places()),
      organizer: maybe(places()),
      categories: maybe(places()),
      tags: maybe(places()),
    },
    ...{ event: maybe(place()), parent: maybe(place()) },
    ...{ has_events: maybe(fc.boolean()), only_with_upcoming: maybe(fc.boolean()), hide_empty: maybe(fc.boolean()) },
  })

export const steps = (length: number): fc.Arbitrary<Step[]> =>
  fc.array(
    fc.oneof(
      { weight: 12, arbitrary: write() },
      { weight: 6, arbitrary: look() },
      { weight: 1, arbitrary: settings() },
      { weight: 2, arbitrary: fc.record({ step: from('wait' as const), seconds: from(1, 60, 700, 43_200, 86_400) }) },
    ) as fc.Arbitrary<Step>,
    { minLength: length / 2, maxLength: length, size: 'max' },
  )

/** Initial records of every kind for random steps to work on. */
export const BEGINNING: Step[] = [
  ...(['venue', 'venue', 'organizer', 'category', 'category', 'category', 'tag', 'tag'] as const).map((kind, at) =>
    begun(kind, at, kind === 'category' && at > 3 ? { parent: 0 } : {}),
  ),
  begun('event', 0, { venue: [0, 1], category: [1], tag: [0] }),
  begun('event', 1, { status: 'draft', category: [0], organizer: [0] }),
  begun('event', 2, { after: 600, category: [2], tag: [0, 1], featured: true }),
  begun('event', 3, { status: 'private', venue: [1] }),
  { step: 'wait', seconds: 1 },
  { step: 'wait', seconds: 700 },
  { step: 'wait', seconds: 43_200 },
]

function begun(kind: Kind, which: number, fields: Chosen): Step {
  const start = STARTS[which % STARTS.length] as string
  return {
    step: 'write',
    do: 'make',
    as: which % 2 ? 'author' : 'editor',
    kind,
    which,
    language: 'en',
    fields: { start, ...fields, title: `First ${which}` },
  }
}

/** The ids at these positions, modulo the length; the last position is an id that does not exist. */
const idsAt = (model: Model, kind: Kind, at: readonly number[]) => [
  ...new Set(
    at.map((place) => (place < PLACES_MAX ? model[kind][place % model[kind].length]?.id : undefined) ?? UNKNOWN),
  ),
]

const UNKNOWN = 999_999

/** The write of a step in the current state; undefined if no such record exists. */
export function writeOf(
  model: Model,
  { do: what, as, kind, which, language, fields }: Extract<Step, { step: 'write' }>,
): Write | undefined {
  const records = model[kind]
  if (what === 'untranslate' && kind !== 'event') return undefined
  if (what !== 'make' && records.length === 0) return undefined
  const id = what === 'make' ? undefined : records[which % records.length]?.id
  const { after, parent, title = what === 'change' ? undefined : `${TITLES[which % TITLES.length]}` } = fields
  const isTitled = what !== 'remove' && what !== 'untranslate'
  return {
    ...{ do: what, as, kind, language, ...(id !== undefined && { id }) },
    fields: {
      ...(isTitled && title !== undefined && { title }),
      ...((what === 'make' || what === 'change') && {
        ...(kind === 'category' && parent !== undefined && { parent: idsAt(model, kind, [parent])[0] as number }),
        ...(kind !== 'category' &&
          kind !== 'tag' && {
            ...(fields.status && { status: fields.status }),
            ...(after !== undefined && { at: model.now + after }),
          }),
        ...(kind === 'event' && eventFields(model, fields, what === 'make')),
      }),
    },
  }
}

function eventFields(model: Model, fields: Chosen, isNew: boolean): Fields {
  const { start = isNew ? (STARTS[0] as string) : undefined, featured, hidden } = fields
  const links = (['venue', 'organizer', 'category', 'tag'] as const).flatMap((kind) =>
    fields[kind] ? [[kind, idsAt(model, kind, fields[kind])] as const] : [],
  )
  return {
    ...(start && { start }),
    ...(featured !== undefined && { featured }),
    ...(hidden !== undefined && { hidden }),
    ...Object.fromEntries(links),
  }
}

const LISTS = {
  event: 'events',
  venue: 'venues',
  organizer: 'organizers',
  category: 'categories',
  tag: 'tags',
} as const
export const listOf = (kind: Kind) => LISTS[kind]

const TITLED = { event: 'title', venue: 'venue', organizer: 'organizer', category: 'name', tag: 'name' } as const
export const titleFieldOf = (kind: Kind) => TITLED[kind]

export interface Request extends Ask {
  method: string
  path: string
}

/** The HTTP request of a write. */
export function requestOf({ do: what, as, kind, id, language, fields }: Write): Request {
  const list = `/${LISTS[kind]}`
  const item = `${list}/${id}`
  if (what === 'remove') return { method: 'DELETE', path: item, as }
  if (what === 'untranslate') return { method: 'DELETE', path: `${item}/translations/${language}`, as }
  const { title, at, hidden, start, category, ...rest } = fields
  const body = {
    ...rest,
    ...(title !== undefined && { [TITLED[kind]]: title }),
    ...(at !== undefined && { date_utc: wallClock(at, 'UTC') }),
    ...(hidden !== undefined && { hide_from_listings: hidden }),
    ...(start && { start_date: start, end_date: start, timezone: 'UTC' }),
    ...(category && { categories: category }),
    ...(rest.tag && { tags: rest.tag }),
  }
  if (what === 'translate') return { method: 'PUT', path: `${item}/translations/${language}`, as, body }
  return what === 'make'
    ? { method: 'POST', path: list, as, root: language, body }
    : { method: 'PATCH', path: item, as, root: language, body }
}

export const ask = ({ ask: send }: TestServer, { method, path, ...options }: Request) => send(method, path, options)

/** The list request of a step in the current state. */
export function questionOf(model: Model, step: Extract<Step, { step: 'look' }>): Question {
  const { step: _, kind, places: __, ...question } = step
  const named = (of: Kind, at: number[] | undefined) => (at && at.length > 0 ? idsAt(model, of, at) : undefined)
  const one = (of: Kind, at: number | undefined) => (at === undefined ? undefined : idsAt(model, of, [at])[0])
  const isEvent = kind === 'event'
  return withoutUndefinedValues({
    ...question,
    ...{ include: isEvent ? named('event', question.include) : undefined },
    ...{
      venue: isEvent ? named('venue', question.venue) : undefined,
      organizer: isEvent ? named('organizer', question.organizer) : undefined,
    },
    ...{
      categories: isEvent ? named('category', question.categories) : undefined,
      tags: isEvent ? named('tag', question.tags) : undefined,
    },
    ...{
      event: isEvent ? undefined : one('event', question.event),
      parent: kind === 'category' ? one('category', question.parent) : undefined,
    },
  })
}

const withoutUndefinedValues = (question: { [Name in keyof Question]: Question[Name] | undefined }) =>
  Object.fromEntries(Object.entries(question).filter(([, value]) => value !== undefined)) as unknown as Question

const OF_EVENTS = ['featured', 'include', 'venue', 'organizer', 'categories', 'tags']
const OF_PLACES = ['event', 'has_events', 'only_with_upcoming']
const OF_TERMS = ['event', 'hide_empty', 'parent']

/** The HTTP request of a list request. */
export function addressOf(kind: Kind, { as, language, from: start, to: end, ...asked }: Question): Request {
  const isTermKind = kind === 'category' || kind === 'tag'
  const own = kind === 'event' ? OF_EVENTS : isTermKind ? OF_TERMS : OF_PLACES
  const names = ['page', 'per_page', 'fallback', 'search', ...(isTermKind ? [] : ['status']), ...own]
  const given = Object.entries({ ...asked, start_date: start, end_date: end })
  const query = given.filter(
    ([name, value]) => value !== undefined && (names.includes(name) || (kind === 'event' && name.endsWith('_date'))),
  )
  return {
    method: 'GET',
    path: `/${LISTS[kind]}?${new URLSearchParams(query.map(([name, value]): [string, string] => [name, String(value)]))}`,
    as,
    root: language,
  }
}
