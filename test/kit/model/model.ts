import { LANGUAGES, type Language } from '../../../src/core/language.ts'
import type { TestCaller } from '../server/accounts.ts'

/**
 * A calendar as plain lists, with the contract's rules of visibility, order and counts, independent of the
 * implementation.
 */
export interface Model {
  /** Seconds since 1970-01-01 UTC. */
  now: number
  settings: { per_page: number; language_fallback: boolean; timezone: string }
  event: ModelEvent[]
  venue: Post[]
  organizer: Post[]
  category: Term[]
  tag: Term[]
}

export type PostKind = 'event' | 'venue' | 'organizer'
export type TermKind = 'category' | 'tag'
export type Kind = PostKind | TermKind

export interface Said {
  id: number
  original: Language
  /** Title or name, by language. */
  titles: Map<Language, string>
  /** As returned by the server. */
  slugs: Map<Language, string>
}

export interface Post extends Said {
  author: TestCaller
  status: 'publish' | 'draft' | 'pending' | 'private' | 'trash'
  /** Publication date, in seconds since 1970-01-01 UTC. */
  at: number
  /** Whether the publication date is fixed. A draft without one gets the time at which it is published. */
  isDated: boolean
}

export interface ModelEvent extends Post {
  /** Local time. */
  start: string
  isFeatured: boolean
  isHidden: boolean
  venue: number[]
  organizer: number[]
  category: number[]
  tag: number[]
}

export interface Term extends Said {
  parent: number | undefined
}

export const newModel = (now: number): Model => ({
  now,
  settings: { per_page: 4, language_fallback: true, timezone: 'UTC' },
  ...{ event: [], venue: [], organizer: [], category: [], tag: [] },
})

const RANKS: TestCaller[] = ['guest', 'subscriber', 'contributor', 'author', 'editor', 'administrator']
const rankOf = (caller: TestCaller) => RANKS.indexOf(caller === 'other' ? 'author' : caller)
export const isAtLeast = (caller: TestCaller, role: TestCaller) => rankOf(caller) >= rankOf(role)

const isOut = ({ now }: Model, post: Post) => post.status === 'publish' && post.at <= now

export const statusOf = (model: Model, post: Post) =>
  post.status === 'publish' && !isOut(model, post) ? 'future' : post.status

const owns = (caller: TestCaller, post: Post) => post.author === caller

/** Rule for single reads: public posts, one's own, and every post for editors. */
export const canRead = (model: Model, caller: TestCaller, post: Post) =>
  isOut(model, post) || isAtLeast(caller, 'editor') || owns(caller, post)

/** Rule for lists without the parameter `status`: like `canRead`, without trash. */
const isSeen = (model: Model, caller: TestCaller, post: Post) => post.status !== 'trash' && canRead(model, caller, post)

/** Editors may edit every post, authors their own, contributors their own unpublished ones. */
export const canEdit = (caller: TestCaller, post: Post) =>
  isAtLeast(caller, 'editor') ||
  (owns(caller, post) && (isAtLeast(caller, 'author') || !['publish', 'private'].includes(post.status)))

/** The language of the displayed text: the requested one, else the default of the site, else the original. */
export const shownIn = ({ titles, original }: Said, language: Language): Language =>
  [language, LANGUAGES[0], original].find((one) => titles.has(one as Language)) as Language

export const titleIn = (said: Said, language: Language) => said.titles.get(shownIn(said, language)) as string

/** Parameters of a list request. */
export interface Question {
  as: TestCaller
  language: Language
  page?: number
  per_page?: number
  fallback?: boolean
  search?: string
  status?: string
  /** For events: first and last day, inclusive. */
  from?: string
  to?: string
  featured?: boolean
  include?: number[]
  venue?: number[]
  organizer?: number[]
  categories?: number[]
  tags?: number[]
  /** For the other kinds. */
  event?: number
  has_events?: boolean
  only_with_upcoming?: boolean
  hide_empty?: boolean
  parent?: number
}

