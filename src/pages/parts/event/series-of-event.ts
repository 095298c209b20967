import type { EventRow } from '../../../collections/events/event-row.ts'
import { loadEvents } from '../../../collections/events/load-events.ts'
import { findEventsBeforeAndAfterInSeries } from '../../../collections/series/events-of-series.ts'
import type { LinkedSeriesRow } from '../../../collections/series/series-store.ts'
import { html, type Markup } from '../../html-template.ts'
import { formatPageDate, hrefOfPost, type PageContext, plainTitleOfRecord } from '../../page-context.ts'
import { renderEventLink } from './event-card.ts'

/**
 * The series to which an event belongs, as entries of a `<dl>`. Each entry links to the events before and after this
 * one in the series.
 * @param shown the event or, for a repeated event, the date whose times are shown
 * @returns undefined if the event belongs to no series that the visitor may see
 */
export async function renderSeriesOfEvent(
  context: PageContext,
  event: EventRow,
  shown: EventRow,
): Promise<Markup | undefined> {
  const { series } = event.links
  if (series.length === 0) return undefined
  const entries = await Promise.all(series.map((one) => seriesEntry(context, shown, one)))
  return html`<dt>${context.words.partOf}</dt>${entries}`
}

async function seriesEntry(context: PageContext, shown: EventRow, series: LinkedSeriesRow): Promise<Markup> {
  const { scope, words } = context
  const ids = await findEventsBeforeAndAfterInSeries(scope.db, series.id, shown)
  const neighbours = await loadEvents(
    scope,
    [ids.earlier, ids.later].flatMap((id) => id ?? []),
  )
  const line = (label: string, id: number | undefined) => {
    const neighbour = neighbours.find((one) => one.id === id)
    return (
      neighbour &&
      html`
        <div class="quiet">
          ${label}: ${renderEventLink(context, neighbour)}, ${formatPageDate(context, 'short', neighbour.start_local)}
        </div>
      `
    )
  }
  return html`
    <dd>
      <a href="${hrefOfPost(context, 'series', series)}">${plainTitleOfRecord(series)}</a>
      ${line(words.earlierInSeries, ids.earlier)}
      ${line(words.laterInSeries, ids.later)}
    </dd>
  `
}
