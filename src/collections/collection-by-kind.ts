import type { CollectionName, Kind } from '../core/kinds.ts'
import { categories } from './categories/index.ts'
import type { AnyCollection } from './collection.ts'
import { events } from './events/index.ts'
import { organizers } from './organizers/index.ts'
import { series } from './series/index.ts'
import { tags } from './tags/index.ts'
import { venues } from './venues/index.ts'

/** For each kind of record (event, venue, category and so on) the collection that reads and writes it. */
export const COLLECTION_BY_KIND: Readonly<Record<Kind, AnyCollection>> = {
  event: events,
  venue: venues,
  organizer: organizers,
  series,
  category: categories,
  tag: tags,
}

export const COLLECTIONS: readonly AnyCollection[] = Object.values(COLLECTION_BY_KIND)

/** Finds a collection by its name in URLs, e.g. `events`. */
export function findCollectionByName(wanted: CollectionName): AnyCollection {
  const collection = COLLECTIONS.find(({ name }) => name === wanted)
  if (collection === undefined) throw new Error(`no collection ${wanted}`)
  return collection
}
