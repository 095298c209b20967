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
 * The collections to which imports write. A create request reuses a record with the same name; these do not, because
 * records with different external ids are different records.
 */
export const IMPORT_COLLECTIONS: Readonly<Record<Kind, AnyCollection>> = {
  event: events,
  venue: { ...venues, create: insertVenue },
  organizer: { ...organizers, create: insertOrganizer },
  series: { ...series, create: insertSeries },
  category: categories,
  tag: tags,
}

/**
 * Name of the collection for records of a kind; `media` for pictures. Used in reports and in the table `external_id`.
 */
export const importCollectionName = (kind: ItemKind): CollectionName | 'media' =>
  kind === 'picture' ? 'media' : KIND_PROPERTIES[kind].collection
