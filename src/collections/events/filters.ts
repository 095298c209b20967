import type { Problems } from '../../core/errors.ts'
import type { LinkedKind } from '../../core/kinds.ts'
import { searchWords } from '../../core/text/fold.ts'
import { type Sql, sql } from '../../db/database.ts'
import { and, idColumn, linkTable } from '../../db/fragments.ts'
import type { Scope } from '../collection.ts'
import { checkPostIds, statusCondition } from '../posts/list.ts'
import { languageConditions, languageLinks } from '../texts/languages.ts'
import { allListed, type Facet, featuredFacet, languageFacet, linkFacet } from './facets.ts'
import { visiblePostIds } from './links.ts'
import { hasCoordinates, withinRadius } from './nearby.ts'
import type { EventQuery } from './schema.ts'
import { findTermIds } from './term-names.ts'
import { readWindow, startsInWindow, type Window } from './window.ts'

/** A parsed query of the list of events: SQL condition, search words and the parameters of its links. */
export interface EventFilter {
  /** All conditions except the search words. */
  where: Sql
  /** Folded words that the displayed text must contain. */
  words: string[]
  /**
   * Set when the search words are the only filter of an anonymous caller: matching events are then those listed in this
   * window.
   */
  listed?: Window | undefined
  /** Set when an anonymous caller filters by one criterion at most, so that the list can be read from a facet. */
  ready?: { facet: Facet; window: Window } | undefined
  /** Query parameters of the list's own URL: the effective window and status, but no categories and tags (contract). */
  links: Record<string, string | number | number[] | undefined>
  /** Query parameters of links to other pages, which must select the same events and therefore contain all filters. */
  onward: Record<string, string | number | number[] | undefined>
}

/** One criterion of a query, with the facet that answers it if there is one. */
interface Wish {
  condition: Sql
  facet?: Facet | undefined
}

/** Parses the query. Adds a problem for each record that it names and that does not exist. */
export async function readFilter(scope: Scope, query: EventQuery, problems: Problems): Promise<EventFilter> {
  const { db } = scope
  const status = statusCondition(scope, query.status, problems)
  const window = query.include ? undefined : readWindow(scope, query, problems)
  await checkPostIds(db, 'event', 'post_parent', query.post_parent === undefined ? [] : [query.post_parent], problems)
  const terms = await termFilters(scope, query, problems)
  const wishes: Wish[] = [
    ...languageWishes(scope, query),
    ...plainWishes(scope, query),
    ...(await linkWishes(scope, query, problems)),
    ...terms.wishes,
    ...placeConditions(scope, query).map((condition) => ({ condition })),
  ]
  const conditions = [
    status.condition,
    sql`p.hide_from_listings = 0`,
    ...wishes.map(({ condition }) => condition),
    ...(window ? [startsInWindow(window)] : []),
  ]
  const links = { ...echoOf(query, window, status.shown), ...languageLinks(scope, query) }
  const facet = wishes.length === 0 ? allListed : wishes.length === 1 ? wishes[0]?.facet : undefined
  return {
    where: and(conditions),
    words: searchWords(query.search ?? ''),
    listed: status.isPublic && wishes.length === 0 ? window : undefined,
    ready: status.isPublic && window && facet ? { facet, window } : undefined,
    links,
    // Categories and tags are repeated by id, because a name may contain a comma.
    onward: { ...links, ...flagsOf(scope, query), ...terms.ids },
  }
}

function languageWishes(scope: Scope, query: EventQuery): Wish[] {
  const { asked, languages, language } = scope
  // A language that the site does not use selects nothing and has no facet.
  const facet = !asked || languages.includes(asked.language) ? languageFacet(language) : undefined
  return languageConditions(scope, 'event', query).map((condition) => ({ condition, facet }))
}

