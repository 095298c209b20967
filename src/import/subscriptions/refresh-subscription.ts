import type { ImportSource } from '../import-item-types.ts'
import type { ImportOptions } from '../import-options.ts'
import { runImport, startOrContinueImportRun } from '../runs/run-import.ts'
import { downloadChangedFeed } from './fetch-feed.ts'
import { notifyOwnerOfSubscription } from './notify-owner.ts'
import { type PreparedRun, prepareSubscriptionRun } from './prepare-subscription-run.ts'
import { createSourceOfFetchedFeed, readSourceEntries } from './read-source-entries.ts'
import type { Reading, RefreshContext } from './refresh-context-types.ts'
import { SubscriptionError } from './subscription-error.ts'
import { type FeedType, parseStoredSubscriptionOptions, type SubscriptionType } from './subscription-options.ts'
import {
  deleteOldRunsOfSubscription,
  deleteSubscriptionContent,
  type RefreshState,
  type SubscriptionRow,
  storeFailedRefresh,
  storeSuccessfulRefresh,
} from './subscription-store.ts'

/** What a refresh did. `runId`: the id of the import run; undefined if the source has not changed. */
export type RefreshOutcome =
  | { state: 'unchanged' | 'stopped' }
  | { state: 'done'; runId: number | undefined }
  | { state: 'failed'; error: SubscriptionError }

/** Reads the source of a claimed subscription, and imports what differs from the last run. */
export async function refreshSubscription(row: SubscriptionRow, context: RefreshContext): Promise<RefreshOutcome> {
  try {
    const reading = await readSubscription(row, context)
    if (reading === 'unchanged') return { state: 'unchanged' }
    const prepared = await prepareSubscriptionRun(row, context, reading)
    const runId = prepared.source && (await runPrepared(prepared, prepared.source, context))
    if (runId === 'stopped') return { state: 'stopped' }
    await storeState(row, context, { ...reading.validators, ...prepared.state }, runId)
    return { state: 'done', runId }
  } catch (error) {
    if (!(error instanceof SubscriptionError)) throw error
    await fail(row, context, error)
    return { state: 'failed', error }
  }
}

const NO_VALIDATORS = { etag: '', last_modified: '', digest: '' }

async function readSubscription(row: SubscriptionRow, context: RefreshContext): Promise<Reading | 'unchanged'> {
  const { scope, clock, openSite } = context
  const type = row.type as SubscriptionType
  if (row.content !== '') return readContent(row, context, Buffer.from(row.content), NO_VALIDATORS)
  if (row.url === '') return 'unchanged'
  if (type === 'tec') {
    const entries = await readSourceEntries(openSite(row.url, row.name), type, clock)
    return { ...entries, validators: NO_VALIDATORS }
  }
  const mustBeWhole = (row.whole_at !== null && row.whole_at <= scope.now) || row.failures > 0 || context.mayShrink
  const response = await downloadChangedFeed(row.url, mustBeWhole ? NO_VALIDATORS : row, context.guard)
  if (response.isUnchanged || (!mustBeWhole && response.digest === row.digest)) return 'unchanged'
  const { bytes, etag, last_modified, digest } = response
  return readContent(row, context, bytes, { etag, last_modified, digest })
}

async function readContent(
  row: SubscriptionRow,
  { scope, clock }: RefreshContext,
  bytes: Buffer,
  validators: Reading['validators'],
): Promise<Reading> {
  const type = row.type as FeedType
  const { timezone } = parseStoredSubscriptionOptions(row.options)
  const feed = createSourceOfFetchedFeed(type, bytes, { name: row.name, timezone, siteZone: scope.site.timezone })
  const { entries, isWhole } = await readSourceEntries(feed.source, type, clock)
  return { entries, isWhole: isWhole && feed.isWhole, validators }
}

/**
 * Performs the run that was prepared for a subscription.
 * @returns the id of the run, or `stopped` if this process must end first: the next refresh then continues the run
 */
async function runPrepared(
  { options }: PreparedRun,
  source: ImportSource,
  { scope, actor, clock, signal }: RefreshContext,
): Promise<number | 'stopped'> {
  const importOptions: ImportOptions = {
    status: options.status,
    categories: options.categories,
    tags: options.tags,
    pictures: options.pictures,
    keepIds: false,
  }
  const parameters = { scope, source, options: importOptions, isDry: false, clock, signal }
  const started = await startOrContinueImportRun(parameters, actor)
  return (await runImport(started, parameters)) ? started.run.id : 'stopped'
}

async function storeState(
  row: SubscriptionRow,
  context: RefreshContext,
  changes: Partial<RefreshState>,
  runId?: number,
): Promise<void> {
  const { scope } = context
  const state: RefreshState = { ...row, note: '', ...changes, ...(runId !== undefined && { changed_at: scope.now }) }
  await scope.db.transaction(async (tx) => {
    await storeSuccessfulRefresh(tx, row.id, state)
    if (row.content !== '') await deleteSubscriptionContent(tx, row)
    if (runId !== undefined) await deleteOldRunsOfSubscription(tx, row.id)
    if (state.note !== '' && state.note !== row.note)
      await notifyOwnerOfSubscription(tx, row, context, JSON.parse(state.note))
  })
}

const DAY_SECONDS = 86_400
/** Number of days for which every request of a subscription must fail before it is turned off. */
const FAILING_DAYS_MAX = 7

/**
 * Stores that the request of a subscription failed. The pause before the next request doubles with each failure up to a
 * day; after a week of failures the subscription is turned off.
 */
async function fail(row: SubscriptionRow, context: RefreshContext, { note }: SubscriptionError): Promise<void> {
  const { db, now } = context.scope
  const interval = row.every_minutes * 60
  const pause = Math.max(interval, Math.min(interval * 2 ** (row.failures + 1), DAY_SECONDS))
  const isOn = now - (row.failing_since ?? now) < FAILING_DAYS_MAX * DAY_SECONDS
  await db.transaction(async (tx) => {
    if (row.content !== '') await deleteSubscriptionContent(tx, row)
    await storeFailedRefresh(tx, row, {
      note: JSON.stringify(note),
      nextAt: now + pause,
      isOn: isOn && row.is_on === 1,
      now,
    })
    if (!isOn) await notifyOwnerOfSubscription(tx, row, context, { reason: 'subscription.turned-off' })
  })
}
