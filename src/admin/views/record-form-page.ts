import type { CollectionName, Kind } from '../../core/kinds.ts'
import type { Language } from '../../core/language.ts'
import { appendQueryToUrl } from '../../core/urls.ts'
import { html, type Markup } from '../../pages/html-template.ts'
import { LANGUAGE_NAMES } from '../../pages/words/language-names.ts'
import { type AdminContext, type AdminPage, adminPath } from '../admin-context.ts'
import { type FormState, hiddenInputWithFormToken, renderForm } from '../forms/admin-form.ts'
import { renderButtonForm, renderTable } from '../forms/button-form-and-table.ts'
import { unsavedChangesMarkup } from '../forms/unsaved-changes.ts'
import type { OfferedRecords } from '../records/category-and-linked-record-inputs.ts'
import type { FormControl, Section } from '../records/form-controls.ts'
import { flagField, renderFormControl } from '../records/render-form-control.ts'
import { formColumnsOfKind } from '../records/sections-of-record-form.ts'
import type { AdminWords } from '../words/en.ts'

/** What a button of the form does: save the record with its present or another status, or only show the next dates. */
export type FormAction = keyof AdminWords['actions']

/** The data from which the page with the form of a record is rendered. */
export interface RecordForm {
  kind: Kind
  collection: CollectionName
  state: FormState
  /** Whether the form shows texts that the user has typed and that are not saved. */
  isUnsaved: boolean
  choices: OfferedRecords
  actions: readonly FormAction[]
  /** The stored record; undefined for a new one. */
  record: ShownRecord | undefined
  /** Fields that this user and another user have changed at the same time, with the texts that are stored now. */
  conflicts?: readonly { label: string; theirs: string; mine: string }[] | undefined
}

export interface ShownRecord {
  id: number
  title: string
  version: number
  status: string | undefined
  /** Address of the record's page on the calendar. */
  url: string
  /** Whether the record is a date of a repeated event, so that the user chooses which dates to change. */
  isDate: boolean
  canRemove: boolean
  /**
   * All languages of the site except the original language of the record, each with the state of the translation to it.
   */
  languages: readonly { language: Language; state: 'missing' | 'outdated' | undefined }[]
  /** Whether the user may merge the record into another one. */
  canMerge: boolean
}

/** The page with the form of a new or existing record. */
export function recordFormPage(context: AdminContext, form: RecordForm): AdminPage {
  const { words } = context
  const { collection, record, state, conflicts = [] } = form
  const names = words.collections[collection]
  const action = adminPath(context, `/${collection}/${record?.id ?? 'new'}`)
  return {
    status: conflicts.length > 0 ? 409 : state.problems.length > 0 ? 400 : 200,
    title: record === undefined ? names.new : record.title,
    scripts: ['record-form.js'],
    main: html`
      ${record && recordLinks(context, collection, record)}
      ${conflicts.length > 0 && conflictTable(context, conflicts)}
      ${renderForm(context, { action, state, hasFile: true, buttons: actionButtons(context, form.actions) }, [
        unsavedChangesMarkup(context, form.isUnsaved),
        record && html`<input type="hidden" name="version" value="${record.version}">`,
        record?.isDate ? scopeField(context, words.form.scope, state) : undefined,
        isAskedToResetOverrides(state)
          ? flagField(state, { name: RESET_OVERRIDES, label: words.form.resetOverrides })
          : undefined,
        columnsOf(context, form),
      ])}
      ${record?.canRemove && removeForm(context, collection, record)}
      ${canShare(form) && renderButtonForm(context, `/events/${record?.id}/share`, words.share.create)}
    `,
  }
}

/** The field of the API that permits a change by which dates of a repeated event lose what differs on them. */
const RESET_OVERRIDES = 'reset_overrides'

/** Whether the server has refused such a change, so that the form has a checkbox for it until it is saved. */
const isAskedToResetOverrides = ({ texts, problems }: FormState): boolean =>
  texts[RESET_OVERRIDES] !== undefined || problems.some(({ name }) => name === RESET_OVERRIDES)

/** The sections of the form: one column, or two on wide screens. */
function columnsOf(context: AdminContext, { kind, state, choices }: RecordForm): Markup {
  const section = ({ name, isFolded, controls }: Section): Markup => {
    const fields = controls.map((control) => renderFormControl(context, state, choices, control))
    const heading = context.words.sections[name]
    const hasProblem = controls.some((control) => state.problems.some((problem) => isOfControl(control, problem.name)))
    if (isFolded) {
      return html`<details class="section"${hasProblem && html` open`}><summary>${heading}</summary>${fields}</details>`
    }
    // In a section with one control, the label of the control is enough, so the section has no heading.
    return controls.length === 1
      ? html`<div class="section">${fields}</div>`
      : html`<fieldset class="section"><legend>${heading}</legend>${fields}</fieldset>`
  }
  const { main, side } = formColumnsOfKind(kind)
  return html`<div class="form-columns"><div>${main.map(section)}</div><div>${side.map(section)}</div></div>`
}

