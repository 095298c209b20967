import { categories } from '../../collections/categories/index.ts'
import type { AnyCollection } from '../../collections/collection.ts'
import { events } from '../../collections/events/index.ts'
import { organizers } from '../../collections/organizers/index.ts'
import { insertOrganizer } from '../../collections/organizers/organizer-store.ts'
import { series } from '../../collections/series/index.ts'
import { insertSeries } from '../../collections/series/series-store.ts'
import { tags } from '../../collections/tags/index.ts'
import { venues } from '../../collections/venues/index.ts'
import { insertVenue } from '../../collections/venues/venue-store.ts'
import { type CollectionName, KIND_PROPERTIES, type Kind } from '../../core/kinds.ts'
import type { ItemKind } from '../import-item.ts'

/**
 * The collections that imports write. Records of a source with the same name stay separate records, unlike in create requests,
 * because their external ids differ.
 */
export const IMPORT_COLLECTIONS: Readonly<Record<Kind, AnyCollection>> = {
  event: events,
  venue: { ...venues, create: insertVenue },
  organizer: { ...organizers, create: insertOrganizer },
  series: { ...series, create: insertSeries },
  category: categories,
  tag: tags,
}

/** Name of the collection of records of a kind, as in reports and in the table `external_id`. */
export const importCollectionName = (kind: ItemKind): CollectionName | 'media' =>
  kind === 'picture' ? 'media' : KIND_PROPERTIES[kind].collection
