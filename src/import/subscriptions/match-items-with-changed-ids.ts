import { isObject } from '../../core/generic/is-object.ts'
import { foldText } from '../../core/text/fold-text.ts'
import type { ImportItem, RecordItem } from '../import-item.ts'
import { contentFingerprint } from '../items/compare-imported-items.ts'

/** Maximum length of a place key (see `placeNameKey`) in characters: it is a primary key in the database. */
const PLACE_KEY_MAX = 200

/** The key by which a place is recognized: its name, case-folded and without punctuation. */
export const placeNameKey = (name: string): string =>
  foldText(name)
    .replace(/[\s,;.]+/g, ' ')
    .trim()
    .slice(0, PLACE_KEY_MAX)

/** The place of an event as its source names it, the first of several; `''` for none. */
export function placeNameOf({ fields: { venue } }: Pick<RecordItem, 'fields'>): string {
  const [first] = [venue].flat()
  const name = isObject(first) ? first.venue : first
  return typeof name === 'string' ? name : ''
}

/** Hash of start, title and place of an event: equal for the same event when its source gives it a new id. */
export function eventMatchKey(item: Pick<RecordItem, 'fields' | 'references'>): string {
  const { start_date: start = '', title = '' } = item.fields
  const place = placeNameOf(item) || (item.references?.venue ?? []).join(' ')
  return contentFingerprint([start, foldText(String(title)), placeNameKey(place)].join('\n'))
}

/** An event that earlier runs have imported. */
export interface StoredEvent {
  external_id: string
  match_key: string
}

/**
 * Finds out which new ids in a source mean events that were imported with other ids: those with the match key of an event whose
 * id the source does not contain any more.
 * @returns the stored external ids, by the ids in the source
 */
export function matchChangedIds(
  present: readonly { externalId: string; matchKey: string }[],
  stored: readonly StoredEvent[],
): Map<string, string> {
  const ids = new Set(present.map(({ externalId }) => externalId))
  const storedIds = new Set(stored.map(({ external_id }) => external_id))
  const free = Map.groupBy(
    stored.filter(({ external_id, match_key }) => match_key !== '' && !ids.has(external_id)),
    ({ match_key }) => match_key,
  )
  const matches = new Map<string, string>()
  for (const { externalId, matchKey } of present) {
    if (storedIds.has(externalId) || matches.has(externalId)) continue
    const match = free.get(matchKey)?.shift()
    if (match) matches.set(externalId, match.external_id)
  }
  return matches
}

/** Replaces the ids of events by those with which they were imported. */
export const itemsWithStoredIds = (items: readonly ImportItem[], matches: ReadonlyMap<string, string>): ImportItem[] =>
  items.map((item) =>
    item.kind === 'event' && matches.has(item.externalId)
      ? { ...item, externalId: matches.get(item.externalId) as string }
      : item,
  )
