import { categories } from '../../collections/categories/index.ts'
import type { EventQuery } from '../../collections/events/event-parameters.ts'
import { loadEventsShownInOneLine } from '../../collections/events/load-events-shown-in-one-line.ts'
import type { TermRow } from '../../collections/terms/load-terms.ts'
import { Problems } from '../../core/errors.ts'
import { LAST_CALENDAR_DAY } from '../../core/time/local-time.ts'
import { html, type Markup } from '../html-template.ts'
import { linkedDataOfEventList, loadEventListOfPage } from '../load-event-list.ts'
import {
  formatHeadingDate,
  type HtmlPage,
  hrefOfTerm,
  hrefOfView,
  languageRootPath,
  type PageContext,
  plainTitleOfRecord,
} from '../page-context.ts'
import { addDaysToDate } from '../page-dates.ts'
import { pathOfRecordIndex } from '../page-paths.ts'
import { renderEventCard } from '../parts/event/event-card.ts'
import { colorClassOfCategory } from '../parts/event/generated-picture.ts'
import { type DayWithEvents, findWeeksOfMonth, loadEventsOfCalendarDays } from '../parts/lists/calendar-days.ts'
import { noEventsNotice, renderEventCardsByDay } from '../parts/lists/event-list-by-day.ts'
import { renderSearchForm, renderViewTabs } from '../parts/lists/filter-bar.ts'
import { renderMoonPhaseIcon, renderSmallMonthTable } from '../parts/lists/month-grid.ts'
import { renderLongOngoingEvents } from '../parts/lists/ongoing-events.ts'
import { describePeriodForSearchEngines } from '../parts/lists/period-description.ts'
import { renderFrontPageOfEmptyCalendar } from './empty-calendar.ts'

const FEATURED_MAX = 4
const NEXT_MAX = 8
const CATEGORIES_MAX = 14
const DAYS_AHEAD = 730

/**
 * The front page: events of today, featured events and upcoming events. For a calendar without events, the page
 * explains how to add some.
 */
export async function homePage(context: PageContext): Promise<HtmlPage> {
  const { scope, words, today } = context
  const { first, count } = findWeeksOfMonth(context, today.slice(0, 7))
  const ahead = { start_date: today, end_date: addDaysToDate(today, DAYS_AHEAD) }
  const list = (query: EventQuery & { per_page: number }) =>
    loadEventListOfPage(
      context,
      { ...ahead, ...query, ongoing: true },
      // At most half of the events in a list may have begun before today, so that the other half begins today or later.
      { ongoing: { areLongApart: query.featured === undefined, countMax: query.per_page / 2 } },
    )
  const [featured, next, { days }, topCategories] = await Promise.all([
    list({ featured: true, per_page: FEATURED_MAX }),
    list({ per_page: NEXT_MAX }),
    loadEventsOfCalendarDays(context, first, count, 1, loadEventsShownInOneLine),
    categories.list(
      { ...scope, languageParameter: undefined },
      { per_page: CATEGORIES_MAX, orderby: 'count', order: 'DESC' },
      new Problems(),
    ),
  ])
  const page = { status: 200, title: words.welcome, bodyClass: 'home', path: '/' }
  const total = next.total + next.apart.length
  if (total === 0 && (await isCalendarEmpty(context)))
    return { ...page, bodyClass: 'home landing', main: renderFrontPageOfEmptyCalendar(context) }
  const long = await renderLongOngoingEvents(context, next.apart)
  const cards = featured.rows.map((event) => renderEventCard(context, event, { showsDay: true, isFirst: true }))
  return {
    ...page,
    description: describePeriodForSearchEngines(context, words.welcome, total, [...featured.rows, ...next.rows]),
    linkedData: linkedDataOfEventList(context, [...featured.rows, ...next.rows]),
    main: html`
      ${cover(context, days, topCategories.rows)}
      ${renderViewTabs(context, undefined, today)}
      ${cards.length > 0 && highlights(context, cards)}
      <h2 class="section">${words.comingUp}</h2>
      ${total > 0 ? renderEventCardsByDay(context, next.rows) : noEventsNotice(context, words.nothingPlanned)}
      <p class="onward"><a class="button" href="${hrefOfView(context, 'list')}">${words.allEvents}</a></p>
      ${long}
    `,
  }
}

/** The header of the front page: the current date, a search form with links to categories, and a small month table. */
function cover(context: PageContext, days: readonly DayWithEvents[], terms: readonly TermRow[]): Markup {
  const { words, today } = context
  const moon = days.find(({ date }) => date === today)?.moon
  const chips = terms.map((term) => {
    const address = hrefOfTerm(context, 'category', term)
    const color = colorClassOfCategory(term.id)
    return html`<li><a class="chip ${color}" href="${address}">${plainTitleOfRecord(term)}</a></li>`
  })
  const allCategories = `${languageRootPath(context)}${pathOfRecordIndex('category')}`
  return html`
    <section class="cover">
      <div class="leaf">
        <p class="weekday">${formatHeadingDate(context, 'weekday', today)}</p>
        <p class="numeral">${String(Number(today.slice(8)))}</p>
        <p class="of">${formatHeadingDate(context, 'monthYear', today)} ${renderMoonPhaseIcon(context, moon)}</p>
      </div>
      <div class="lead">
        <h1>${words.welcome}</h1>
        ${renderSearchForm(context)}
        <ul class="chips" aria-label="${words.indexes.category}">
          ${chips}
          ${chips.length > 0 && html`<li><a class="chip" href="${allCategories}">${words.allCategories}</a></li>`}
        </ul>
      </div>
      ${renderSmallMonthTable(context, today.slice(0, 7), days)}
    </section>
  `
}

const highlights = ({ words }: PageContext, cards: readonly Markup[]): Markup => html`
  <section class="highlights">
    <h2 class="section">${words.highlights}</h2>
    <ul class="cards row">${cards}</ul>
  </section>
`

/** Whether the calendar has no event at all, past or upcoming, that the visitor may see. */
async function isCalendarEmpty(context: PageContext): Promise<boolean> {
  const { total } = await loadEventListOfPage(context, {
    start_date: '1000-01-01',
    end_date: LAST_CALENDAR_DAY,
    per_page: 1,
  })
  return total === 0
}