/** All records of a list, on all pages, in order; undefined if a parameter is invalid. */
export function listed(model: Model, kind: Kind, question: Question): Said[] | undefined {
  if (kind === 'event') return listedEvents(model, question)
  return kind === 'category' || kind === 'tag'
    ? listedTerms(model, kind, question)
    : listedPlaces(model, kind, question)
}

function listedEvents(model: Model, question: Question): ModelEvent[] | undefined {
  const { from, to } = windowOf(model, question)
  const { include, featured, venue, organizer, categories, tags } = question
  const isUnknown = (kind: Kind, ids: number[] = []) => ids.some((id) => !model[kind].some((one) => one.id === id))
  if (isUnknown('venue', venue) || isUnknown('organizer', organizer)) return undefined
  if (isUnknown('category', categories) || isUnknown('tag', tags)) return undefined
  if (!mayAskFor(question)) return undefined
  const usable = (kind: 'venue' | 'organizer', ids: number[]) =>
    ids.filter((id) => model[kind].some((one) => one.id === id && isSeen(model, question.as, one)))
  return model.event
    .filter((event) => hasStatus(model, question, event) && !event.isHidden)
    .filter((event) =>
      include ? include.includes(event.id) : event.start >= `${from} 00:00:00` && event.start <= `${to} 23:59:59`,
    )
    .filter((event) => featured === undefined || event.isFeatured === featured)
    .filter((event) => !venue || meet(event.venue, usable('venue', venue)))
    .filter((event) => !organizer || meet(event.organizer, usable('organizer', organizer)))
    .filter((event) => !categories || meet(event.category, withChildren(model, categories)))
    .filter((event) => !tags || meet(event.tag, tags))
    .filter((event) => isSpoken(model, question, event) && isFound(question, titleIn(event, question.language)))
    .sort((one, other) => (include ? one.at - other.at : compare(one.start, other.start)) || one.id - other.id)
}

/** The default period of event lists: two years from yesterday (UTC). */
function windowOf({ now, settings: { timezone } }: Model, { from, to }: Question) {
  const yesterday = wallClock(Math.floor(now / 86_400) * 86_400 - 60, timezone)
  const today = wallClock(now, timezone)
  const inTwoYears = `${Number(today.slice(0, 4)) + 2}${today.slice(4, 10)}`
  return { from: from ?? yesterday.slice(0, 10), to: to ?? inTwoYears }
}

function listedPlaces(model: Model, kind: 'venue' | 'organizer', question: Question): Post[] | undefined {
  const { event, has_events, only_with_upcoming } = question
  const about = model.event.find(({ id }) => id === event)
  if (!mayAskFor(question) || (event !== undefined && !(about && canRead(model, question.as, about)))) return undefined
  const eventsAt = ({ id }: Post) =>
    model.event.filter((one) => isSeen(model, question.as, one) && one[kind].includes(id))
  const today = wallClock(model.now, 'UTC')
  return model[kind]
    .filter((place) => hasStatus(model, question, place))
    .filter((place) => about === undefined || about[kind].includes(place.id))
    .filter((place) => has_events === undefined || eventsAt(place).length > 0 === has_events)
    .filter((place) => !only_with_upcoming || eventsAt(place).some(({ start }) => start >= today))
    .filter((place) => isSpoken(model, question, place) && isFound(question, titleIn(place, question.language)))
    .sort((one, other) => other.at - one.at || other.id - one.id)
}

function listedTerms(model: Model, kind: TermKind, question: Question): Term[] | undefined {
  const { event, hide_empty = true, parent, search, language } = question
  const about = model.event.find(({ id }) => id === event)
  if (event !== undefined && !(about && canRead(model, question.as, about))) return undefined
  if (kind === 'category' && parent !== undefined && !model.category.some(({ id }) => id === parent)) return undefined
  const says = (term: Term) => [titleIn(term, language), term.slugs.get(shownIn(term, language)) ?? '']
  return model[kind]
    .filter((term) => (about ? about[kind].includes(term.id) : !hide_empty || countOf(model, kind, term.id) > 0))
    .filter((term) => kind === 'tag' || parent === undefined || term.parent === parent)
    .filter(
      (term) =>
        isSpoken(model, question, term) &&
        (search === undefined || says(term).some((text) => text.toLowerCase().includes(search.toLowerCase()))),
    )
    .sort(
      (one, other) =>
        compare(titleIn(one, language).toLowerCase(), titleIn(other, language).toLowerCase()) || one.id - other.id,
    )
}

