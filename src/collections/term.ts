import { type Caller, can } from '../core/caller.ts'
import { CalendarError, forbidden, type Problems } from '../core/errors.ts'
import { fold } from '../core/fold.ts'
import type { Language } from '../core/language.ts'
import { slugOf } from '../core/slug.ts'
import { type Sql, sql, type Transaction } from '../db/database.ts'
import { idColumn, isPublic, linkTable, type TermKind, table, textTable } from '../db/fragments.ts'
import type { Key, Rights, Scope } from './collection.ts'
import { inOrder } from './post-list.ts'
import { freeSlug, freshSlug, isSlugTaken, shownText, type Text, textsOf, writeText } from './texts.ts'

/** The whole store of both terms. A category may have a parent, a tag has none. */
export interface TermRow {
  id: number
  parent_id: number | null
  original_language: Language
  /** Public events that bear it. */
  count: number
  text: Text
  texts: Text[]
}

export interface TermBody {
  name: string
  description?: string
  slug?: string
  parent?: number
}

export type TermPlan = Partial<TermBody>

const parentColumn = (kind: TermKind) => (kind === 'category' ? sql`p.parent_id` : sql`NULL AS parent_id`)

/** How many public events bear the term `p`: those the database keeps count of, without the scheduled ones, which are few. */
export const eventCount = (kind: TermKind, now: number): Sql => sql`
  (p.published_events - (SELECT count(*) FROM event e CROSS JOIN ${linkTable(kind)} l
    WHERE e.status = 'publish' AND e.published_at > ${now} AND l.event_id = e.id AND l.${idColumn(kind)} = p.id))`

/** Whether any does. CROSS JOIN has SQLite begin with the links of the one term, not with all events for each. */
export const hasEvents = (kind: TermKind, now: number): Sql => sql`
  EXISTS (SELECT 1 FROM ${linkTable(kind)} l CROSS JOIN event e
    WHERE l.${idColumn(kind)} = p.id AND e.id = l.event_id AND ${isPublic(now, 'e')})`

/** The terms in the order of the ids, those that exist. */
export async function loadTerms(scope: Scope, kind: TermKind, ids: readonly number[]): Promise<TermRow[]> {
  if (ids.length === 0) return []
  const { db, now } = scope
  const [rows, texts] = await Promise.all([
    db.all<Omit<TermRow, 'text' | 'texts'>>(sql`
      SELECT p.id, ${parentColumn(kind)}, p.original_language, ${eventCount(kind, now)} AS count
      FROM ${table(kind)} p WHERE ${db.dialect.among(sql`p.id`, ids)}`),
    textsOf(db, kind, ids),
  ])
  const loaded = rows.flatMap((row) => {
    const own = texts.get(row.id) ?? []
    // Without any text it was removed between the two statements.
    return own.length > 0 ? [{ ...row, text: shownText(scope, own, row.original_language), texts: own }] : []
  })
  return inOrder(ids, loaded)
}

export async function findTerm(scope: Scope, kind: TermKind, key: Key): Promise<TermRow | undefined> {
  return 'id' in key ? (await loadTerms(scope, kind, [key.id]))[0] : undefined
}

export const termRights = (kind: TermKind): Rights<TermRow> => {
  const mayWrite = (caller: Caller) => can(caller, kind === 'category' ? 'categories:write' : 'tags:write')
  return { canRead: () => true, canCreate: mayWrite, canEdit: mayWrite }
}

export async function checkSlug(
  scope: Scope,
  kind: TermKind,
  body: TermPlan,
  problems: Problems,
  term: TermRow | undefined,
) {
  if (term === undefined || body.slug === undefined) return
  const slug = slugOf(body.slug, scope.language)
  if (await isSlugTaken(scope.db, kind, scope.language, slug, term.id)) problems.add('slug', 'reason.taken')
}

export function permitTerm({ caller }: Scope, kind: TermKind): void {
  if (!termRights(kind).canCreate(caller)) throw forbidden(caller)
}

