import { loadFestivalsBetween } from '../../../collections/series/festivals.ts'
import type { SeriesRow } from '../../../collections/series/store.ts'
import { datePart, formatDateRange } from '../../dates.ts'
import { html, type Markup } from '../../html-template.ts'
import { type PageContext, plainTitle, postHref } from '../../page.ts'
import { textAttributes } from '../text-attributes.ts'

/**
 * Loads the festivals that take place on some days. None if the page has a filter, which may leave out their events.
 * @param first `YYYY-MM-DD`
 * @param last `YYYY-MM-DD`
 */
export const loadFestivals = async (
  { scope, filter }: PageContext,
  first: string,
  last: string,
): Promise<SeriesRow[]> => (Object.keys(filter.values).length > 0 ? [] : loadFestivalsBetween(scope, first, last))

/** Whether a day is one of a festival, from its first event to its last. @param date `YYYY-MM-DD` */
export const isDayOfFestival = ({ programme: { first_start, last_start } }: SeriesRow, date: string): boolean =>
  first_start !== null && last_start !== null && datePart(first_start) <= date && date <= datePart(last_start)

/** A festival as a line in the cell of a day; lines on consecutive days form a bar. @param date `YYYY-MM-DD` */
export function festivalLine(context: PageContext, festival: SeriesRow, date: string): Markup {
  const { first_start: first, last_start: last } = festival.programme
  const ends = [first?.startsWith(date) && ' first', last?.startsWith(date) && ' last'].filter((end) => end)
  return html`<li class="festival${ends.join('')}">${festivalLink(context, festival)}</li>`
}

function festivalLink(context: PageContext, festival: SeriesRow): Markup {
  const target = context.isEmbedded && html` target="_top"`
  const title = plainTitle(festival)
  const address = postHref(context, 'series', festival)
  return html`<a class="event" href="${address}"${target}${textAttributes(context, festival, title)}>${title}</a>`
}

/** The festivals of the days that a list shows, with their dates; undefined if there are none. */
export function festivalsOfList(context: PageContext, festivals: readonly SeriesRow[]): Markup | undefined {
  const lines = festivals.map((festival) => {
    const { first_start: first, last_start: last } = festival.programme
    const days = first && last && formatDateRange(context.scope.language, datePart(first), datePart(last))
    return html`
      <li class="festival first last">
        ${festivalLink(context, festival)} <span class="days">${days ?? ''}</span>
      </li>
    `
  })
  return lines.length === 0
    ? undefined
    : html`<ul class="festivals" aria-label="${context.words.festival}">${lines}</ul>`
}
