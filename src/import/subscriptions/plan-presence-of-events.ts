import type { PresenceItem } from '../import-item.ts'
import type { StoredEvent } from './match-items-with-changed-ids.ts'
import type { MissingAction } from './subscription-options.ts'
import type { SubscriptionNote } from './subscription-store.ts'

/** An event that earlier runs have imported, with the properties that decide about its removal. */
export interface ImportedEvent extends StoredEvent {
  /** Id of the imported event; null if it was deleted for good. */
  record_id: number | null
  missing_since: number | null
  removed_from: string
  /** 1 if the event, or one of its dates, has not ended and is not in the trash, and no other source contains it. */
  is_coming: number
}

export interface PresencePlan {
  changes: PresenceItem[]
  /** The reason if nothing is removed although events are missing. */
  note?: SubscriptionNote
}

/** Share of the upcoming events above which nothing is removed: a source that lost more of them is probably broken. */
const LOST_SHARE_MAX = 0.5

/**
 * Compares the events of earlier runs with those in the source. Coming events that are missing in two whole reads are removed, past
 * ones stay. Nothing is removed if the source has no event any more, or has lost more than half of the coming ones.
 * @param present external ids in the source, after changed ids were matched
 * @param isWhole whether all events of the source were read
 * @param mayShrink whether missing events are removed at once, however many they are
 */
export function planPresenceOfEvents(
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
