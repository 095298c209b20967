import { html, type Markup } from '../../html-template.ts'
import type { PageContext } from '../../page-context.ts'
import { capitalize, monthHeadingParts } from '../../page-dates.ts'

interface Period {
  title: Markup
  /** Addresses of the previous and the next month, week or day; undefined where no page exists. */
  previous: string | undefined
  next: string | undefined
  /** Address of the current month, week or day; undefined if the page already shows it. */
  now: string | undefined
}

/** The heading of a month, week or day page, with links to the previous and the next period. */
export function renderPeriodHeader({ words }: PageContext, unit: 'month' | 'week' | 'day', period: Period): Markup {
  const { title, previous, next, now } = period
  return html`
    <header class="period">
      <h1>${title}</h1>
      <nav class="steps" aria-label="${words.views[unit]}">
        ${previous !== undefined && stepLink(previous, 'prev', words.previous[unit], '←')}
        ${now !== undefined && html`<a class="now" data-moves href="${now}">${words.today}</a>`}
        ${next !== undefined && stepLink(next, 'next', words.next[unit], '→')}
      </nav>
    </header>
  `
}

const stepLink = (address: string, rel: 'prev' | 'next', name: string, arrow: string) =>
  html`
    <a class="step" data-moves rel="${rel}" href="${address}" title="${name}">
      <span aria-hidden="true">${arrow}</span>
    </a>
  `

/**
 * The heading of a view that has no previous and next period, such as the list.
 * @param subtitle smaller text beside the title
 */
export const renderViewHeader = (title: string, subtitle: string | Markup): Markup =>
  html`<header class="period"><h1>${pageHeading(title, subtitle)}</h1></header>`

export const pageHeading = (title: string, subtitle: string | Markup): Markup =>
  html`<span class="month-name">${title}</span> <span class="year">${subtitle}</span>`

/**
 * The name and year of a month as the heading of a page, in the order of the language.
 * @param month `YYYY-MM`
 */
export function monthHeading({ language }: PageContext, month: string): Markup {
  const { isYearFirst, ...parts } = monthHeadingParts(language, month)
  const name = html`<span class="month-name">${capitalize(language, parts.month)}</span>`
  const year = html`<span class="year">${parts.year}</span>`
  return isYearFirst ? html`${year} ${name}` : html`${name} ${year}`
}