/** The number of public events that have exactly this term. */
export const countOf = (model: Model, kind: TermKind, term: number) =>
  model.event.filter((event) => isOut(model, event) && event[kind].includes(term)).length

/** The number of public events with a text in this language. */
export const countIn = (model: Model, language: Language) =>
  model.event.filter((event) => isOut(model, event) && event.titles.has(language)).length

/**
 * The number of entries of a kind in the site map: one for each language. Terms count only if a listed event has them.
 */
export function mapped(model: Model, kind: Kind): number {
  const isFound = (post: Post) => isOut(model, post) && !(post as ModelEvent).isHidden
  const within = (id: number) => (kind === 'category' ? withChildren(model, [id]) : [id])
  const isBorne = (of: TermKind, { id }: Said) =>
    model.event.some((event) => isFound(event) && meet(event[of], within(id)))
  const isTermKind = kind === 'category' || kind === 'tag'
  const found = (model[kind] as Said[]).filter((said) => (isTermKind ? isBorne(kind, said) : isFound(said as Post)))
  return found.reduce((sum, { titles }) => sum + titles.size, 0)
}

/** The ids of the venues or organizers in an event that the caller may see. */
export const linkedTo = (model: Model, kind: 'venue' | 'organizer', caller: TestCaller, event: ModelEvent) =>
  event[kind].filter((id) => model[kind].some((one) => one.id === id && isSeen(model, caller, one)))

/** The ids of the terms in an event, ordered by displayed name. */
export const termsOf = (model: Model, kind: TermKind, language: Language, event: ModelEvent) =>
  model[kind]
    .filter(({ id }) => event[kind].includes(id))
    .sort(
      (one, other) =>
        compare(titleIn(one, language).toLowerCase(), titleIn(other, language).toLowerCase()) || one.id - other.id,
    )
    .map(({ id }) => id)

/**
 * The record with this slug in the requested language, else the only readable record that has it in another language.
 */
export function bySlug(model: Model, kind: PostKind, slug: string, { as, language }: Question): Post | undefined {
  const bearers = model[kind].filter(({ slugs }) => [...slugs.values()].includes(slug))
  const here = bearers.find(({ slugs }) => slugs.get(language) === slug)
  if (here || bearers.length <= 1) return here ?? bearers[0]
  const readable = bearers.filter((post) => canRead(model, as, post))
  return readable.length === 1 ? readable[0] : undefined
}

/** Callers below contributor may filter by no status but `publish`. */
const mayAskFor = ({ as, status }: Question) =>
  status === undefined || status === 'publish' || isAtLeast(as, 'contributor')

function hasStatus(model: Model, { as, status }: Question, post: Post): boolean {
  if (status === undefined) return isSeen(model, as, post)
  return statusOf(model, post) === status && canRead(model, as, post)
}

const isSpoken = ({ settings }: Model, { language, fallback }: Question, { titles }: Said) =>
  (fallback ?? settings.language_fallback) || titles.has(language)

/** Every word of the search occurs in the displayed text. */
const isFound = ({ search }: Question, text: string) =>
  search === undefined || search.split(' ').every((word) => text.toLowerCase().includes(word.toLowerCase()))

const meet = (some: number[], others: number[]) => some.some((one) => others.includes(one))

export function withChildren(model: Model, ids: number[]): number[] {
  const below = model.category.filter(
    ({ id, parent }) => parent !== undefined && ids.includes(parent) && !ids.includes(id),
  )
  return below.length === 0 ? ids : withChildren(model, [...ids, ...below.map(({ id }) => id)])
}

/** Order by code unit, which for the characters used here equals the order of UTF-8 bytes. */
const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** Converts seconds since 1970 to local time, `YYYY-MM-DD HH:MM:SS`. */
export const wallClock = (instant: number, timeZone: string) =>
  new Date(instant * 1000).toLocaleString('sv', { timeZone })
