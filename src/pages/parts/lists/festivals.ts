import { loadFestivalsOfDateRange } from '../../../collections/series/load-festivals.ts'
import type { SeriesRow } from '../../../collections/series/series-store.ts'
import { html, type Markup } from '../../html-template.ts'
import { hrefOfPost, type PageContext, plainTitleOfRecord } from '../../page-context.ts'
import { dateOfLocalTime, formatDateRange } from '../../page-dates.ts'
import { textAttributes } from '../language-and-direction-attributes.ts'

/**
 * Loads the festivals that take place from `first` to `last`. Empty if the page has a filter, because the filter may
 * exclude their events.
 * @param first `YYYY-MM-DD`
 * @param last `YYYY-MM-DD`
 */
export const loadFestivalsOfPeriod = async (
  { scope, filter }: PageContext,
  first: string,
  last: string,
): Promise<SeriesRow[]> => (Object.keys(filter.values).length > 0 ? [] : loadFestivalsOfDateRange(scope, first, last))

/** A link to the page of a festival. */
export function festivalLink(context: PageContext, festival: SeriesRow): Markup {
  const target = context.isEmbedded && html` target="_top"`
  const title = plainTitleOfRecord(festival)
  const address = hrefOfPost(context, 'series', festival)
  return html`<a class="event" href="${address}"${target}${textAttributes(context, festival, title)}>${title}</a>`
}

/** The names and dates of the festivals that take place in the period of an event list; undefined if there are none. */
export function renderFestivalsOfList(context: PageContext, festivals: readonly SeriesRow[]): Markup | undefined {
  const lines = festivals.map((festival) => {
    const { first_start: first, last_start: last } = festival.programme
    const days = first && last && formatDateRange(context.language, dateOfLocalTime(first), dateOfLocalTime(last))
    return html`
      <li class="festival">
        ${festivalLink(context, festival)} <span class="days">${days ?? ''}</span>
      </li>
    `
  })
  return lines.length === 0
    ? undefined
    : html`<ul class="festivals" aria-label="${context.words.festival}">${lines}</ul>`
}
