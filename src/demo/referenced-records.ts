import { categories } from '../collections/categories/index.ts'
import type { AnyCollection, Scope } from '../collections/collection.ts'
import { organizers } from '../collections/organizers/index.ts'
import { findPostByName } from '../collections/posts/read.ts'
import { tags } from '../collections/tags/index.ts'
import { termIdsByName } from '../collections/terms/read.ts'
import { venues } from '../collections/venues/index.ts'
import type { Language } from '../core/language.ts'
import type { Transaction } from '../db/database.ts'
import { CATEGORIES, type CategoryKey, type TagKey } from './kinds.ts'
import type { DemoOrganizer } from './organizers.ts'
import { createRecord, parseBody, updateRecord } from './record-writes.ts'
import { TEXTS } from './texts/index.ts'
import type { DemoVenue } from './venues.ts'

/** How many records that events refer to were made, and how many were there already. */
export interface RecordTally {
  created: number
  existing: number
}

type WriteScope = Scope<Transaction>
type Fields = Record<string, unknown>

/** Something that events refer to, known by its name. */
interface RecordSpec {
  collection: AnyCollection
  /** In the scope's language. */
  fields: Fields
  /** The id of what has the name already, in the scope's language. */
  findExisting(scope: WriteScope, fields: Fields): Promise<number | undefined>
  /** What is sent for another language; undefined: nothing is. */
  translation(language: Language): Fields | undefined
}

/** @param scope in the site's default language, which everything is written in first @returns the id */
async function ensure(
  scope: WriteScope,
  { collection, fields, findExisting, translation }: RecordSpec,
  tally: RecordTally,
): Promise<number> {
  const body = parseBody<Fields>(collection.parameters.create, fields)
  const found = await findExisting(scope, body)
  const id = found ?? (await createRecord(collection, scope, body))
  tally[found === undefined ? 'created' : 'existing'] += 1
  // One look is enough: writing a text asks for nothing of the texts in other languages.
  const row = await collection.find(scope, { id })
  for (const language of scope.languages) {
    const texts = language === scope.language ? undefined : translation(language)
    if (!row || !texts || row.texts.some((text: { language: Language }) => text.language === language)) continue
    const inside = { ...scope, language }
    const translated = parseBody<Fields>(collection.parameters.update, texts)
    // What has the name in that language already is found by it there.
    if ((await findExisting(inside, translated)) === undefined) await updateRecord(collection, inside, row, translated)
  }
  return id
}

/** @param ids of the categories there are so far, which learns this one: the ones above come first */
export async function ensureCategory(
  scope: WriteScope,
  key: CategoryKey,
  ids: Map<CategoryKey, number>,
  tally: RecordTally,
) {
  const parentKey: CategoryKey | undefined = CATEGORIES[key]
  const parent = parentKey && ids.get(parentKey)
  const wanted: RecordSpec = {
    collection: categories,
    fields: { name: TEXTS[scope.language].categories[key], ...(parent && { parent }) },
    findExisting: async (inside, { name }) =>
      (await termIdsByName(inside, 'category', name as string, parent ?? null))[0],
    translation: (language) => ({ name: TEXTS[language].categories[key] }),
  }
  ids.set(key, await ensure(scope, wanted, tally))
}

export async function ensureTag(scope: WriteScope, key: TagKey, tally: RecordTally): Promise<void> {
  const wanted: RecordSpec = {
    collection: tags,
    fields: { name: TEXTS[scope.language].tags[key] },
    findExisting: async (inside, { name }) => (await termIdsByName(inside, 'tag', name as string))[0],
    translation: (language) => ({ name: TEXTS[language].tags[key] }),
  }
  await ensure(scope, wanted, tally)
}

/** Venues and organizers alike. */
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
  const wanted: RecordSpec = {
    collection: kind === 'venue' ? venues : organizers,
    fields: { ...fields, ...textsIn(scope.language) },
    findExisting: (inside, sent) =>
      findPostByName(inside, kind, sent[kind] as string, sent.description as string | undefined),
    translation: (language) => (place.nameIn(language) ? textsIn(language) : undefined),
  }
  return ensure(scope, wanted, tally)
}

export const ensureVenue = (scope: WriteScope, venue: DemoVenue, tally: RecordTally) =>
  ensurePlace(scope, 'venue', venue, venue.fields(scope.language), tally)

export const ensureOrganizer = (scope: WriteScope, organizer: DemoOrganizer, tally: RecordTally) =>
  ensurePlace(scope, 'organizer', organizer, organizer.body, tally)
