import type { Problems } from '../../core/errors.ts'
import type { Face } from '../../core/faces.ts'
import { collectionNameOfKind, type TermKind } from '../../core/kinds.ts'
import { createListPageRequest, urlsOfListPages } from '../../core/list-page.ts'
import {
  attachDocumentationToSchema,
  fieldWithCheckAndConversion,
  ID_MAX,
  idField,
  idOrNameListField,
  lenientBooleanField,
  parseId,
  requiredTextField,
  Type,
} from '../../core/schema/field-types.ts'
import { wholeNumberField } from '../../core/schema/number-fields.ts'
import { createParameterSet } from '../../core/schema/parameter-set.ts'
import { normalizeSlug } from '../../core/text/slug.ts'
import { sql } from '../../db/database.ts'
import { joinWithAnd, nonEmptySlugCondition, tableOfKind, textTableOfKind } from '../../db/sql-fragments.ts'
import type { Listing } from '../collection.ts'
import { checkEventIsReadable } from '../posts/list-posts.ts'
import type { Scope } from '../scope.ts'
import { chooseFieldForFace, pageParameters, searchField } from '../shared-fields.ts'
import { languageFilterConditions, languageUrlParameters } from '../texts/record-languages.ts'
import {
  hasListedEventsCondition,
  loadCategoriesOrTags,
  publicEventCountSql,
  selectExistingTermIds,
  type TermRow,
} from './load-terms.ts'
import { selectPageOfCategoriesOrTags, type TermFilter, type TermOrder } from './select-terms.ts'

const order = () =>
  fieldWithCheckAndConversion(
    Type.String(),
    (text) => /^(asc|desc)$/i.test(text),
    (text) => (text.toLowerCase() === 'desc' ? ('DESC' as const) : ('ASC' as const)),
    { reason: 'reason.choice', placeholders: { choices: 'asc, desc' } },
  )

/**
 * Schema of the query parameters `include` and `exclude`: a list of ids. Slugs of existing terms are accepted too but
 * select nothing, as in The Events Calendar.
 */
const termIds = () => idOrNameListField('reason.ids')

/**
 * Values of the query parameter `orderby` in the API contract. The API compatible with The Events Calendar accepts all
 * other values too and sorts by name.
 */
const ORDER_ATTRIBUTES = ['name', 'id', 'term_id', 'slug', 'count', 'description', 'include', 'term_group'] as const

const orderAttribute = () =>
  fieldWithCheckAndConversion(
    Type.String(),
    (text) => (ORDER_ATTRIBUTES as readonly string[]).includes(text.toLowerCase()),
    (text) => text,
    { reason: 'reason.choice', placeholders: { choices: ORDER_ATTRIBUTES.join(', ') } },
  )

/**
 * Schema of the query parameter `parent`, which lists only the children of this category. In the native API 0 selects
 * the top level; The Events Calendar rejects 0.
 */
const parentFilter = (face: Face) =>
  chooseFieldForFace(face, idField, () => wholeNumberField({ minimum: 0, maximum: ID_MAX }))

const termListParameters = (face: Face) => ({
  ...pageParameters,
  search: Type.Optional(searchField()),
  exclude: Type.Optional(termIds()),
  include: Type.Optional(termIds()),
  order: Type.Optional(order()),
  orderby: Type.Optional(chooseFieldForFace(face, requiredTextField, orderAttribute)),
  hide_empty: Type.Optional(attachDocumentationToSchema(lenientBooleanField(), { default: true })),
  post: Type.Optional(idField()),
  event: Type.Optional(idField()),
  slug: Type.Optional(requiredTextField()),
})

export const tagListParameters = (face: Face) => createParameterSet(Type.Object(termListParameters(face)))
export const categoryListParameters = (face: Face) =>
  createParameterSet(Type.Object({ ...termListParameters(face), parent: Type.Optional(parentFilter(face)) }))

export interface TermQuery {
  page?: number
  per_page?: number
  search?: string
  exclude?: string[]
  include?: string[]
  order?: 'ASC' | 'DESC'
  orderby?: string
  hide_empty?: boolean
  post?: number
  event?: number
  slug?: string
  parent?: number
  fallback?: boolean
}

/**
 * Lists categories or tags, by name unless the query names another order. Terms without public events are left out by
 * default. A page beyond the last one is empty.
 */
