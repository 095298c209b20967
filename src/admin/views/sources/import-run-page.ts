import {
  formatImportProblemMessage,
  formatOutcomesAsTableRows,
  type ImportReport,
} from '../../../import/runs/import-report.ts'
import { ITEM_OUTCOMES } from '../../../import/runs/import-run-store.ts'
import { html, type Markup } from '../../../pages/html-template.ts'
import { type AdminPage, adminPath, formatAdminTime, type SignedInContext } from '../../admin-context.ts'
import { hiddenInputWithFormToken } from '../../forms/admin-form.ts'
import { renderButtonForm, renderTable } from '../../forms/button-form-and-table.ts'

/** Number of problems that the page of a run shows; the API lists all. */
const PROBLEMS_SHOWN = 200

/** The actions that the page of a run offers. */
interface RunActions {
  /** Id of the run that undoes the shown one; undefined if there is none. */
  undo: number | undefined
  canUndo: boolean
  /** Whether the shown run was a dry run whose file or site can now be imported. */
  canImport: boolean
  /** Token of the uploaded file that the run has read; undefined if it has read no uploaded file. */
  file: string | undefined
}

/** The report of a run of an import, or of an undo. */
export function importRunPage(
  context: SignedInContext,
  report: ImportReport,
  { undo, canUndo, canImport, file }: RunActions,
): AdminPage {
  const { sources, collections, importing } = context.words
  const [, ...counts] = formatOutcomesAsTableRows(report.counts)
  const countRows = counts.map(([name = '', ...numbers]) => {
    const label = name === 'media' ? context.words.media.title : collections[name as keyof typeof collections].title
    return [label, ...numbers]
  })
  const problemRows = report.problems
    .slice(0, PROBLEMS_SHOWN)
    .map(({ severity, place, title, field, message }) => [
      sources.severities[severity],
      place,
      title,
      formatImportProblemMessage({ field, message }),
    ])
  const problemColumns = [sources.severity, sources.place, context.words.fields.title, sources.note]
  return {
    title: report.source,
    main: html`
      <p>${formatAdminTime(context, report.started_at)} · ${sources.states[report.state]} ${report.error}</p>
      ${report.dry_run && html`<p>${sources.dryRun}</p>`}
      ${report.undoes !== null && html`<p>${runLink(context, report.undoes, sources.undoes)}</p>`}
      ${report.state === 'running' && html`<p>${runLink(context, report.run, sources.showAgain)}</p>`}
      ${
        countRows.length > 0 &&
        renderTable(sources.runs, ['', ...ITEM_OUTCOMES.map((name) => sources.outcomes[name])], countRows, {
          hasRowHeadings: true,
        })
      }
      ${
        problemRows.length > 0 &&
        html`<h2>${sources.problems}</h2>${renderTable(sources.problems, problemColumns, problemRows)}`
      }
      ${canImport && html`<p>${importing.previewDone}</p>${renderButtonForm(context, `/import/runs/${report.run}/go`, importing.go)}`}
      ${
        file !== undefined &&
        html`<p><a href="${adminPath(context, `/import/files/${file}`)}">${importing.change}</a></p>`
      }
      ${undo !== undefined ? html`<p>${runLink(context, undo, sources.undone)}</p>` : canUndo && undoForm(context, report)}
    `,
  }
}

const runLink = (context: SignedInContext, id: number, label: string): Markup =>
  html`<a href="${adminPath(context, `/sources/runs/${id}`)}">${label}</a>`

/** Whether an import has written anything that can be undone. */
const isUndoable = ({ dry_run, undoes }: ImportReport) => !dry_run && undoes === null

const undoForm = (context: SignedInContext, report: ImportReport): Markup | undefined => {
  const { sources } = context.words
  if (!isUndoable(report)) return undefined
  return html`
    <h2>${sources.undo}</h2>
    <form method="post" action="${adminPath(context, `/sources/runs/${report.run}/undo`)}">
      ${hiddenInputWithFormToken(context)}
      <p>${sources.undoHint}</p>
      <p><label><input type="checkbox" name="force" value="true"> ${sources.undoForce}</label></p>
      <button class="plain">${sources.undo}</button>
    </form>
  `
}
