import { type ImportReport, outcomeTableRows } from '../../../import/runs/run-report.ts'
import { ITEM_OUTCOMES } from '../../../import/runs/stored-runs.ts'
import { html } from '../../../pages/html-template.ts'
import { tableMarkup } from '../../forms/controls.ts'
import { type AdminPage, formatAdminTime, type SignedInContext } from '../../page.ts'

/** Number of problems that the page of a run shows; the API lists all. */
const PROBLEMS_SHOWN = 200

/** The report of a run of an import. */
export function runPage(context: SignedInContext, report: ImportReport): AdminPage {
  const { sources, collections } = context.words
  const [, ...counts] = outcomeTableRows(report.counts)
  const countRows = counts.map(([name = '', ...numbers]) => {
    const label = name === 'media' ? context.words.media.title : collections[name as keyof typeof collections].title
    return html`<tr><th scope="row">${label}</th>${numbers.map((number) => html`<td>${number}</td>`)}</tr>`
  })
  const problemRows = report.problems.slice(0, PROBLEMS_SHOWN).map(
    ({ severity, place, title, field, message }) => html`
      <tr>
        <td>${sources.severities[severity]}</td>
        <td>${place}</td>
        <td>${title}</td>
        <td>${[field, message].filter((part) => part !== '').join(': ')}</td>
      </tr>
    `,
  )
  const problemColumns = [sources.severity, sources.place, context.words.fields.title, sources.note]
  return {
    title: report.source,
    main: html`
      <p>${formatAdminTime(context, report.started_at)} · ${sources.states[report.state]} ${report.error}</p>
      ${tableMarkup(sources.runs, ['', ...ITEM_OUTCOMES.map((name) => sources.outcomes[name])], countRows)}
      ${
        problemRows.length > 0 &&
        html`<h2>${sources.problems}</h2>${tableMarkup(sources.problems, problemColumns, problemRows)}`
      }
    `,
  }
}
