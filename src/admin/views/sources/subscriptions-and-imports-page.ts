import { stateOfImportRun } from '../../../import/runs/import-report.ts'
import type { NamedRunRow } from '../../../import/runs/import-run-store.ts'
import { formatLastProblemOfSubscription } from '../../../import/subscriptions/present-subscription.ts'
import type { SubscriptionRow } from '../../../import/subscriptions/subscription-store.ts'
import { html, type Markup } from '../../../pages/html-template.ts'
import { type AdminPage, adminPath, formatAdminTime, type SignedInContext } from '../../admin-context.ts'
import { renderTable } from '../../forms/button-form-and-table.ts'

/**
 * The page with the subscriptions and the newest imports.
 * @param canAdd whether the user may add subscriptions
 * @param placesToChoose number of places for which an editor must choose a venue
 */
export function subscriptionsAndImportsPage(
  context: SignedInContext,
  subscriptions: readonly SubscriptionRow[],
  { runs, canAdd, placesToChoose }: { runs: readonly NamedRunRow[]; canAdd: boolean; placesToChoose: number },
): AdminPage {
  const { sources } = context.words
  const rows = subscriptions.map((row) => [
    html`<a href="${adminPath(context, `/sources/${row.id}`)}">${row.name}</a>`,
    sources.types[row.type as keyof typeof sources.types],
    row.is_on === 1 ? formatAdminTime(context, row.next_at) : sources.off,
    row.changed_at !== null && formatAdminTime(context, row.changed_at),
    formatLastProblemOfSubscription(row, context.scope.language),
  ])
  const columns = [sources.name, sources.type, sources.next, sources.changed, sources.note]
  return {
    title: sources.title,
    main: html`
      <p>${sources.hint}</p>
      ${canAdd && html`<p><a class="button" href="${adminPath(context, '/sources/new')}">${sources.add}</a></p>`}
      ${rows.length === 0 ? html`<p>${sources.none}</p>` : renderTable(sources.title, columns, rows)}
      <p><a href="${adminPath(context, '/sources/places')}">${sources.places}</a> (${String(placesToChoose)})</p>
      <p><a href="${adminPath(context, '/sources/duplicates')}">${sources.duplicates}</a></p>
      ${runs.length > 0 && html`<h2>${sources.runs}</h2>${importRunTable(context, runs)}`}
    `,
  }
}

/** A table of runs of imports, each with a link to its report. */
export function importRunTable(context: SignedInContext, runs: readonly NamedRunRow[]): Markup {
  const { sources } = context.words
  const rows = runs.map((run) => [
    html`<a href="${adminPath(context, `/sources/runs/${run.id}`)}">${formatAdminTime(context, run.started_at)}</a>`,
    run.name,
    sources.states[stateOfImportRun(run)],
  ])
  return renderTable(sources.runs, [sources.started, sources.name, sources.state], rows)
}
