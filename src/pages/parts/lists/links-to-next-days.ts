import { html, type Markup } from '../../html-template.ts'
import { formatPageDate, hrefOfView, type PageContext } from '../../page-context.ts'
import { addDaysToDate } from '../../page-dates.ts'
import { addFilterToAddress } from '../../parse-event-filter-of-page.ts'

const DAYS = 14

/**
 * Links to this weekend and to the next days, with the current filter.
 * @param current the day that the page shows, `weekend` for this weekend, undefined for neither
 */
export function renderLinksToNextDays(context: PageContext, current?: string): Markup {
  const { words, filter, today } = context
  const mark = (value: string) => value === current && html` aria-current="page"`
  const days = Array.from({ length: DAYS }, (_, index) => {
    const date = addDaysToDate(today, index)
    const name = index === 0 ? words.today : formatPageDate(context, 'weekdayShort', date)
    const address = addFilterToAddress(hrefOfView(context, 'day', date), filter)
    const full = formatPageDate(context, 'day', date)
    return html`
      <li>
        <a data-moves href="${address}" title="${full}"${mark(date)}>
          ${name} <b>${String(Number(date.slice(8)))}</b>
        </a>
      </li>
    `
  })
  const weekend = addFilterToAddress(hrefOfView(context, 'weekend'), filter)
  return html`
    <nav class="date-strip" aria-label="${words.days}">
      <ul>
        <li><a data-moves href="${weekend}"${mark('weekend')}>${words.views.weekend}</a></li>
        ${days}
      </ul>
    </nav>
  `
}
