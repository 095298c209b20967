import { appendQueryToUrl } from '../../../core/urls.ts'
import { DATE_ORDERS } from '../../../import/sources/csv/detect-date-order.ts'
import { CSV_KINDS, type CsvKind } from '../../../import/sources/csv/match-csv-column-labels.ts'
import type { CsvSample } from '../../../import/sources/csv/read-csv-sample.ts'
import type { FileType } from '../../../import/sources/importable-file-types.ts'
import { html, type Markup } from '../../../pages/html-template.ts'
import { type AdminPage, adminPath, type SignedInContext } from '../../admin-context.ts'
import { type FieldLabels, type FormState, idOfFormControl, renderForm } from '../../forms/admin-form.ts'
import { renderTable } from '../../forms/button-form-and-table.ts'
import { selectInput, textInput } from '../../forms/form-fields.ts'

/** The statuses that users can choose for new records; `''`: each record gets the status that it has in the source. */
export const IMPORT_STATUSES = ['', 'publish', 'pending', 'draft'] as const

/** The labels of the fields of an import. */
export const labelsOfImportFields = ({ words: { importing, sources, fields } }: SignedInContext): FieldLabels => ({
  status: sources.status,
  categories: fields.categories,
  tags: fields.tags,
  pictures: sources.pictures,
  timezone: sources.timezone,
  kind: importing.kind,
  date_order: importing.dateOrder,
  with_trash: importing.withTrash,
})

/**
 * The data about an uploaded file that the page with the settings of its import shows.
 * @property csv header and first rows of a table
 */
interface ImportFile {
  token: string
  name: string
  type: FileType
  csv: CsvSample | undefined
}

/** The page with the settings of an import, which for a table include the meaning of its columns. */
export function importSettingsPage(context: SignedInContext, file: ImportFile, form: FormState): AdminPage {
  const { importing, sources, fields, settings } = context.words
  const statuses = { '': importing.asInSource, ...sources.statuses }
  const yesOrNo = [
    { value: 'true', label: settings.yes },
    { value: 'false', label: settings.no },
  ]
  return {
    status: form.problems.length > 0 ? 400 : 200,
    title: file.name,
    main: html`
      <p>${importing.found(importing.types[file.type])}</p>
      ${file.csv && kindLinks(context, file.token, file.csv)}
      ${renderForm(
        context,
        { action: adminPath(context, `/import/files/${file.token}`), state: form, submit: importing.preview },
        [
          ...(file.csv ? tableControls(context, file.csv, form) : []),
          selectInput(form, {
            name: 'status',
            label: sources.status,
            choices: IMPORT_STATUSES.map((value) => ({ value, label: statuses[value] })),
          }),
          textInput(form, { name: 'categories', label: fields.categories, hint: sources.namesHint }),
          textInput(form, { name: 'tags', label: fields.tags, hint: sources.namesHint }),
          selectInput(form, { name: 'pictures', label: sources.pictures, choices: yesOrNo }),
          file.type === 'wxr'
            ? selectInput(form, { name: 'with_trash', label: importing.withTrash, choices: yesOrNo.toReversed() })
            : undefined,
          textInput(form, { name: 'timezone', label: sources.timezone, hint: sources.timezoneHint }),
        ],
      )}
      <p>${importing.previewHint}</p>
    `,
  }
}

/** Links that show the settings of a table for the other kinds of records. */
function kindLinks(context: SignedInContext, token: string, { kind }: CsvSample): Markup {
  const { importing, collections } = context.words
  const names: Record<CsvKind, string> = {
    event: collections.events.title,
    venue: collections.venues.title,
    organizer: collections.organizers.title,
  }
  const links = CSV_KINDS.map((value) => {
    const path = appendQueryToUrl(adminPath(context, `/import/files/${token}`), { kind: value })
    return html` <a href="${path}"${value === kind && html` aria-current="true"`}>${names[value]}</a>`
  })
  return html`<p>${importing.kind}:${links}</p>`
}

/** The controls for a table: the meaning of its columns, and the order of day and month. */
function tableControls(context: SignedInContext, csv: CsvSample, form: FormState): Markup[] {
  const { importing } = context.words
  const rows = csv.columns.map(({ label, values }, at) => [
    html`<span id="column-${String(at)}">${label}</span>`,
    html`
        ${targetSelect(context, csv, `column_${at}`, form)}
        <p class="quiet">${values.filter((value) => value !== '').join(' · ')}</p>
      `,
  ])
  return [
    html`<input type="hidden" name="kind" value="${csv.kind}">`,
    html`<h2>${importing.columns}</h2>`,
    renderTable(importing.columns, [importing.column, importing.field], rows, { hasRowHeadings: true }),
    selectInput(form, {
      name: 'date_order',
      label: importing.dateOrder,
      choices: ['' as const, ...DATE_ORDERS].map((value) => ({ value, label: importing.dateOrders[value] })),
    }),
  ]
}

/** The list from which users choose the field that a column means. Its label is the heading of the table row. */
function targetSelect(context: SignedInContext, { targets }: CsvSample, name: string, form: FormState): Markup {
  const { importing, fields } = context.words
  const names: Readonly<Record<string, string>> = { ...fields, ...importing.targets }
  const choices = targets
    .map((value) => ({ value, label: names[value] ?? value }))
    .toSorted((one, other) => one.label.localeCompare(other.label, context.scope.language))
  const options = [{ value: '', label: importing.ignore }, ...choices].map(({ value, label }) => {
    const isChosen = value === (form.texts[name] ?? '')
    return html`<option value="${value}"${isChosen && html` selected`}>${label}</option>`
  })
  return html`<select id="${idOfFormControl(name)}" name="${name}" aria-labelledby="${name.replace('_', '-')}">${options}</select>`
}
