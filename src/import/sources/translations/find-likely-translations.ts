import type { Kind } from '../../../core/kinds.ts'
import type { Language } from '../../../core/language.ts'
import { foldTextForSearch } from '../../../core/text/fold-text.ts'
import type { SourceEntry } from '../../import-item-types.ts'
import type { Join, LanguageRecord } from './record-in-one-language.ts'

type Group = readonly LanguageRecord[]

/**
 * Finds records that seem to be translations of each other: events with the same times, venue and picture, venues with
 * the same address, organizers with the same email address. A record is omitted if several records of one language
 * could be its translation.
 * @param groups groups of certain translations, with at most one record in each language
 */
export function findLikelyTranslations(groups: readonly Group[], languages: readonly Language[]): Join[] {
  const others = proposalsFor(
    groups,
    ({ likeness }) => likeness,
    (kind) => kind !== 'event',
  )
  const venues = new Map<string, string>()
  for (const group of [...groups, ...others]) {
    const [first] = group
    if (first?.kind === 'venue') for (const { id } of group) venues.set(id, first.id)
  }
  const likenessOfEvent = ({ likeness, venueId = '' }: LanguageRecord) =>
    likeness === undefined ? undefined : `${likeness} ${venues.get(venueId) ?? venueId}`
  const events = proposalsFor(groups, likenessOfEvent, (kind) => kind === 'event')
  return [...others, ...events].map((records) => {
    const ordered = records.toSorted(
      (one, other) => languages.indexOf(one.language) - languages.indexOf(other.language),
    )
    return {
      kind: (ordered[0] as LanguageRecord).kind,
      ids: Object.fromEntries(ordered.map(({ language, id }) => [language, id])),
      titles: ordered.map(({ title }) => title),
    }
  })
}

function proposalsFor(
  groups: readonly Group[],
  translationLikenessKey: (record: LanguageRecord) => string | undefined,
  isWanted: (kind: Kind) => boolean,
): LanguageRecord[][] {
  const alike = new Map<string, Group[]>()
  for (const group of groups) {
    const [first] = group
    const likeness = first && isWanted(first.kind) ? translationLikenessKey(first) : undefined
    if (!first || likeness === undefined) continue
    const key = `${first.kind} ${first.status} ${likeness}`
    alike.set(key, [...(alike.get(key) ?? []), group])
  }
  return [...alike.values()].flatMap((candidates) => {
    const records = candidates.flat()
    const isUnique = new Set(records.map(({ language }) => language)).size === records.length
    return candidates.length > 1 && isUnique ? [records] : []
  })
}

/**
 * Computes a text from values of a record. Records for which it is equal are likely translations of each other.
 * Undefined if all values are empty.
 */
export function translationLikenessKey(...values: unknown[]): string | undefined {
  const folded = values.map((value) => foldTextForSearch(String(value ?? '')).trim())
  return folded.every((value) => value === '') ? undefined : JSON.stringify(folded)
}

/**
 * Computes the text by which likely translations of a category or tag are recognized: its slug without the language at
 * its end.
 */
export const translationLikenessKeyOfTerm = (slug: unknown, language: Language): string | undefined =>
  translationLikenessKey(String(slug ?? '').replace(new RegExp(`-${language}$`), ''))

/**
 * Creates the entry which reports how many records of a site are likely translations that the site does not connect.
 */
export const reportLikelyTranslations = (count: number): SourceEntry => ({
  kind: 'unreadable',
  severity: 'warning',
  place: '',
  cursor: '',
  problem: { name: '', reason: 'import.likely-translations', placeholders: { count } },
})