export async function listCategoriesOrTags(
  scope: Scope,
  kind: TermKind,
  query: TermQuery,
  problems: Problems,
): Promise<Listing<TermRow>> {
  await checkQuery(scope, kind, query, problems)
  problems.throwIfAny()
  const request = createListPageRequest(query, { perPage: scope.site.per_page })
  const order = { by: orderAttributeOf(query), direction: query.order ?? 'ASC' }
  const { rows, total } = await selectPageOfCategoriesOrTags(scope, kind, filterOf(query), order, request)
  return { rows, total, ...request, links: termLinks(scope, kind, query, request, total) }
}

const filterOf = (query: TermQuery): TermFilter => {
  const event = query.event ?? query.post
  return {
    search: query.search,
    include: query.include && idsIn(query.include),
    exclude: query.exclude && idsIn(query.exclude),
    slugs: query.slug === undefined ? undefined : [query.slug],
    parent: query.parent === 0 ? null : query.parent,
    event,
    // If the request names an event, all its categories or tags are listed, even those that have no public event.
    hideEmpty: event === undefined && (query.hide_empty ?? true),
    fallback: query.fallback,
  }
}

function orderAttributeOf({ orderby = 'name' }: TermQuery): TermOrder['by'] {
  const name = orderby.toLowerCase()
  if (name === 'term_id') return 'id'
  return SORTED.find((attribute) => attribute === name) ?? 'name'
}

const SORTED = ['id', 'slug', 'count', 'description', 'include'] as const

/** The categories or tags with the most public events. Terms without an event in the public calendar are left out. */
export async function listMostUsedTerms(scope: Scope, kind: TermKind, max: number): Promise<TermRow[]> {
  const where = joinWithAnd([hasListedEventsCondition(kind), ...languageFilterConditions(scope, kind, {})])
  const rows = await scope.db.all<{ id: number }>(sql`
    SELECT p.id FROM ${tableOfKind(kind)} p WHERE ${where} ORDER BY ${publicEventCountSql(kind)} DESC, p.id LIMIT ${max}`)
  const ids = rows.map(({ id }) => id)
  return loadCategoriesOrTags(scope, kind, ids)
}

/**
 * Adds a problem for each query parameter that names an unknown record. In the native API unknown ids in `include` and
 * `exclude` are no problem: they select nothing.
 */
async function checkQuery(scope: Scope, kind: TermKind, query: TermQuery, problems: Problems): Promise<void> {
  for (const name of ['include', 'exclude'] as const) {
    const words = query[name] ?? []
    const slugs = words.filter((word) => parseId(word) === undefined)
    const ids = scope.face.imitatesTec ? idsIn(words) : []
    if (!(await slugsExist(scope, kind, slugs)) || !(await exist(scope, kind, ids))) problems.add(name, 'reason.ids')
  }
  if (query.parent && !(await exist(scope, kind, [query.parent]))) {
    problems.add('parent', 'reason.unknown-ids', { ids: query.parent })
  }
  for (const name of ['post', 'event'] as const) {
    await checkEventIsReadable(scope, name, query[name], problems)
  }
}

const idsIn = (words: string[]) => words.flatMap((word) => parseId(word) ?? [])

const exist = async ({ db }: Scope, kind: TermKind, ids: number[]): Promise<boolean> =>
  (await selectExistingTermIds(db, kind, ids)).size === new Set(ids).size

/** Whether each of the slugs belongs to a category or tag, in any language. */
async function slugsExist({ db }: Scope, kind: TermKind, slugs: string[]): Promise<boolean> {
  const keys = [...new Set(slugs.map(normalizeSlug))]
  if (keys.length === 0) return true
  const found = await db.all(
    sql`SELECT DISTINCT slug FROM ${textTableOfKind(kind)} WHERE ${nonEmptySlugCondition} AND ${db.dialect.inList(sql`slug`, keys)}`,
  )
  return found.length === keys.length
}

/**
 * URLs of the list and of its next and previous page. Besides `page`, they repeat only query parameters that the
 * request contained.
 */
function termLinks(
  scope: Scope,
  kind: TermKind,
  query: TermQuery,
  request: { page: number; perPage: number },
  total: number,
) {
  const { page: _, per_page, order, hide_empty, fallback, ...rest } = query
  const filters = {
    ...rest,
    ...languageUrlParameters(scope, { ...(fallback !== undefined && { fallback }) }),
    order: order?.toLowerCase(),
    hide_empty: hide_empty === undefined ? undefined : Number(hide_empty),
    per_page,
  }
  const listing = scope.urls.listing(collectionNameOfKind(kind))
  return urlsOfListPages(listing, request, total, filters, filters)
}
