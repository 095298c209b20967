import type { Problem } from '../../core/errors.ts'
import type { ImportSource, PresenceItem, SourceEntry } from '../import-item-types.ts'
import { contentOfImportedItem, fingerprintOfItemContent } from '../items/compare-imported-items.ts'
import { type AdaptedEntries, adaptEntriesToSubscription, EVENTS_MAX } from './adapt-entries-to-subscription.ts'
import { isFeedOfOwnCalendar, listImportedEvents } from './imported-events.ts'
import { matchChangedExternalIds, replaceChangedIdsOfItems } from './match-items-with-changed-ids.ts'
import { planRemovalOfMissingEvents } from './plan-removal-of-missing-events.ts'
import type { Reading, RefreshContext } from './refresh-context-types.ts'
import { SubscriptionError } from './subscription-error.ts'
import { parseStoredSubscriptionOptions, type SubscriptionOptions } from './subscription-options.ts'
import type { RefreshState, SubscriptionNote, SubscriptionRow } from './subscription-store.ts'
import { readTermNamesAndVenuesOfPlaces, storeNewPlacesWithVenues } from './venues-of-places.ts'

/** What the run of a subscription will import. */
export interface PreparedRun {
  options: SubscriptionOptions
  /** A source of the entries to import; undefined if nothing differs from the last run. */
  source: ImportSource | undefined
  state: Pick<RefreshState, 'items_digest' | 'whole_at' | 'note'>
}

/**
 * Seconds after which a source is read again although it has not changed, if it has events after the imported range of
 * days (`window_days`).
 */
const WINDOW_SECONDS = 86_400

/**
 * Compares the entries of a subscription's source with earlier runs, and prepares the run that imports the differences.
 * @throws {SubscriptionError} if the source is this calendar itself
 */
export async function prepareSubscriptionRun(
  row: SubscriptionRow,
  { scope, mayShrink = false }: Pick<RefreshContext, 'scope' | 'mayShrink'>,
  { entries, isWhole }: Reading,
): Promise<PreparedRun> {
  const { db, now } = scope
  const options = parseStoredSubscriptionOptions(row.options)
  const fit = await fitWithPlaces(scope, entries, options)
  const ids = fit.present.map(({ externalId }) => externalId)
  if (await isFeedOfOwnCalendar(db, ids)) throw new SubscriptionError('subscription.own-calendar')
  const stored = await listImportedEvents(db, row.name, now)
  const matches = matchChangedExternalIds(fit.present, stored)
  const present = new Set(ids.map((id) => matches.get(id) ?? id))
  const readAll = isWhole && !fit.isCut
  const plan = planRemovalOfMissingEvents(stored, present, { action: options.on_missing, isWhole: readAll, mayShrink })
  const items = replaceChangedIdsOfItems(fit.items, matches)
  const notes = notesOf(fit, isWhole, plan.note, matches.size)
  const digest = digestOf(items)
  const isRun = digest !== row.items_digest || plan.changes.length > 0
  const all = [...plan.changes, ...notes.map(toWarning), ...fit.unreadable, ...items]
  const [note] = notes.filter(({ reason }) => reason !== 'subscription.new-ids')
  return {
    options,
    source: isRun ? listSource(row, all, digestOf([...plan.changes, ...items])) : undefined,
    state: {
      items_digest: digest,
      whole_at: nextWholeRead(plan.changes, fit, now),
      note: note ? JSON.stringify(note) : '',
    },
  }
}

/**
 * Applies the options of a subscription to the entries of its source. New places are stored first, so that a place with
 * the name of a venue gets this venue.
 */
async function fitWithPlaces(
  { db, now }: Pick<RefreshContext['scope'], 'db' | 'now'>,
  entries: readonly SourceEntry[],
  options: SubscriptionOptions,
): Promise<AdaptedEntries> {
  const fit = adaptEntriesToSubscription(entries, { options, now, ...(await readTermNamesAndVenuesOfPlaces(db)) })
  if (fit.places.size === 0) return fit
  await db.transaction((tx) => storeNewPlacesWithVenues(tx, fit.places))
  return adaptEntriesToSubscription(entries, { options, now, ...(await readTermNamesAndVenuesOfPlaces(db)) })
}

function notesOf(
  { isCut, present }: AdaptedEntries,
  isWhole: boolean,
  missing: SubscriptionNote | undefined,
  matched: number,
): SubscriptionNote[] {
  const hasNewIds = matched * 2 > present.length
  return [
    ...(missing ? [missing] : []),
    ...(isWhole ? [] : [{ reason: 'subscription.cut-off' } as const]),
    ...(isCut ? [{ reason: 'subscription.too-many', placeholders: { value: EVENTS_MAX } } as const] : []),
    ...(hasNewIds ? [{ reason: 'subscription.new-ids', placeholders: { count: matched } } as const] : []),
  ]
}

const toWarning = (note: SubscriptionNote): SourceEntry => {
  const problem: Problem = { name: '', ...note }
  return { kind: 'unreadable', severity: 'warning', place: '', cursor: '', problem }
}

/** A hash of the content of items. Of pictures only the ids are hashed, because they are not loaded again. */
const digestOf = (items: readonly SourceEntry[]): string =>
  fingerprintOfItemContent(
    JSON.stringify(
      items.map((item) => {
        if (item.kind === 'presence') return [item.externalId, item.change]
        if (item.kind === 'picture' || item.kind === 'unreadable') return [item.externalId]
        return [item.kind, item.externalId, contentOfImportedItem(item)]
      }),
    ),
  )

/** The time at which the source must be read completely even if it has not changed; null if that is not necessary. */
function nextWholeRead(changes: readonly PresenceItem[], { hasLater }: AdaptedEntries, now: number): number | null {
  if (changes.some(({ change }) => change === 'missing')) return now
  return hasLater ? now + WINDOW_SECONDS : null
}

/** Creates a source whose entries are in memory. Its cursor is the number of entries that were imported. */
const listSource = (
  { name, type, url }: SubscriptionRow,
  entries: readonly SourceEntry[],
  digest: string,
): ImportSource => ({
  name,
  type,
  url,
  digest,
  async *read(cursor) {
    const done = Number(cursor)
    for (const [at, entry] of entries.entries()) if (at >= done) yield { ...entry, cursor: String(at + 1) }
  },
})
