import { categories } from '../../collections/categories/index.ts'
import type { EventQuery } from '../../collections/events/schema.ts'
import { Problems } from '../../core/errors.ts'
import { movedBy } from '../dates.ts'
import { listed } from '../listed.ts'
import { html } from '../markup.ts'
import { agenda, nothing } from '../parts/agenda.ts'
import { eventCard } from '../parts/event-card.ts'
import { viewTabs } from '../parts/filter-bar.ts'
import { daysOf, moonMark, smallMonth, weeksAround } from '../parts/month-grid.ts'
import { inkOf } from '../parts/poster.ts'
import { inWords, type Page, termAddress, titleOf, type Visit, viewAddress } from '../visit.ts'
import { landingMain } from './landing.ts'

const FEATURED_MAX = 4
const NEXT_MAX = 8
const CATEGORIES_MAX = 14
const DAYS_AHEAD = 730

/** The front page: today, what stands out, what comes next. An empty calendar says how to begin. */
export async function homePage(visit: Visit): Promise<Page> {
  const { scope, words, today } = visit
  const month = today.slice(0, 7)
  const { first, count } = weeksAround(month)
  const ahead = { start_date: today, end_date: movedBy(today, DAYS_AHEAD) }
  const list = (query: EventQuery) => listed(visit, { ...ahead, ...query })
  const [highlights, next, { days }, kinds, isEmpty] = await Promise.all([
    list({ featured: true, per_page: FEATURED_MAX }),
    list({ per_page: NEXT_MAX }),
    daysOf(visit, first, count, 1),
    categories.list(
      { ...scope, asked: undefined },
      { per_page: CATEGORIES_MAX, orderby: 'count', order: 'DESC' },
      new Problems(),
    ),
    hasNothing(visit),
  ])
  const page = { status: 200, title: words.welcome, kind: 'home', path: '/' }
  if (isEmpty) return { ...page, kind: 'home landing', main: landingMain(visit) }
  const moon = days.find(({ date }) => date === today)?.moon
  return {
    ...page,
    description: `${words.welcome}: ${words.events(next.total)}`,
    main: html`<section class="cover"><div class="leaf"><p class="weekday">${inWords(visit, 'weekday', today)}</p><p class="numeral">${String(Number(today.slice(8)))}</p><p class="of">${inWords(visit, 'monthYear', today)} ${moonMark(visit, moon)}</p></div>
<div class="lead"><h1>${words.welcome}</h1>
<form class="filter" method="get" action="${viewAddress(visit, 'list')}" role="search"><label class="field wide"><span>${words.search}</span><input type="search" name="search" placeholder="${words.searchHint}" maxlength="100"></label><button>${words.show}</button></form>
<ul class="chips">${kinds.rows.map((term) => html`<li><a class="chip ${inkOf(term.id)}" href="${termAddress(visit, 'category', term)}">${titleOf(term)}</a></li>`)}</ul></div>${smallMonth(visit, month, days)}</section>
${viewTabs(visit, undefined, today)}
${highlights.rows.length > 0 && html`<section class="highlights"><h2 class="section">${words.highlights}</h2><ul class="cards row">${highlights.rows.map((event) => eventCard(visit, event, { showsDay: true, isFirst: true }))}</ul></section>`}
<h2 class="section">${words.comingUp}</h2>${next.rows.length > 0 ? agenda(visit, next.rows) : nothing(visit, words.nothingFound)}
<p class="onward"><a class="button" href="${viewAddress(visit, 'list')}">${words.allEvents}</a></p>`,
  }
}

/** Nothing at all that a guest could see, past or to come. */
async function hasNothing(visit: Visit): Promise<boolean> {
  const everything = { start_date: '1000-01-01', end_date: '9999-12-31', per_page: 1 }
  return (await listed(visit, everything)).total === 0
}
