import type { ComparedEvent, DuplicatePair } from '../../../import/subscriptions/duplicates/find-likely-duplicates.ts'
import { html, type Markup } from '../../../pages/html-template.ts'
import { type AdminPage, adminPath, type SignedInContext } from '../../admin-context.ts'
import { hiddenInputWithFormToken } from '../../forms/admin-form.ts'
import { renderTable } from '../../forms/button-form-and-table.ts'

/** The list of events that may be in the calendar twice. */
export function duplicatesPage(context: SignedInContext, pairs: readonly DuplicatePair[]): AdminPage {
  const { sources, fields } = context.words
  const rows = pairs.map((pair) => {
    const [one, other] = pair
    return [
      one.start_local.slice(0, 16),
      eventLink(context, one),
      eventLink(context, other),
      decisionForm(context, pair),
    ]
  })
  const columns = [fields.start_date, sources.firstEvent, sources.secondEvent, '']
  return {
    title: sources.duplicates,
    main: html`
      <p>${sources.duplicatesHint}</p>
      ${rows.length === 0 ? html`<p>${sources.none}</p>` : renderTable(sources.duplicates, columns, rows)}
    `,
  }
}

const eventLink = (context: SignedInContext, { id, title, source }: ComparedEvent): Markup =>
  html`<a href="${adminPath(context, `/events/${id}`)}">${title}</a> <span class="quiet">${source ?? ''}</span>`

function decisionForm(context: SignedInContext, [one, other]: DuplicatePair): Markup {
  const { sources } = context.words
  return html`
    <form method="post" action="${adminPath(context, '/sources/duplicates')}">
      ${hiddenInputWithFormToken(context)}
      <input type="hidden" name="first" value="${one.id}">
      <input type="hidden" name="second" value="${other.id}">
      <button class="plain" name="keep" value="first">${sources.keepFirst}</button>
      <button class="plain" name="keep" value="second">${sources.keepSecond}</button>
      <button class="plain" name="keep" value="both">${sources.keepBoth}</button>
    </form>
  `
}
