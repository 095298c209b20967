import type { NamedRunRow } from '../../../import/runs/import-run-store.ts'
import type { EditedEvent } from '../../../import/subscriptions/locally-edited-events.ts'
import { formatLastProblemOfSubscription } from '../../../import/subscriptions/present-subscription.ts'
import type { Preview } from '../../../import/subscriptions/preview-subscription-import.ts'
import {
  MISSING_ACTIONS,
  NEW_EVENT_STATUSES,
  SUBSCRIPTION_TYPES,
} from '../../../import/subscriptions/subscription-options.ts'
import type { SubscriptionRow } from '../../../import/subscriptions/subscription-store.ts'
import { html, type Markup } from '../../../pages/html-template.ts'
import { type AdminPage, adminPath, formatAdminTime, type SignedInContext } from '../../admin-context.ts'
import { type FieldLabels, type FormState, renderForm } from '../../forms/admin-form.ts'
import { renderButtonForm, renderTable } from '../../forms/button-form-and-table.ts'
import { renderConcurrentEditInputs } from '../../forms/concurrent-edits.ts'
import { multilineInput, selectInput, textInput } from '../../forms/form-fields.ts'
import { unsavedChangesMarkup } from '../../forms/unsaved-changes.ts'
import { importRunTable } from './subscriptions-and-imports-page.ts'

/** The labels of the fields of a subscription. */
export function labelsOfSubscriptionFields({ words: { sources, fields } }: SignedInContext): FieldLabels {
  const { name, type, url, every_minutes, active, status, match, skip, map } = sources
  const { window_days, on_missing, pictures, timezone } = sources
  const { categories, tags } = fields
  return {
    ...{
      name,
      type,
      url,
      every_minutes,
      active,
      status,
      match,
      skip,
      map,
      window_days,
      on_missing,
      pictures,
      timezone,
    },
    categories,
    tags,
  }
}

/** The controls of the fields of a subscription. */
function fieldControls({ words: { sources, fields, settings } }: SignedInContext, form: FormState): Markup[] {
  const choices = <Name extends string>(names: readonly Name[], labels: Readonly<Record<Name, string>>) =>
    names.map((value) => ({ value, label: labels[value] }))
  const yesOrNo = choices(['true', 'false'], { true: settings.yes, false: settings.no })
  return [
    textInput(form, { name: 'every_minutes', label: sources.every_minutes, type: 'number' }),
    selectInput(form, { name: 'active', label: sources.active, choices: yesOrNo }),
    selectInput(form, {
      name: 'status',
      label: sources.status,
      choices: choices(NEW_EVENT_STATUSES, sources.statuses),
    }),
    textInput(form, { name: 'categories', label: fields.categories, hint: sources.namesHint }),
    textInput(form, { name: 'tags', label: fields.tags, hint: sources.namesHint }),
    textInput(form, { name: 'match', label: sources.match, hint: sources.wordsHint }),
    textInput(form, { name: 'skip', label: sources.skip, hint: sources.wordsHint }),
    multilineInput(form, { name: 'map', label: sources.map, hint: sources.mapHint, rows: 4 }),
    textInput(form, { name: 'window_days', label: sources.window_days, type: 'number' }),
    selectInput(form, {
      name: 'on_missing',
      label: sources.on_missing,
      choices: choices(MISSING_ACTIONS, sources.missingActions),
    }),
    selectInput(form, { name: 'pictures', label: sources.pictures, choices: yesOrNo }),
    textInput(form, { name: 'timezone', label: sources.timezone, hint: sources.timezoneHint }),
  ]
}

const nameAndAddress = ({ words: { sources } }: SignedInContext, form: FormState): Markup[] => [
  textInput(form, { name: 'name', label: sources.name, isRequired: true }),
  textInput(form, { name: 'url', label: sources.url, type: 'url', hint: sources.urlHint }),
]

/**
 * The page with the form for a new subscription.
 * @param preview what the subscription would import, if the user asked for a preview
 */
