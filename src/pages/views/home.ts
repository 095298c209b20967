import { categories } from '../../collections/categories/index.ts'
import type { EventQuery } from '../../collections/events/schema.ts'
import { Problems } from '../../core/errors.ts'
import { addDays } from '../dates.ts'
import { loadEventList } from '../event-list.ts'
import { html } from '../markup.ts'
import { dateText, type Page, type PageContext, plainTitle, termHref, viewHref } from '../page.ts'
import { agenda, emptyNotice } from '../parts/agenda.ts'
import { eventCard } from '../parts/event-card.ts'
import { viewTabs } from '../parts/filter-bar.ts'
import { loadCalendarDays, monthWeeks, moonIcon, smallMonth } from '../parts/month-grid.ts'
import { categoryColorClass } from '../parts/poster.ts'
import { landingMain } from './landing.ts'

const FEATURED_MAX = 4
const NEXT_MAX = 8
const CATEGORIES_MAX = 14
const DAYS_AHEAD = 730

/** The front page: today, what stands out, what comes next. An empty calendar says how to begin. */
export async function homePage(context: PageContext): Promise<Page> {
  const { scope, words, today } = context
  const month = today.slice(0, 7)
  const { first, count } = monthWeeks(month)
  const ahead = { start_date: today, end_date: addDays(today, DAYS_AHEAD) }
  const list = (query: EventQuery) => loadEventList(context, { ...ahead, ...query })
  const [highlights, next, { days }, kinds, isEmpty] = await Promise.all([
    list({ featured: true, per_page: FEATURED_MAX }),
    list({ per_page: NEXT_MAX }),
    loadCalendarDays(context, first, count, 1),
    categories.list(
      { ...scope, asked: undefined },
      { per_page: CATEGORIES_MAX, orderby: 'count', order: 'DESC' },
      new Problems(),
    ),
    hasNothing(context),
  ])
  const page = { status: 200, title: words.welcome, bodyClass: 'home', path: '/' }
  if (isEmpty) return { ...page, bodyClass: 'home landing', main: landingMain(context) }
  const moon = days.find(({ date }) => date === today)?.moon
  return {
    ...page,
    description: `${words.welcome}: ${words.events(next.total)}`,
    main: html`<section class="cover"><div class="leaf"><p class="weekday">${dateText(context, 'weekday', today)}</p><p class="numeral">${String(Number(today.slice(8)))}</p><p class="of">${dateText(context, 'monthYear', today)} ${moonIcon(context, moon)}</p></div>
<div class="lead"><h1>${words.welcome}</h1>
<form class="filter" method="get" action="${viewHref(context, 'list')}" role="search"><label class="field wide"><span>${words.search}</span><input type="search" name="search" placeholder="${words.searchHint}" maxlength="100"></label><button>${words.show}</button></form>
<ul class="chips">${kinds.rows.map((term) => html`<li><a class="chip ${categoryColorClass(term.id)}" href="${termHref(context, 'category', term)}">${plainTitle(term)}</a></li>`)}</ul></div>${smallMonth(context, month, days)}</section>
${viewTabs(context, undefined, today)}
${highlights.rows.length > 0 && html`<section class="highlights"><h2 class="section">${words.highlights}</h2><ul class="cards row">${highlights.rows.map((event) => eventCard(context, event, { showsDay: true, isFirst: true }))}</ul></section>`}
<h2 class="section">${words.comingUp}</h2>${next.rows.length > 0 ? agenda(context, next.rows) : emptyNotice(context, words.nothingFound)}
<p class="onward"><a class="button" href="${viewHref(context, 'list')}">${words.allEvents}</a></p>`,
  }
}

/** Nothing at all that a guest could see, past or to come. */
async function hasNothing(context: PageContext): Promise<boolean> {
  const everything = { start_date: '1000-01-01', end_date: '9999-12-31', per_page: 1 }
  return (await loadEventList(context, everything)).total === 0
}
