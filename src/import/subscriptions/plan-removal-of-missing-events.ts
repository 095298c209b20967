import type { PresenceItem } from '../import-item-types.ts'
import type { StoredEvent } from './match-items-with-changed-ids.ts'
import type { MissingAction } from './subscription-options.ts'
import type { SubscriptionNote } from './subscription-store.ts'

/** An event that earlier runs have imported, with the columns that decide whether it may be removed. */
export interface ImportedEvent extends StoredEvent {
  /** Id of the imported event; null if it was deleted for good. */
  record_id: number | null
  missing_since: number | null
  removed_from: string
  /**
   * 1 if the event or one of its dates has not ended, it is not in the trash, and no other source contains it; else 0.
   */
  is_coming: number
}

export interface PresencePlan {
  changes: PresenceItem[]
  /** The reason why no event is removed although events are missing in the source. */
  note?: SubscriptionNote
}

/** If a larger share of the coming events is missing, no event is removed, because the source is probably broken. */
const LOST_SHARE_MAX = 0.5

/**
 * Compares the events of earlier runs with those in the source. A coming event that is missing in two complete reads is
 * removed; past events remain. No event is removed if the source has none any more, or has lost more than half of its
 * coming events.
 * @param present external ids of the events in the source, with new ids replaced by the stored ones
 * @param isWhole whether the source was read completely
 * @param mayShrink whether missing events are removed at the first read, however many they are
 */
export function planRemovalOfMissingEvents(
  stored: readonly ImportedEvent[],
  present: ReadonlySet<string>,
  { action, isWhole, mayShrink = false }: { action: MissingAction; isWhole: boolean; mayShrink?: boolean },
): PresencePlan {
  const own = stored.filter(({ record_id }) => record_id !== null)
  const changes = own.filter(({ external_id }) => present.has(external_id)).flatMap(foundAgain)
  if (!isWhole || action === 'keep') return { changes }
  const coming = own.filter(({ is_coming, removed_from }) => is_coming === 1 && removed_from === '')
  const missing = coming.filter(({ external_id }) => !present.has(external_id))
  if (missing.length === 0) return { changes }
  if (!mayShrink && present.size === 0) return { changes, note: { reason: 'subscription.empty' } }
  if (!mayShrink && missing.length > coming.length * LOST_SHARE_MAX) {
    const placeholders = { count: missing.length, value: coming.length }
    return { changes, note: { reason: 'subscription.shrunk', placeholders } }
  }
  const absent = missing.map(({ external_id, missing_since }) =>
    presenceItem(external_id, missing_since === null && !mayShrink ? 'missing' : action),
  )
  return { changes: [...changes, ...absent] }
}

const presenceItem = (externalId: string, change: PresenceItem['change']): PresenceItem => ({
  kind: 'presence',
  externalId,
  change,
  place: '',
  cursor: '',
})

function foundAgain({ external_id, missing_since, removed_from }: ImportedEvent): PresenceItem[] {
  if (missing_since === null) return []
  return [presenceItem(external_id, removed_from === '' ? 'found' : 'restore')]
}
