import { isObject } from '../../core/generic/is-object.ts'
import { foldTextForSearch } from '../../core/text/fold-text.ts'
import type { ImportItem, RecordItem } from '../import-item-types.ts'
import { fingerprintOfItemContent } from '../items/compare-imported-items.ts'

/** Maximum length in characters of the key for a place: the column is part of a primary key. */
const PLACE_KEY_MAX = 200

/** The key that is equal for spellings of the same place: its name, folded and without punctuation. */
export const keyOfPlaceName = (name: string): string =>
  foldTextForSearch(name)
    .replace(/[\s,;.]+/g, ' ')
    .trim()
    .slice(0, PLACE_KEY_MAX)

/** The name of the first place of an event in its source; `''` if it has none. */
export function firstPlaceNameOfItem({ fields: { venue } }: Pick<RecordItem, 'fields'>): string {
  const [first] = [venue].flat()
  const name = isObject(first) ? first.venue : first
  return typeof name === 'string' ? name : ''
}

/** A hash of start, title and place, by which an event is recognized when its source gives it a new id. */
export function hashForRecognizingEvent(item: Pick<RecordItem, 'fields' | 'references'>): string {
  const { start_date: start = '', title = '' } = item.fields
  const place = firstPlaceNameOfItem(item) || (item.references?.venue ?? []).join(' ')
  return fingerprintOfItemContent([start, foldTextForSearch(String(title)), keyOfPlaceName(place)].join('\n'))
}

/** An event that earlier runs have imported. */
export interface StoredEvent {
  external_id: string
  match_key: string
}

/**
 * Finds events that have a new id in their source: an event with an unknown id whose match key equals that of an
 * imported event, while the id of the imported event is missing in the source.
 * @returns the stored external ids, by the new ids
 */
export function matchChangedExternalIds(
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

/** Replaces new ids of events by the external ids with which these events were imported. */
export const replaceChangedIdsOfItems = (
  items: readonly ImportItem[],
  matches: ReadonlyMap<string, string>,
): ImportItem[] =>
  items.map((item) =>
    item.kind === 'event' && matches.has(item.externalId)
      ? { ...item, externalId: matches.get(item.externalId) as string }
      : item,
  )
