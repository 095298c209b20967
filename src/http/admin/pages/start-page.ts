import { adminPath, type SignedInContext } from '../../../admin/admin-context.ts'
import { adminStartPage, type ListedEvents, type StartPageContent } from '../../../admin/views/start-page.ts'
import { COLLECTION_BY_KIND } from '../../../collections/collection-by-kind.ts'
import type { EventQuery } from '../../../collections/events/event-parameters.ts'
import type { EventRow } from '../../../collections/events/event-row.ts'
import { listEvents } from '../../../collections/events/event-store.ts'
import { listOwnDrafts, listPendingPosts, listTrashedPosts } from '../../../collections/posts/list-unpublished-posts.ts'
import { createPostStatusFilter } from '../../../collections/posts/status-filter.ts'
import { hasRight } from '../../../core/caller.ts'
import { Problems } from '../../../core/errors.ts'
import { POST_KINDS } from '../../../core/kinds.ts'
import type { Page } from '../../../core/list-page.ts'
import { instantToLocal } from '../../../core/time/instant.ts'
import { LAST_CALENDAR_DAY } from '../../../core/time/local-time.ts'
import { addDaysToDate } from '../../../pages/page-dates.ts'
import { countConfirmedSubmissionsSince, countSubmissionsByState } from '../../../submissions/submission-store.ts'
import type { AdminHandler } from '../admin-handler.ts'

/** Maximum number of events in each list on the page. */
const EVENTS_MAX = 10

const WEEK_SECONDS = 7 * 86_400

/** The start page. Users who cannot write events get the page of their account. */
export const startPageHandler: AdminHandler = {
  show: async ({ context }) =>
    hasRight(context.scope.caller, 'posts:create')
      ? adminStartPage(context, await readWaiting(context))
      : { redirect: adminPath(context, '/me') },
}

async function readWaiting(context: SignedInContext): Promise<StartPageContent> {
  const { scope } = context
  const today = instantToLocal(scope.now, scope.site.timezone).slice(0, 10)
  const events = COLLECTION_BY_KIND.event
  const [drafts, pending, week, untranslated, ...trash] = await Promise.all([
    listOwnDrafts(scope, events, EVENTS_MAX),
    listPendingPosts(scope, events, EVENTS_MAX),
    listPublished(context, { start_date: today, end_date: addDaysToDate(today, 6), per_page: EVENTS_MAX }),
    countUntranslated(context, today),
    ...POST_KINDS.map((kind) => listTrashedPosts(scope, COLLECTION_BY_KIND[kind], { page: 1, perPage: 1 })),
  ])
  return {
    drafts: shown(context, drafts as Page<EventRow>),
    pending: shown(context, pending as Page<EventRow>),
    week: shown(context, week),
    untranslated,
    submissions: await countWaitingSubmissions(context),
    trashed: trash.reduce((sum, { total }) => sum + total, 0),
  }
}

/**
 * Counts the submissions that wait for a decision and the new ones, for editors.
 * @returns undefined for other users, and if both counts are 0
 */
async function countWaitingSubmissions({ scope }: SignedInContext): Promise<StartPageContent['submissions']> {
  if (!hasRight(scope.caller, 'submissions:review')) return undefined
  const { waiting = 0 } = await countSubmissionsByState(scope.db)
  const week = await countConfirmedSubmissionsSince(scope.db, scope.now - WEEK_SECONDS)
  return waiting + week > 0 ? { waiting, week } : undefined
}

const shown = ({ scope }: SignedInContext, { rows, total }: Page<EventRow>): ListedEvents => ({
  rows: rows.map((event) => ({
    id: event.id,
    title: event.text.title,
    start: event.start_local,
    canEdit: COLLECTION_BY_KIND.event.rights.canEdit(scope.caller, event),
  })),
  total,
})

/** Lists published events for the start page. @param query dates, as query parameters of the API */
function listPublished({ scope }: SignedInContext, query: Record<string, unknown>): Promise<Page<EventRow>> {
  const problems = new Problems()
  const values = COLLECTION_BY_KIND.event.parameters.native.list.read(query, problems) as EventQuery
  return listEvents(scope, values, problems, { status: createPostStatusFilter(scope, ['publish']) })
}

/**
 * For each language of the site, the number of upcoming events without a text in it; only for editors, who may write
 * all of them.
 */
async function countUntranslated(context: SignedInContext, today: string): Promise<StartPageContent['untranslated']> {
  const { scope } = context
  if (scope.languages.length < 2 || !hasRight(scope.caller, 'posts:edit-others')) return []
  const query = { start_date: today, end_date: LAST_CALENDAR_DAY, per_page: 1 }
  const all = await listPublished(context, { ...query, fallback: true })
  return Promise.all(
    scope.languages.map(async (language) => {
      const inLanguage = { ...context, scope: { ...scope, language } }
      const { total } = await listPublished(inLanguage, { ...query, fallback: false })
      return { language, count: all.total - total }
    }),
  )
}