/** Whether a control has an input or a part with a name such as `start_date`, `offers[0].price` or `recurrence_until`. */
const isOfControl = ({ name }: FormControl, input: string): boolean =>
  input === name || (input.startsWith(name) && /^[[._]/.test(input.slice(name.length)))

/** Whether a link can be created by which people see the record before it is published. */
const canShare = ({ kind, record }: RecordForm): boolean =>
  kind === 'event' && record !== undefined && record.status !== 'publish' && record.status !== 'trash'

function recordLinks(
  context: AdminContext,
  collection: CollectionName,
  { id, status, url, canMerge, languages }: ShownRecord,
): Markup {
  const { words } = context
  const state = status !== undefined && words.states[status as keyof AdminWords['states']]
  return html`
    <p>
      ${state && html`<span class="badge">${state}</span> `}
      <a href="${url}">${words.form.view}</a> ·${' '}
      <a href="${adminPath(context, `/${collection}/${id}/history`)}">${words.history.title}</a>
      ${canMerge && html` · <a href="${adminPath(context, `/${collection}/${id}/merge`)}">${words.merge.title}</a>`}
      ${collection === 'events' && html` · <a href="${adminPath(context, `/events/${id}/preview`)}">${words.form.preview}</a>`}
      ${collection === 'events' && html` · <a href="${appendQueryToUrl(adminPath(context, '/events/new'), { from: id })}">${words.form.duplicate}</a>`}
    </p>
    ${
      languages.length > 0 &&
      html`
      <p>
        ${words.texts.title}:
        ${languages.map(
          ({ language, state }) => html`
            ${' '}<a href="${adminPath(context, `/${collection}/${id}/texts/${language}`)}">${LANGUAGE_NAMES[language]}</a>
            ${state && html` <span class="badge">${words.texts[state]}</span>`}
          `,
        )}
      </p>
    `
    }
  `
}

/** The most frequent actions. One of them has the most visible button. */
const MAIN_ACTIONS: readonly FormAction[] = ['publish', 'pending', 'save']

/** The buttons of the form. The first one is the default button of the form, which the Enter key presses. */
function actionButtons({ words }: AdminContext, actions: readonly FormAction[]): Markup[] {
  const main = MAIN_ACTIONS.find((action) => actions.includes(action))
  return actions.map(
    (action) =>
      html`<button name="action" value="${action}"${action !== main && html` class="plain"`}>${words.actions[action]}</button> `,
  )
}

function scopeField({ words }: AdminContext, question: string, { texts }: FormState): Markup {
  const chosen = texts.scope ?? 'this'
  const choices = (['this', 'following', 'all'] as const).map(
    (value) => html`
      <label>
        <input type="radio" name="scope" value="${value}"${value === chosen && html` checked`}> ${words.scopes[value]}
      </label>
    `,
  )
  return html`<fieldset class="boxes"><legend>${question}</legend>${choices}</fieldset>`
}

function conflictTable({ words }: AdminContext, conflicts: NonNullable<RecordForm['conflicts']>): Markup {
  const rows = conflicts.map(({ label, theirs, mine }) => [label, theirs, mine])
  return html`
    <div class="problems" role="alert">
      <h2>${words.form.conflict}</h2>
      <p>${words.form.conflictHint}</p>
      ${renderTable(words.form.conflict, ['', words.form.theirs, words.form.mine], rows, { hasRowHeadings: true })}
    </div>
  `
}

/** The form that moves a post to the trash or restores it from there, or deletes a category or tag. */
function removeForm(context: AdminContext, collection: string, { id, status, isDate }: ShownRecord): Markup {
  const { words } = context
  const isTrashed = status === 'trash'
  const restore = isDate ? words.form.restoreDate : words.form.restore
  const label = isTrashed ? restore : status === undefined ? words.form.delete : words.form.trash
  return html`
    <form class="remove" method="post" action="${adminPath(context, `/${collection}/${id}/${isTrashed ? 'restore' : 'trash'}`)}">
      ${hiddenInputWithFormToken(context)}
      ${isDate && !isTrashed && scopeField(context, words.form.trashScope, { texts: {}, problems: [] })}
      <button class="plain">${label}</button>
    </form>
  `
}
