import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before } from 'node:test'
import type { Database } from '../../../src/db/database.ts'
import { type ImportReport, readReportOfImportRun } from '../../../src/import/runs/import-report.ts'
import { addSubscription } from '../../../src/import/subscriptions/edit-subscriptions.ts'
import type { RefreshContext } from '../../../src/import/subscriptions/refresh-context-types.ts'
import { refreshSubscription } from '../../../src/import/subscriptions/refresh-subscription.ts'
import type { NewSubscription } from '../../../src/import/subscriptions/subscription-options.ts'
import { findSubscription, type SubscriptionRow } from '../../../src/import/subscriptions/subscription-store.ts'
import { loadScope } from '../engines/load-scope.ts'
import { TEST_NOW } from '../server/server.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

export interface FeedHost {
  /** The requests so far. */
  requests: IncomingMessage[]
  /** What the host answers. */
  answer: Answer
  url: string
}

/** A web server with one feed, for all tests of a file. */
export function withFeedHost(): FeedHost {
  const host: FeedHost = { requests: [], answer: (_, response) => response.end(), url: '' }
  const server = createServer((request, response) => {
    host.requests.push(request)
    host.answer(request, response)
  })
  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    host.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return host
}

export const icsCalendar = (...events: readonly string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events, 'END:VCALENDAR', ''].join('\r\n')

/** An event of an hour on a day of July 2030, in the time zone of the test site. */
export const icsEvent = (uid: string, title: string, day: number, ...more: string[]) => {
  const date = `203007${String(day).padStart(2, '0')}`
  const lines = [`UID:${uid}`, `SUMMARY:${title}`, `DTSTART:${date}T180000`, `DTEND:${date}T190000`, ...more]
  return ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n')
}

let number = 0

/** Adds a subscription, and refreshes it as the command does. */
export async function subscribe(db: Database, fields: Partial<NewSubscription>) {
  number += 1
  const scope = { ...loadScope(db), fetchPicture: async () => undefined }
  const actor = { accountId: null, login: 'cli:tester', requestId: '', face: 'cli', now: TEST_NOW } as const
  const { id } = await addSubscription({ scope, actor }, { name: `feed ${number}`, type: 'ics', ...fields })
  const row = async () => (await findSubscription(db, id)) as SubscriptionRow
  return {
    id,
    row,
    /** Refreshes the subscription. @returns the outcome, and counts and problems of the run if there was one */
    async refresh(changes: Partial<RefreshContext> = {}) {
      const context: RefreshContext = {
        scope,
        actor,
        guard: { allowPrivate: true },
        openSite: () => {
          throw new Error('no site')
        },
        clock: () => 0,
        signal: new AbortController().signal,
        canSendMail: true,
        ...changes,
      }
      const outcome = await refreshSubscription(await row(), context)
      const runId = outcome.state === 'done' ? outcome.runId : undefined
      const report = runId === undefined ? undefined : ((await readReportOfImportRun(db, runId)) as ImportReport)
      return { ...outcome, counts: report?.counts.events, problems: report?.problems ?? [] }
    },
  }
}
