import type { AuditActor } from '../../audit/audit-entry.ts'
import type { MonotonicClock } from '../../collections/events/bulk-load/bulk-load-events.ts'
import type { WriteScope } from '../../collections/records/write-records.ts'
import type { ImportSource } from '../import-item-types.ts'
import type { FeedOptions } from './fetch-feed.ts'
import type { SourceEntries } from './read-source-entries.ts'
import type { RefreshState } from './subscription-store.ts'

/** The data and functions that refreshing a subscription uses. */
export interface RefreshContext {
  /** Account, site, language and time of the run. */
  scope: WriteScope
  actor: AuditActor
  guard: FeedOptions
  /** Creates the source for a site with The Events Calendar. */
  openSite(url: string, name: string): ImportSource
  clock: MonotonicClock
  signal: AbortSignal
  /** Whether the server sends mail. */
  canSendMail: boolean
  /** Whether events are removed even if the source has lost more than half of its coming events. */
  mayShrink?: boolean
}

/** What was read from the source of a subscription in this refresh. */
export interface Reading extends SourceEntries {
  validators: Pick<RefreshState, 'etag' | 'last_modified' | 'digest'>
}
