import { createHash } from 'node:crypto'
import type { EventRow } from '../../collections/events/event-row.ts'
import type { PostColumns, PostContent } from '../../collections/posts/load-posts.ts'
import type { SeriesRow } from '../../collections/series/series-store.ts'
import type { TermRow } from '../../collections/terms/load-terms.ts'
import type { VenueRow } from '../../collections/venues/venue-store.ts'
import { isTermKind, type Kind } from '../../core/kinds.ts'
import { htmlToText } from '../../core/text/html.ts'
import {
  formatHeadingDate,
  formatPageDate,
  formatPageMessage,
  languageRootPath,
  type PageContext,
  plainTitleOfRecord,
} from '../page-context.ts'
import { addDaysToDate, formatDateRange, isoWeekNumber } from '../page-dates.ts'
import type { ViewName } from '../page-paths.ts'
import { formatVenuesOfEvent } from '../parts/event/event-card.ts'
import { renderEventTimeSpan } from '../parts/event/event-times.ts'
import { isEventTakingPlace, wordForAttendanceMode } from '../parts/event/status-badges.ts'
import { pageWordsInLanguage } from '../words/index.ts'
import type { SharePicture } from './share-picture-content.ts'

/** This number is raised when the appearance of share pictures changes, so that the pictures get new addresses. */
const DESIGN = 1

/** A hash of everything on which a share picture depends: its content, the settings of the site and the design. */
export const hashOfSharePicture = ({ scope: { site } }: PageContext, picture: SharePicture): string =>
  createHash('sha256')
    .update(JSON.stringify([DESIGN, picture, site.title, site.accent_color, site.background_color]))
    .digest('hex')
    .slice(0, HASH_LENGTH)

const HASH_LENGTH = 12

/**
 * The path of the picture that other services show in previews of links to a page. The path changes with the content of
 * the picture, because these services cache a picture for a long time.
 */
export const sharePicturePath = (context: PageContext, picture: SharePicture): string =>
  `${languageRootPath(context)}/share/${picture.page}-${hashOfSharePicture(context, picture)}.png`

const FILE_NAME = new RegExp(`^([a-z]+)(?:-(\\d[\\d-]*))?-([0-9a-f]{${HASH_LENGTH}})\\.png$`)

/**
 * Parses the file name of a share picture, e.g. `month-2026-11-0123456789ab.png`: the page, and the record or period on
 * it.
 */
export function parseSharePictureName(name: string): { page: string; detail: string | undefined } | undefined {
  const [, page, detail] = FILE_NAME.exec(name) ?? []
  return page === undefined ? undefined : { page, detail }
}

/** Copies the context of a page for the same page in the language of its records. */
const inRecordLanguage = (context: PageContext): PageContext =>
  context.language === context.scope.language
    ? context
    : { ...context, language: context.scope.language, words: pageWordsInLanguage(context.scope.language) }

/**
 * The content of the share picture of an event.
 * @param shown the event or, for a repeated event, the date whose times its page shows
 */
export function eventSharePicture(page: PageContext, event: EventRow, shown: EventRow): SharePicture {
  const context = inRecordLanguage(page)
  const [category] = event.links.categories
  const { event_status: status } = shown
  const changed = status === 'scheduled' ? undefined : formatPageMessage(context, `event-status.${status}`)
  const place = shown.attendance_mode === 'online' ? undefined : formatVenuesOfEvent(shown)
  const lines = [
    isEventTakingPlace(shown) && htmlToText(renderEventTimeSpan(context, shown).text).replace(/\s+/g, ' ').trim(),
    place,
    wordForAttendanceMode(context, shown),
  ]
  return {
    page: `event-${event.id}`,
    label: changed ?? (category ? plainTitleOfRecord(category) : ''),
    title: plainTitleOfRecord(event),
    lines: lines.filter((line) => typeof line === 'string' && line !== '') as string[],
    seed: event.id,
    categoryId: category?.id,
  }
}

/** The content of the share picture of a venue, organizer, series, category or tag. */
export function recordSharePicture(
  page: PageContext,
  kind: Exclude<Kind, 'event'>,
  row: (PostColumns & PostContent) | TermRow,
): SharePicture {
  const context = inRecordLanguage(page)
  const isFestival = kind === 'series' && (row as SeriesRow).kind === 'festival'
  return {
    page: `${kind}-${row.id}`,
    label: isFestival ? context.words.festival : formatPageMessage(context, `kind.${kind}`),
    title: plainTitleOfRecord(row),
    lines: linesOf(context, kind, row),
    seed: row.id,
    categoryId: isTermKind(kind) && kind !== 'category' ? undefined : row.id,
  }
}

function linesOf(context: PageContext, kind: Kind, row: object): string[] {
  if (kind === 'venue') {
    const { address, city } = row as VenueRow
    return [address, city].filter((line) => line !== '')
  }
  if (kind !== 'series') return []
  const { first_start: first, last_start: last } = (row as SeriesRow).programme
  if (first === null || last === null) return []
  const days = [first, last].map((local) => formatPageDate(context, 'date', local))
  return [[...new Set(days)].join(' – ')]
}

/**
 * The content of the share picture of a view of the calendar.
 * @param period month (`2026-11`) or date (`2026-11-21`), if the title of the view names it
 */
export function viewSharePicture(page: PageContext, view: ViewName, period?: string): SharePicture {
  const context = inRecordLanguage(page)
  const { words } = context
  const seed = period === undefined ? view.length : Number(period.replaceAll('-', ''))
  const picture = { page: view, label: '', lines: [], seed, categoryId: undefined }
  if (period === undefined) return { ...picture, title: words.views[view] }
  const dated = { ...picture, page: `${view}-${period}` }
  if (view === 'month') return { ...dated, title: formatHeadingDate(context, 'monthYear', `${period}-01`) }
  if (view !== 'week') return { ...dated, title: formatHeadingDate(context, 'full', period) }
  const last = addDaysToDate(period, 6)
  const name = words.week(isoWeekNumber(addDaysToDate(period, 3)))
  return { ...dated, title: name, lines: [formatDateRange(context.language, period, last)] }
}

/** The content of the share picture of the front page, which other pages without a share picture use too. */
export function siteSharePicture(page: PageContext): SharePicture {
  const { words, scope } = inRecordLanguage(page)
  return { page: 'home', label: '', title: scope.site.title, lines: [words.welcome], seed: 1, categoryId: 0 }
}
