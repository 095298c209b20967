import assert from 'node:assert/strict'
import type { Language } from '../../../src/core/language.ts'
import type { TestCaller } from '../server/accounts.ts'
import {
  canEdit,
  canRead,
  isAtLeast,
  type Kind,
  linkedTo,
  type Model,
  type ModelEvent,
  type Post,
  type Term,
  type TermKind,
  withChildren,
} from './model.ts'

/** The effect of writes on the model, and their expected status. */

export interface Fields {
  title?: string
  status?: 'publish' | 'draft' | 'pending' | 'private' | 'future'
  /** Publication date, in seconds since 1970-01-01 UTC. */
  at?: number
  /** Only for events. */
  start?: string
  featured?: boolean
  hidden?: boolean
  venue?: number[]
  organizer?: number[]
  category?: number[]
  tag?: number[]
  /** Only for categories. */
  parent?: number
}

/** An update or deletion of the record with this id, or a creation if there is no id. */
export interface Write {
  do: 'make' | 'change' | 'remove' | 'translate' | 'untranslate'
  as: TestCaller
  kind: Kind
  id?: number
  /** The language of the texts that are written. */
  language: Language
  fields: Fields
}

/**
 * @returns the expected status; only 200 and 201 change the model. A place with the name of another is not created
 *    again.
 */
export function expected(model: Model, write: Write): number {
  const { as, kind, fields } = write
  const record = model[kind].find(({ id }) => id === write.id) as (Post & Term) | undefined
  if (write.do !== 'make' && record === undefined) return 404
  if (write.do === 'untranslate' && kind !== 'event') throw new Error('only events lose texts here')
  if (hasUnknown(model, write, record)) return 400
  const denied = as === 'guest' ? 401 : 403
  if (kind === 'category' || kind === 'tag') {
    if (!isAtLeast(as, kind === 'category' ? 'author' : 'editor')) return denied
    if (isNamesake(model, kind, write, record)) return 400
  } else {
    if (record ? !canEdit(as, record) : !isAtLeast(as, 'contributor')) return denied
    const isRestored = write.do === 'change' && fields.status !== undefined
    if (record?.status === 'trash' && !isRestored) return 410
  }
  if (write.do === 'untranslate' && record) {
    if (record.original === write.language) return 400
    if (!record.titles.has(write.language)) return 404
  }
  return write.do === 'make' && !namesakeOf(model, write) ? 201 : 200
}

/** Whether the write links to a record that does not exist or that the caller may not read. */
function hasUnknown(model: Model, { as, kind, fields }: Write, record: Term | undefined): boolean {
  const isUsable = (place: Post) => place.status !== 'trash' && canRead(model, as, place)
  const places = (['venue', 'organizer'] as const).some((of) =>
    fields[of]?.some((id) => !model[of].some((one) => one.id === id && isUsable(one))),
  )
  if (places) return true
  if (kind !== 'category' || fields.parent === undefined) return false
  const { parent } = fields
  return (
    !model.category.some(({ id }) => id === parent) ||
    (record !== undefined && withChildren(model, [record.id]).includes(parent))
  )
}

/**
 * Whether another term with the same parent has this name in this language. A term that keeps name and parent may stay
 * a duplicate.
 */
function isNamesake(model: Model, kind: TermKind, write: Write, record: Term | undefined): boolean {
  const { language, fields } = write
  if (write.do === 'remove') return false
  const before = record?.titles.get(language)
  const name = (fields.title ?? before)?.toLowerCase()
  const parent = fields.parent ?? record?.parent
  if (name === undefined || (record && parent === record.parent && name === before?.toLowerCase())) return false
  return model[kind].some(
    (one) =>
      one !== record && one.titles.get(language)?.toLowerCase() === name && (kind === 'tag' || one.parent === parent),
  )
}

/** Applies a successful write to the model. @param body the response, which contains the generated id and slugs */
// biome-ignore lint/suspicious/noExplicitAny: bodies are looked into freely
export function apply(model: Model, write: Write, body: any): void {
  const { kind } = write
  if (write.do === 'remove') remove(model, write)
  if (write.do === 'make') {
    const namesake = namesakeOf(model, write)
    if (namesake) {
      assert.equal(body.id, namesake.id, 'one of the same name is meant')
      return
    }
    const isTermKind = kind === 'category' || kind === 'tag'
    const taken = isTermKind ? [...model.category, ...model.tag] : [...model.event, ...model.venue, ...model.organizer]
    assert.ok(!taken.some(({ id }) => id === body.id), 'an id is given once')
    model[kind].push(made(model, write, body.id) as never)
  }
  const record = model[kind].find(({ id }) => id === (write.id ?? body.id)) as ModelEvent & Term
  // Terms have no trash.
  if (record === undefined) return
  if (write.do === 'untranslate') record.titles.delete(write.language)
  else if (write.fields.title !== undefined) record.titles.set(write.language, write.fields.title)
  if (write.do === 'change' || write.do === 'make') change(model, write, record)
  noteSlugs(record, body)
}