export function newSubscriptionPage(context: SignedInContext, form: FormState, preview?: Preview): AdminPage {
  const { sources } = context.words
  const types = SUBSCRIPTION_TYPES.map((value) => ({ value, label: sources.types[value] }))
  const buttons = [
    html`<button name="action" value="preview" class="plain">${sources.showPreview}</button> `,
    html`<button name="action" value="add">${sources.subscribe}</button>`,
  ]
  return {
    status: form.problems.length > 0 ? 400 : 200,
    title: sources.add,
    main: html`
      ${preview && previewMarkup(context, preview)}
      ${renderForm(context, { action: adminPath(context, '/sources/new'), state: form, buttons }, [
        unsavedChangesMarkup(context, form.problems.length > 0),
        selectInput(form, { name: 'type', label: sources.type, choices: types }),
        ...nameAndAddress(context, form),
        ...fieldControls(context, form),
      ])}
    `,
  }
}

function previewMarkup({ words: { sources, fields } }: SignedInContext, preview: Preview): Markup {
  const rows = preview.events.map(({ title, start_date, end_date }) => [title, start_date, end_date])
  const problems = preview.problems.map(({ place, message }) => html`<li>${place}: ${message}</li>`)
  return html`
    <section aria-labelledby="preview">
      <h2 id="preview">${sources.preview}</h2>
      <p>${sources.previewCounts(preview.chosen, preview.total)}</p>
      ${rows.length > 0 && renderTable(sources.preview, [fields.title, fields.start_date, fields.end_date], rows)}
      ${problems.length > 0 && html`<h3>${sources.problems}</h3><ul>${problems}</ul>`}
      ${preview.words.length > 0 && html`<h3>${sources.unknownWords}</h3><p>${preview.words.join(' · ')}</p>`}
      ${preview.places.length > 0 && html`<h3>${sources.places}</h3><p>${preview.places.join(' · ')}</p>`}
    </section>
  `
}

interface SourceDetails {
  /** The present texts of the fields. */
  stored: FormState['texts']
  runs: readonly NamedRunRow[]
  edited: readonly EditedEvent[]
  /** Whether the user may change the subscription. */
  canWrite: boolean
}

/** The page of one subscription. */
export function subscriptionPage(
  context: SignedInContext,
  row: SubscriptionRow,
  form: FormState,
  { stored, runs, edited, canWrite }: SourceDetails,
): AdminPage {
  const { sources } = context.words
  const path = `/sources/${row.id}`
  const note = formatLastProblemOfSubscription(row, context.scope.language)
  const checked = row.checked_at === null ? '–' : formatAdminTime(context, row.checked_at)
  return {
    status: form.problems.length > 0 ? 400 : 200,
    title: row.name,
    main: html`
      <p>${sources.checked} ${checked}. ${sources.next}: ${row.is_on === 1 ? formatAdminTime(context, row.next_at) : sources.off}</p>
      ${note !== '' && html`<p class="problem">${note}</p>`}
      ${renderButtonForm(context, `${path}/run`, sources.runNow)}
      ${
        canWrite
          ? renderForm(context, { action: adminPath(context, path), state: form, submit: sources.save }, [
              renderConcurrentEditInputs(context, form, stored),
              ...nameAndAddress(context, form),
              ...fieldControls(context, form),
            ])
          : html`<p>${row.url}</p>`
      }
      ${edited.length > 0 && editedTable(context, path, edited)}
      ${runs.length > 0 && html`<h2>${sources.runs}</h2>${importRunTable(context, runs)}`}
      ${canWrite && html`<h2>${sources.remove}</h2><p>${sources.removeHint}</p>${renderButtonForm(context, `${path}/remove`, sources.remove)}`}
    `,
  }
}

/**
 * A table of the events that users have changed in this calendar, each with a button that restores the values of the
 * source.
 */
function editedTable(context: SignedInContext, path: string, edited: readonly EditedEvent[]): Markup {
  const { sources, fields } = context.words
  const rows = edited.map(({ id, title }) => [
    html`<a href="${adminPath(context, `/events/${id}`)}">${title}</a>`,
    renderButtonForm(context, `${path}/take/${id}`, sources.takeAgain),
  ])
  return html`<h2>${sources.edited}</h2><p>${sources.editedHint}</p>${renderTable(sources.edited, [fields.title, ''], rows)}`
}