/** Ids of the terms with this name in the scope's language, under `parent` when one is given (null: at the top). */
export async function termsNamed(
  scope: Scope,
  kind: TermKind,
  name: string,
  parent?: number | null,
): Promise<number[]> {
  const under = parent === undefined || kind === 'tag' ? sql`1 = 1` : sameParent(parent)
  const rows = await scope.db.all<{ id: number }>(sql`
    SELECT p.id FROM ${table(kind)} p JOIN ${textTable(kind)} t ON t.${idColumn(kind)} = p.id
    WHERE t.language = ${scope.language} AND t.title_folded = ${fold(name)} AND ${under} ORDER BY p.id`)
  return rows.map(({ id }) => id)
}

const sameParent = (parent: number | null) =>
  parent === null ? sql`p.parent_id IS NULL` : sql`p.parent_id = ${parent}`

/** @throws {CalendarError} `term_exists` when another term of the same parent has the name */
export async function refuseNamesake(
  scope: Scope,
  kind: TermKind,
  name: string,
  parent: number | null,
  except?: number,
) {
  const [namesake] = (await termsNamed(scope, kind, name, parent)).filter((id) => id !== except)
  if (namesake !== undefined) {
    throw new CalendarError('term_exists', { data: { term_id: namesake, additional_data: [namesake] } })
  }
}

/** Until the transaction ends nobody else names or moves a term of this kind. */
export const lockTerms = ({ db }: Scope<Transaction>, kind: TermKind) => db.lock(`${kind}_name`)

/** @returns the id of the new term @throws {CalendarError} `term_exists` */
export async function createTerm(scope: Scope<Transaction>, kind: TermKind, plan: TermPlan): Promise<number> {
  const { db, language, now } = scope
  const { name = '', description, parent = null } = plan
  await lockTerms(scope, kind)
  await refuseNamesake(scope, kind, name, parent)
  const id = await db.nextId('term')
  if (kind === 'category') {
    await db.run(sql`INSERT INTO category (id, parent_id, original_language) VALUES (${id}, ${parent}, ${language})`)
  } else {
    await db.run(sql`INSERT INTO tag (id, original_language) VALUES (${id}, ${language})`)
  }
  const wanted = plan.slug === undefined ? '' : slugOf(plan.slug, language)
  const slug = wanted ? await freeSlug(db, kind, language, wanted, id) : await freshSlug(db, kind, language, name, id)
  await writeText(db, kind, id, language, { title: name, description, slug }, undefined, now)
  return id
}

export async function updateTerm(
  scope: Scope<Transaction>,
  kind: TermKind,
  term: TermRow,
  plan: TermPlan,
): Promise<void> {
  const { db, language, now } = scope
  const previous = term.texts.find((text) => text.language === language)
  const parent = plan.parent ?? term.parent_id
  const name = plan.name ?? previous?.title
  await lockTerms(scope, kind)
  // Children of a removed category come to stand beside namesakes; that is no reason to refuse other changes.
  const isMoved = parent !== term.parent_id || fold(name ?? '') !== fold(previous?.title ?? '')
  if (name !== undefined && isMoved) await refuseNamesake(scope, kind, name, parent, term.id)
  if (plan.parent !== undefined) await db.run(sql`UPDATE category SET parent_id = ${plan.parent} WHERE id = ${term.id}`)
  const { description } = plan
  if (plan.name === undefined && description === undefined && plan.slug === undefined) return
  const chosen = plan.slug === undefined ? '' : slugOf(plan.slug, language)
  const slug = chosen || (previous?.slug ?? (await freshSlug(db, kind, language, name ?? '', term.id)))
  await writeText(db, kind, term.id, language, { title: plan.name, description, slug }, previous, now)
}

export async function removeTerm(scope: Scope<Transaction>, kind: TermKind, term: TermRow): Promise<void> {
  if (kind === 'category') {
    await scope.db.run(sql`UPDATE category SET parent_id = ${term.parent_id} WHERE parent_id = ${term.id}`)
  }
  await scope.db.run(sql`DELETE FROM ${table(kind)} WHERE id = ${term.id}`)
}
