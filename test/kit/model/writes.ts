import assert from 'node:assert/strict'
import type { Language } from '../../../src/core/language.ts'
import type { TestCaller } from '../server/accounts.ts'
import {
  canEdit,
  canRead,
  isAtLeast,
  type Kind,
  type Model,
  type ModelEvent,
  type Post,
  type Term,
  type TermKind,
  withChildren,
} from './model.ts'

/** What a write does to the model of a calendar, and what it is answered. */

export interface Fields {
  title?: string
  status?: 'publish' | 'draft' | 'pending' | 'private' | 'future'
  /** When it comes out: seconds since 1970-01-01 UTC. */
  at?: number
  /** Of events. */
  start?: string
  featured?: boolean
  hidden?: boolean
  venue?: number[]
  organizer?: number[]
  category?: number[]
  tag?: number[]
  /** Of categories. */
  parent?: number
}

/** A write: of a record there is, or (without an id) of a new one. */
export interface Write {
  do: 'make' | 'change' | 'remove' | 'translate' | 'untranslate'
  as: TestCaller
  kind: Kind
  id?: number
  /** Which texts are meant. */
  language: Language
  fields: Fields
}

/** @returns the status of the answer; 200 and 201 change the model. @param body what was answered: ids and slugs are its own */
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
  return write.do === 'make' ? 201 : 200
}

/** Something is named that is not there, or not for the caller. */
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

/** Another term of the same parent has the name in this language; one that keeps name and place may go on beside it. */
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

/** @param body the answer, for the id that was given and the slugs */
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
    const isTerm = kind === 'category' || kind === 'tag'
    const taken = isTerm ? [...model.category, ...model.tag] : [...model.event, ...model.venue, ...model.organizer]
    assert.ok(!taken.some(({ id }) => id === body.id), 'an id is given once')
    model[kind].push(made(model, write, body.id) as never)
  }
  const record = model[kind].find(({ id }) => id === (write.id ?? body.id)) as ModelEvent & Term
  // A term is gone for good.
  if (record === undefined) return
  if (write.do === 'untranslate') record.titles.delete(write.language)
  else if (write.fields.title !== undefined) record.titles.set(write.language, write.fields.title)
  if (write.do === 'change' || write.do === 'make') change(model, write, record)
  noteSlugs(record, body)
}

/** The first venue or organizer of this name that the writer may see: it is taken as it is instead of a second one. */
function namesakeOf(model: Model, { as, kind, language, fields }: Write): Post | undefined {
  if (kind !== 'venue' && kind !== 'organizer') return undefined
  const name = fields.title?.toLowerCase()
  const bears = (place: Post) => place.titles.get(language)?.toLowerCase() === name
  return model[kind].find((place) => bears(place) && place.status !== 'trash' && canRead(model, as, place))
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
  for (const kind of ['venue', 'organizer'] as const) record[kind] = [...new Set(fields[kind] ?? record[kind])]
  // Ids that no term has are passed over.
  for (const term of ['category', 'tag'] as const) {
    record[term] = (fields[term] ?? record[term]).filter((id) => model[term].some((one) => one.id === id))
  }
}

/** Its status, and when it comes out. */
function date(model: Model, write: Write, post: Post): void {
  const { as, fields } = write
  post.status = statusAfter(write, post)
  const isPublished = post.status === 'publish' || post.status === 'private'
  if (fields.at !== undefined) post.at = fields.at
  else if (isPublished && !post.isDated) post.at = model.now
  post.isDated ||= isPublished || fields.at !== undefined
  assert.ok(as !== 'guest')
}

/** Who may not publish has what should come out wait for an editor. */
function statusAfter({ do: what, as, fields: { status } }: Write, post: Post): Post['status'] {
  const mayPublish = isAtLeast(as, 'author')
  if (status === undefined) return what === 'make' ? (mayPublish ? 'publish' : 'draft') : post.status
  if (status === 'draft' || status === 'pending') return status
  if (!mayPublish) return 'pending'
  return status === 'future' ? 'publish' : status
}

/** Posts go to the trash. Of a category, what is below comes to stand where it stood; events lose a term. */
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

/** Addresses are the server's to give. */
export function noteSlugs(
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
