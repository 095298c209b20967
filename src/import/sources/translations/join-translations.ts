import { isDeepStrictEqual } from 'node:util'
import { KIND_PROPERTIES, type Kind } from '../../../core/kinds.ts'
import type { Language } from '../../../core/language.ts'
import { type ItemTexts, REFERENCE_FIELDS, type RecordItem, type ReferenceField } from '../../import-item-types.ts'
import { findLikelyTranslations } from './find-likely-translations.ts'
import type { Join, LanguageRecord } from './record-in-one-language.ts'

/** Which records of a site are translations of each other. */
export interface SiteTranslations {
  /**
   * Returns the record with which a record is imported: its original if it is a translation, else itself. Undefined for
   * records that no list of the site contains.
   */
  mainOf(kind: Kind, id: string): LanguageRecord | undefined
  /** The translations that are imported with the record `main`. */
  othersOf(main: LanguageRecord): readonly LanguageRecord[]
  /** Groups of records that are likely translations of each other, although the site does not connect them. */
  likely: readonly Join[]
}

/**
 * Joins the records of a site to groups of translations, as the site or its owner connects them.
 * @param languages in the order in which they are preferred as the original language of a record
 * @param joins translations that the owner has confirmed
 */
export function joinTranslationsOfSite(
  records: readonly LanguageRecord[],
  languages: readonly Language[],
  joins: readonly Join[],
): SiteTranslations {
  const groups = groupRecords(records, languages, joins)
  const groupOf = new Map(groups.flatMap((group) => group.map((record) => [keyOf(record.kind, record.id), group])))
  return {
    mainOf: (kind, id) => groupOf.get(keyOf(kind, id))?.[0],
    othersOf: (main) => groupOf.get(keyOf(main.kind, main.id))?.slice(1) ?? [],
    likely: findLikelyTranslations(groups, languages),
  }
}

const keyOf = (kind: Kind, id: string) => `${kind} ${id}`

/**
 * Groups records that are translations of each other. A group has at most one record in each language; the first record
 * is the original.
 */
function groupRecords(
  records: readonly LanguageRecord[],
  languages: readonly Language[],
  joins: readonly Join[],
): LanguageRecord[][] {
  const sets = createDisjointSets()
  for (const { kind, id, linkedIds, group } of records) {
    for (const linked of linkedIds) sets.unite(keyOf(kind, id), keyOf(kind, linked))
    if (group !== undefined) sets.unite(keyOf(kind, id), `${kind} group ${group}`)
  }
  for (const { kind, ids } of joins) {
    const [first, ...others] = Object.values(ids)
    for (const other of others) sets.unite(keyOf(kind, first as string), keyOf(kind, other))
  }
  const found = Map.groupBy(
    inOrder(records, languages),
    ({ kind, id, status }) => `${sets.find(keyOf(kind, id))} ${status}`,
  )
  return [...found.values()].flatMap((group) => {
    const joined = [...new Map(group.toReversed().map((record) => [record.language, record])).values()].toReversed()
    const ids = new Set(joined.map(({ id }) => id))
    return [joined, ...group.filter(({ id }) => !ids.has(id)).map((record) => [record])]
  })
}

/**
 * Sorts records by the rank of their language. A site may list a record that has no translation a second time, under
 * another language. In that language, such repetitions come after the records that are listed there first.
 */
function inOrder(records: readonly LanguageRecord[], languages: readonly Language[]): LanguageRecord[] {
  // The rank of the language of a record. Languages that this calendar does not have come last.
  const rank = ({ language }: LanguageRecord) =>
    languages.includes(language) ? languages.indexOf(language) : languages.length
  const byRank = records.toSorted((one, other) => rank(one) - rank(other))
  const originals = new Set(
    new Map(byRank.toReversed().map((record) => [keyOf(record.kind, record.id), record])).values(),
  )
  return byRank.toSorted(
    (one, other) => rank(one) - rank(other) || Number(originals.has(other)) - Number(originals.has(one)),
  )
}

function createDisjointSets() {
  const parents = new Map<string, string>()
  const find = (key: string): string => {
    const parent = parents.get(key)
    if (parent === undefined) return key
    const root = find(parent)
    parents.set(key, root)
    return root
  }
  return {
    find,
    unite(one: string, other: string) {
      const [root, otherRoot] = [find(one), find(other)]
      if (root !== otherRoot) parents.set(otherRoot, root)
    },
  }
}

/**
 * Adds its language to the item of a record. References to translations are replaced by references to their originals,
 * which are the imported records.
 */
export function addLanguageToItem(translations: SiteTranslations, main: LanguageRecord, item: RecordItem): RecordItem {
  const references = Object.entries(item.references ?? {}).map(([field, ids]) => {
    const kind = REFERENCE_FIELDS[field as ReferenceField]
    const mapped = ids.map((id) => (kind === 'picture' ? id : (translations.mainOf(kind, id)?.id ?? id)))
    return [field, [...new Set(mapped)]]
  })
  return {
    ...item,
    language: main.language,
    ...(item.references && { references: Object.fromEntries(references) }),
  }
}

/**
 * Adds the texts of the translations to the item of a record. Texts that equal those of the original are omitted,
 * because some sites show one text in all languages.
 */
export function addTranslationsToItem(
  item: RecordItem,
  others: readonly { record: LanguageRecord; fields: Record<string, unknown> }[],
): RecordItem {
  const own = textFields(item.kind, item.fields)
  const texts = others.flatMap(({ record: { language }, fields: all }): ItemTexts[] => {
    const fields = textFields(item.kind, all)
    const hasTitle = String(fields[titleFieldOf(item.kind)] ?? '') !== ''
    return hasTitle && !isDeepStrictEqual(fields, own) ? [{ language, fields }] : []
  })
  const otherIds = [...new Set(others.map(({ record }) => record.id))].filter((id) => id !== item.externalId)
  const highestId = Math.max(item.highestId ?? 0, ...otherIds.map(Number).filter(Number.isSafeInteger))
  return {
    ...item,
    ...(texts.length > 0 && { texts }),
    ...(otherIds.length > 0 && { otherIds, highestId }),
  }
}

const titleFieldOf = (kind: Kind) => KIND_PROPERTIES[kind].titleField

/** Picks from the fields of an item those that have a value in each language. */
const textFields = (kind: Kind, fields: Record<string, unknown>) =>
  Object.fromEntries(
    [titleFieldOf(kind), 'description', 'excerpt', 'slug'].flatMap((name) =>
      fields[name] === undefined ? [] : [[name, fields[name]]],
    ),
  )