function plainWishes({ db }: Scope, { include, featured: isFeatured, post_parent }: EventQuery): Wish[] {
  const wishes: Wish[] = []
  if (include) wishes.push({ condition: db.dialect.inList(sql`p.id`, include) })
  if (isFeatured !== undefined) {
    wishes.push({ condition: sql`p.featured = ${Number(isFeatured)}`, facet: isFeatured ? featuredFacet : undefined })
  }
  // No event has a parent, so every `post_parent` selects nothing.
  if (post_parent !== undefined) wishes.push({ condition: sql`1 = 0` })
  return wishes
}

async function linkWishes(scope: Scope, query: EventQuery, problems: Problems): Promise<Wish[]> {
  const wishes: Wish[] = []
  for (const kind of ['venue', 'organizer'] as const) {
    const ids = query[kind]
    if (ids === undefined) continue
    await checkPostIds(scope.db, kind, kind, ids, problems)
    // A hidden or trashed venue or organizer is a valid filter, but it matches no events, because events do not show it
    // either.
    wishes.push(linkedTo(scope, kind, [...(await visiblePostIds(scope, kind, ids))]))
  }
  return wishes
}

async function termFilters(scope: Scope, query: EventQuery, problems: Problems) {
  const wishes: Wish[] = []
  const named: { categories?: number[]; tags?: number[] } = {}
  for (const [name, kind] of [
    ['categories', 'category'],
    ['tags', 'tag'],
  ] as const) {
    const words = query[name]
    if (words === undefined) continue
    const ids = await findTermIds(scope, kind, words)
    if (ids === undefined) {
      problems.add(name, 'reason.unknown')
      continue
    }
    named[name] = ids
    wishes.push(linkedTo(scope, kind, ids))
  }
  return { wishes, ids: named }
}

function linkedTo({ db }: Scope, kind: LinkedKind, ids: number[]): Wish {
  const linked = kind === 'category' ? sql`event_within` : linkTable(kind)
  const [id] = ids
  return {
    condition: sql`p.id IN (SELECT l.event_id FROM ${linked} l WHERE ${db.dialect.inList(sql`l.${idColumn(kind)}`, ids)})`,
    facet: ids.length === 1 && id !== undefined ? linkFacet(kind, id) : undefined,
  }
}

function placeConditions(scope: Scope, query: EventQuery): Sql[] {
  const conditions: Sql[] = []
  if (query.geoloc !== undefined)
    conditions.push(query.geoloc ? hasCoordinates(scope) : sql`NOT ${hasCoordinates(scope)}`)
  const center = centerOf(query)
  if (center) conditions.push(withinRadius(scope, center, query.geoloc_radius ?? scope.site.geoloc_radius_km))
  return conditions
}

/** A latitude without longitude, or the reverse, is ignored (contract). */
function centerOf({ geoloc_lat: lat, geoloc_lng: lng }: EventQuery) {
  return typeof lat === 'number' && typeof lng === 'number' ? { lat, lng } : undefined
}

/**
 * Flags for links to other pages, also when they are false. Links of The Events Calendar do not contain `featured`
 * (contract).
 */
const flagsOf = ({ face }: Scope, { featured, geoloc }: EventQuery) => ({
  ...(face.name !== 'tec' && { featured: featured === undefined ? undefined : Number(featured) }),
  geoloc: geoloc === undefined ? undefined : Number(geoloc),
})

function echoOf(query: EventQuery, window: Window | undefined, status: string): EventFilter['links'] {
  const center = centerOf(query)
  return {
    start_date: window?.from,
    end_date: window?.to,
    search: query.search,
    geoloc: query.geoloc ? 1 : undefined,
    geoloc_lat: center?.lat,
    geoloc_lng: center?.lng,
    geoloc_radius: center && (query.geoloc_radius ?? undefined),
    status,
    post_parent: query.post_parent,
    include: query.include,
    venue: query.venue,
    organizer: query.organizer,
    featured: query.featured ? 1 : undefined,
  }
}