/**
 * The first venue or organizer with this name that the caller may see, if it has the sent status and date too: it is
 * linked or returned instead of creating another.
 */
function namesakeOf(model: Model, write: Write): Post | undefined {
  const { as, kind, language, fields } = write
  if (kind !== 'venue' && kind !== 'organizer') return undefined
  const name = fields.title?.toLowerCase()
  return model[kind].find(
    (place) =>
      place.titles.get(language)?.toLowerCase() === name &&
      place.status !== 'trash' &&
      canRead(model, as, place) &&
      (fields.status === undefined || place.status === statusAfter(write, place)) &&
      (fields.at === undefined || (place.isDated && place.at === fields.at)),
  )
}

const made = (model: Model, { as, language }: Write, id: number) => ({
  ...{ id, original: language, titles: new Map(), slugs: new Map(), parent: undefined },
  ...{ author: as, status: 'publish' as const, at: model.now, isDated: false },
  ...{ start: '', isFeatured: false, isHidden: false, venue: [], organizer: [], category: [], tag: [] },
})

function change(model: Model, write: Write, record: ModelEvent & Term): void {
  const { fields } = write
  record.parent = fields.parent ?? record.parent
  if (write.kind === 'category' || write.kind === 'tag') return
  date(model, write, record)
  record.start = fields.start ?? record.start
  record.isFeatured = fields.featured ?? record.isFeatured
  record.isHidden = fields.hidden ?? record.isHidden
  for (const kind of ['venue', 'organizer'] as const) {
    if (!isEmptyAsRead(model, write, record, kind)) record[kind] = [...new Set(fields[kind] ?? record[kind])]
  }
  // Ids of terms that do not exist are ignored.
  for (const term of ['category', 'tag'] as const) {
    record[term] = (fields[term] ?? record[term]).filter((id) => model[term].some((one) => one.id === id))
  }
}

/**
 * Whether an empty list is sent by a caller who reads one, because the linked records are hidden from them: then these
 * stay.
 */
const isEmptyAsRead = (model: Model, { as, fields }: Write, event: ModelEvent, kind: 'venue' | 'organizer') =>
  fields[kind]?.length === 0 && linkedTo(model, kind, as, event).length === 0

/** Status and publication date. */
function date(model: Model, write: Write, post: Post): void {
  const { as, fields } = write
  post.status = statusAfter(write, post)
  const isPublished = post.status === 'publish' || post.status === 'private'
  if (fields.at !== undefined) post.at = fields.at
  else if (isPublished && !post.isDated) post.at = model.now
  post.isDated ||= isPublished || fields.at !== undefined
  assert.ok(as !== 'guest')
}

/** Callers without the right to publish create pending posts instead. */
function statusAfter({ do: what, as, fields: { status } }: Write, post: Post): Post['status'] {
  const mayPublish = isAtLeast(as, 'author')
  if (status === undefined) return what === 'make' ? (mayPublish ? 'publish' : 'draft') : post.status
  if (status === 'draft' || status === 'pending') return status
  if (!mayPublish) return 'pending'
  return status === 'future' ? 'publish' : status
}

/**
 * Posts are moved to the trash. The children of a deleted category move up to its parent; events lose a deleted term.
 */
function remove(model: Model, { kind, id }: Write): void {
  if (kind === 'category' || kind === 'tag') {
    const gone = model[kind].find((one) => one.id === id) as Term
    model[kind] = model[kind].filter((one) => one !== gone)
    for (const one of model[kind]) if (one.parent === id) one.parent = gone.parent
    for (const event of model.event) event[kind] = event[kind].filter((one) => one !== id)
    return
  }
  const post = model[kind].find((one) => one.id === id) as Post
  post.status = 'trash'
}

/** Stores the slugs that the server generated. */
function noteSlugs(
  record: { slugs: Map<Language, string> },
  body: { translations: Record<string, { slug: string }> | unknown[] },
): void {
  if (Array.isArray(body.translations)) {
    record.slugs = new Map(
      (body.translations as { language: Language; slug: string }[]).map(({ language, slug }) => [language, slug]),
    )
    return
  }
  record.slugs = new Map(Object.entries(body.translations).map(([language, { slug }]) => [language as Language, slug]))
}
