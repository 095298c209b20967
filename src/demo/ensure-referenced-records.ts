import { categories } from '../collections/categories/index.ts'
import type { AnyCollection } from '../collections/collection.ts'
import { organizers } from '../collections/organizers/index.ts'
import { findPostsByName } from '../collections/posts/create-post-unless-same.ts'
import {
  createRecordInOpenTransaction,
  parseRequestBody,
  updateRecordInOpenTransaction,
} from '../collections/records/write-in-open-transaction.ts'
import type { Scope } from '../collections/scope.ts'
import { series } from '../collections/series/index.ts'
import { tags } from '../collections/tags/index.ts'
import { selectTermIdsByName } from '../collections/terms/load-terms.ts'
import { venues } from '../collections/venues/index.ts'
import type { Language } from '../core/language.ts'
import type { Transaction } from '../db/database.ts'
import { CATEGORIES, type CategoryKey, type TagKey } from './demo-event-kinds.ts'
import type { DemoOrganizer } from './demo-organizers.ts'
import type { DemoVenue } from './demo-venues.ts'
import { TEXTS } from './texts/index.ts'

/** Number of records that were created, and number of those that already existed. */
export interface RecordTally {
  created: number
  existing: number
}

const FESTIVAL_WEBSITE = 'https://river-nights.amselfurt.example.org'

type WriteScope = Scope<Transaction>
type Fields = Record<string, unknown>

/** Describes a venue, organizer, series, category or tag that must exist. It is identified by its name. */
interface RecordSpec {
  collection: AnyCollection
  /** Request fields that create the record, in the language of `scope`. */
  fields: Fields
  /** Finds the id of the existing record with the name in `fields`, in the language of `scope`. */
  findExisting(scope: WriteScope, fields: Fields): Promise<number | undefined>
  /** Request fields that add a translation; undefined if there is no translation to the language. */
  translation(language: Language): Fields | undefined
}

/**
 * Finds or creates a record and adds missing translations.
 * @param scope its language is the default language of the site
 * @returns the id of the record
 */
async function ensure(
  scope: WriteScope,
  { collection, fields, findExisting, translation }: RecordSpec,
  tally: RecordTally,
): Promise<number> {
  const body = parseRequestBody<Fields>(collection.parameters.native.create, fields)
  const found = await findExisting(scope, body)
  const id = found ?? (await createRecordInOpenTransaction(collection, scope, body))
  tally[found === undefined ? 'created' : 'existing'] += 1
  // Reading the record once, before all translations, is enough: adding one translation does not change the others.
  const row = await collection.find(scope, { id })
  for (const language of scope.languages) {
    const texts = language === scope.language ? undefined : translation(language)
    if (!row || !texts || row.texts.some((text: { language: Language }) => text.language === language)) continue
    const localScope = { ...scope, language }
    const translated = parseRequestBody<Fields>(collection.parameters.native.update, texts)
    // Skip the translation if another record already has this name in that language: adding it would fail.
    if ((await findExisting(localScope, translated)) === undefined)
      await updateRecordInOpenTransaction(collection, localScope, row, translated)
  }
  return id
}

/**
 * Finds or creates a category.
 * @param ids ids of the categories that exist, including the parent; the function adds the id of this category
 */
export async function ensureDemoCategory(
  scope: WriteScope,
  key: CategoryKey,
  ids: Map<CategoryKey, number>,
  tally: RecordTally,
) {
  const parentKey: CategoryKey | undefined = CATEGORIES[key]
  const parent = parentKey && ids.get(parentKey)
  const spec: RecordSpec = {
    collection: categories,
    fields: { name: TEXTS[scope.language].categories[key], ...(parent && { parent }) },
    findExisting: async (localScope, { name }) =>
      (await selectTermIdsByName(localScope, 'category', name as string, parent ?? null))[0],
    translation: (language) => ({ name: TEXTS[language].categories[key] }),
  }
  ids.set(key, await ensure(scope, spec, tally))
}

export async function ensureDemoTag(scope: WriteScope, key: TagKey, tally: RecordTally): Promise<void> {
  const spec: RecordSpec = {
    collection: tags,
    fields: { name: TEXTS[scope.language].tags[key] },
    findExisting: async (localScope, { name }) => (await selectTermIdsByName(localScope, 'tag', name as string))[0],
    translation: (language) => ({ name: TEXTS[language].tags[key] }),
  }
  await ensure(scope, spec, tally)
}

/** Finds or creates a venue or an organizer. */
async function ensurePlace(
  scope: WriteScope,
  kind: 'venue' | 'organizer',
  place: Pick<DemoVenue, 'nameIn'>,
  fields: Fields,
  tally: RecordTally,
): Promise<number> {
  const textsIn = (language: Language) => {
    const { name, description } = place.nameIn(language) ?? {}
    return { ...(name && { [kind]: name }), ...(description && { description }) }
  }
  const spec: RecordSpec = {
    collection: kind === 'venue' ? venues : organizers,
    fields: { ...fields, ...textsIn(scope.language) },
    findExisting: async (localScope, { [kind]: name, description }) => {
      const found = await findPostsByName(localScope, kind, name as string)
      return found.find((post) => !description || post.description === description)?.id
    },
    translation: (language) => (place.nameIn(language) ? textsIn(language) : undefined),
  }
  return ensure(scope, spec, tally)
}

export const ensureDemoVenue = (scope: WriteScope, venue: DemoVenue, tally: RecordTally) =>
  ensurePlace(scope, 'venue', venue, venue.fields(scope.language), tally)

export const ensureDemoOrganizer = (scope: WriteScope, organizer: DemoOrganizer, tally: RecordTally) =>
  ensurePlace(scope, 'organizer', organizer, organizer.body, tally)

/** Finds the festival of the sample calendar, or creates it. */
export async function ensureDemoFestival(scope: WriteScope, tally: RecordTally): Promise<number> {
  const spec: RecordSpec = {
    collection: series,
    fields: { ...TEXTS[scope.language].festival, kind: 'festival', website: FESTIVAL_WEBSITE },
    findExisting: async (localScope, { title }) =>
      (await findPostsByName(localScope, 'series', title as string))[0]?.id,
    translation: (language) => ({ ...TEXTS[language].festival }),
  }
  return ensure(scope, spec, tally)
}
