import { categories } from '../collections/categories/index.ts'
import type { AnyCollection, Scope } from '../collections/collection.ts'
import { organizers } from '../collections/organizers/index.ts'
import { findNamesake } from '../collections/posts/post.ts'
import { tags } from '../collections/tags/index.ts'
import { termsNamed } from '../collections/terms/term.ts'
import { venues } from '../collections/venues/index.ts'
import type { Language } from '../core/language.ts'
import type { Transaction } from '../db/database.ts'
import { CATEGORIES, type CategoryKey, type TagKey } from './kinds.ts'
import type { DemoOrganizer } from './organizers.ts'
import { TEXTS } from './texts/index.ts'
import type { DemoVenue } from './venues.ts'
import { change, make, read } from './write.ts'

/** How many records that events refer to were made, and how many were there already. */
export interface Tally {
  made: number
  known: number
}

type WriteScope = Scope<Transaction>
type Fields = Record<string, unknown>

/** Something that events refer to, known by its name. */
interface Wanted {
  collection: AnyCollection
  /** In the scope's language. */
  fields: Fields
  /** The id of what has the name already, in the scope's language. */
  known(scope: WriteScope, fields: Fields): Promise<number | undefined>
  /** What is sent for another language; undefined: nothing is. */
  translation(language: Language): Fields | undefined
}

/** @param scope in the site's default language, which everything is written in first @returns the id */
async function ensure(
  scope: WriteScope,
  { collection, fields, known, translation }: Wanted,
  tally: Tally,
): Promise<number> {
  const body = read<Fields>(collection.parameters.create, fields)
  const found = await known(scope, body)
  const id = found ?? (await make(collection, scope, body))
  tally[found === undefined ? 'made' : 'known'] += 1
  // One look is enough: writing a text asks for nothing of the texts in other languages.
  const row = await collection.find(scope, { id })
  for (const language of scope.languages) {
    const texts = language === scope.language ? undefined : translation(language)
    if (!row || !texts || row.texts.some((text: { language: Language }) => text.language === language)) continue
    const inside = { ...scope, language }
    const translated = read<Fields>(collection.parameters.update, texts)
    // What has the name in that language already is found by it there.
    if ((await known(inside, translated)) === undefined) await change(collection, inside, row, translated)
  }
  return id
}

/** @param ids of the categories there are so far, which learns this one: the ones above come first */
export async function ensureCategory(scope: WriteScope, key: CategoryKey, ids: Map<CategoryKey, number>, tally: Tally) {
  const parentKey: CategoryKey | undefined = CATEGORIES[key]
  const parent = parentKey && ids.get(parentKey)
  const wanted: Wanted = {
    collection: categories,
    fields: { name: TEXTS[scope.language].categories[key], ...(parent && { parent }) },
    known: async (inside, { name }) => (await termsNamed(inside, 'category', name as string, parent ?? null))[0],
    translation: (language) => ({ name: TEXTS[language].categories[key] }),
  }
  ids.set(key, await ensure(scope, wanted, tally))
}

export async function ensureTag(scope: WriteScope, key: TagKey, tally: Tally): Promise<void> {
  const wanted: Wanted = {
    collection: tags,
    fields: { name: TEXTS[scope.language].tags[key] },
    known: async (inside, { name }) => (await termsNamed(inside, 'tag', name as string))[0],
    translation: (language) => ({ name: TEXTS[language].tags[key] }),
  }
  await ensure(scope, wanted, tally)
}

/** Venues and organizers alike. */
async function ensurePlace(
  scope: WriteScope,
  kind: 'venue' | 'organizer',
  place: Pick<DemoVenue, 'named'>,
  fields: Fields,
  tally: Tally,
): Promise<number> {
  const textsIn = (language: Language) => {
    const { name, description } = place.named(language) ?? {}
    return { ...(name && { [kind]: name }), ...(description && { description }) }
  }
  const wanted: Wanted = {
    collection: kind === 'venue' ? venues : organizers,
    fields: { ...fields, ...textsIn(scope.language) },
    known: (inside, sent) => findNamesake(inside, kind, sent[kind] as string, sent.description as string | undefined),
    translation: (language) => (place.named(language) ? textsIn(language) : undefined),
  }
  return ensure(scope, wanted, tally)
}

export const ensureVenue = (scope: WriteScope, venue: DemoVenue, tally: Tally) =>
  ensurePlace(scope, 'venue', venue, venue.fields(scope.language), tally)

export const ensureOrganizer = (scope: WriteScope, organizer: DemoOrganizer, tally: Tally) =>
  ensurePlace(scope, 'organizer', organizer, organizer.body, tally)
