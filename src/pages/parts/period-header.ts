import { html, type Markup } from '../markup.ts'
import type { PageContext } from '../page.ts'

/** The name of what is shown, between the ways to what is before and after it. */
export function periodHeader(
  { words }: PageContext,
  unit: 'month' | 'week' | 'day',
  {
    title,
    before,
    after,
    now,
  }: { title: Markup; before: string | undefined; after: string | undefined; now: string | undefined },
): Markup {
  const step = (address: string | undefined, rel: 'prev' | 'next', name: string, sign: string) =>
    address !== undefined &&
    html`<a class="step" data-moves rel="${rel}" href="${address}" aria-label="${name}" title="${name}">${sign}</a>`
  return html`<header class="period"><h1>${title}</h1><nav class="steps">${step(before, 'prev', words.previous[unit], '←')}${now !== undefined && html`<a class="now" data-moves href="${now}">${words.today}</a>`}${step(after, 'next', words.next[unit], '→')}</nav></header>`
}
