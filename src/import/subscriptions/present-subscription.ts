import type { Language } from '../../core/language.ts'
import { formatMessage } from '../../core/messages/index.ts'
import { instantToLocal } from '../../core/time/instant.ts'
import { stateOfImportRun } from '../runs/import-report.ts'
import type { RunRow } from '../runs/import-run-store.ts'
import { parseStoredSubscriptionOptions } from './subscription-options.ts'
import type { SubscriptionNote, SubscriptionRow } from './subscription-store.ts'

const utc = (at: number | null) => (at === null ? null : instantToLocal(at, 'UTC'))

/** Formats the problem of a subscription's last request as a sentence; `''` if there was none. */
export function formatLastProblemOfSubscription({ note }: Pick<SubscriptionRow, 'note'>, language: Language): string {
  return note === '' ? '' : formatSubscriptionNote(JSON.parse(note), language)
}

export const formatSubscriptionNote = ({ reason, placeholders }: SubscriptionNote, language: Language): string =>
  formatMessage(language, reason, { ...placeholders, name: '' })

/** Converts a subscription to JSON, for responses of the API. Times are in UTC. */
export function presentSubscription(row: SubscriptionRow, language: Language) {
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    url: row.url,
    every_minutes: row.every_minutes,
    active: row.is_on === 1,
    ...parseStoredSubscriptionOptions(row.options),
    next_utc: utc(row.next_at),
    checked_utc: utc(row.checked_at),
    changed_utc: utc(row.changed_at),
    failures: row.failures,
    note: formatLastProblemOfSubscription(row, language),
  }
}

/** Converts a run of an import to JSON, without its problems. */
export const presentImportRun = (run: RunRow & { name: string; type: string }) => ({
  id: run.id,
  source: run.source_id,
  name: run.name,
  type: run.type,
  dry_run: run.is_dry === 1,
  undoes: run.undoes,
  state: stateOfImportRun(run),
  started_utc: utc(run.started_at),
  ended_utc: utc(run.ended_at),
  error: run.error,
  counts: JSON.parse(run.counts),
})
