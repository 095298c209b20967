import { html, type Markup } from '../../pages/html-template.ts'
import { formatDate } from '../../pages/page-dates.ts'
import type { SUBMITTED_FIELDS } from '../../submissions/check-submitted-fields.ts'
import { DECISIONS } from '../../submissions/decide-submission.ts'
import {
  SUBMISSION_STATES_SHOWN_TO_EDITORS,
  type Submission,
  type SubmissionNote,
  type SubmissionState,
} from '../../submissions/submission-store.ts'
import type { SubmittedPicture } from '../../submissions/submitted-pictures.ts'
import { type AdminContext, type AdminPage, adminPath, formatAdminTime } from '../admin-context.ts'
import {
  type FormState,
  hiddenInputWithFormToken,
  idOfFormControl,
  renderForm,
  renderFormProblems,
} from '../forms/admin-form.ts'
import { renderTable } from '../forms/button-form-and-table.ts'
import { multilineInput } from '../forms/form-fields.ts'
import { unsavedChangesMarkup } from '../forms/unsaved-changes.ts'

/** The keyboard shortcuts of the buttons for decisions (attribute `accesskey`). */
const DECISION_KEYS: Record<(typeof DECISIONS)[number], string> = {
  publish: 'p',
  draft: 'd',
  ask: 'a',
  refuse: 'r',
  spam: 'x',
}

/** What an editor reads about a state: the sender, not the editor, has to answer a question. */
const stateLabel = ({ words: { submissions } }: AdminContext, state: SubmissionState): string =>
  state === 'question' ? submissions.askedBack : submissions.states[state]

/** The list of submissions in one state. */
export function submissionsPage(
  context: AdminContext,
  state: SubmissionState,
  submissions: readonly Submission[],
  counts: Partial<Record<SubmissionState, number>>,
): AdminPage {
  const { words } = context
  const tabs = SUBMISSION_STATES_SHOWN_TO_EDITORS.map((name) => {
    const href = adminPath(context, `/submissions?state=${name}`)
    const isCurrent = name === state && html` aria-current="page"`
    return html`<a href="${href}"${isCurrent}>${stateLabel(context, name)} (${counts[name] ?? 0})</a> `
  })
  const rows = submissions.map(({ id, title, fields, name, sent_at: sentAt }) => [
    html`<a href="${adminPath(context, `/submissions/${id}`)}">${title}</a>`,
    dateText(context, fields.start_date),
    name,
    formatAdminTime(context, sentAt),
  ])
  const columns = [words.fields.title, words.fields.start_date, words.submissions.sender, words.submissions.sent]
  return {
    title: words.submissions.title,
    main: html`
      <nav class="tabs" aria-label="${words.list.status}">${tabs}</nav>
      ${rows.length === 0 ? html`<p>${words.submissions.none}</p>` : renderTable(words.submissions.title, columns, rows)}
      <p><a href="${adminPath(context, '/submission-keys')}">${words.submissionKeys.title}</a></p>
    `,
  }
}

/** The date and time that a sender has typed, in the language of the page. */
function dateText({ scope }: AdminContext, value: unknown): string {
  const typed = String(value ?? '').replace('T', ' ')
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d/.test(typed)) return typed
  const local = `${typed.slice(0, 16)}:00`
  return `${formatDate(scope.language, 'date', local)}, ${formatDate(scope.language, 'time', local, scope.site.clock)}`
}

export interface ReviewedSubmission {
  submission: Submission
  /** The picture that the sender has uploaded. */
  picture: Pick<SubmittedPicture, 'alt'> | undefined
  notes: readonly SubmissionNote[]
  /** Names of the chosen categories. */
  categories: readonly string[]
  /** Other events on the same day. */
  sameDay: readonly { title: string; url: string }[]
}

/** The page on which editors read a submission and decide about it. */
export function submissionPage(context: AdminContext, reviewed: ReviewedSubmission, state: FormState): AdminPage {
  const { words } = context
  const { submission, picture } = reviewed
  const { id, event_id: eventId, reason } = submission
  const isOpen = submission.state === 'waiting' || submission.state === 'question'
  return {
    status: state.problems.length > 0 ? 400 : 200,
    title: submission.title,
    main: html`
      <p>${stateLabel(context, submission.state)} · ${words.submissions.sent} ${formatAdminTime(context, submission.sent_at)}</p>
      ${eventId !== null && html`<p><a href="${adminPath(context, `/events/${eventId}`)}">${words.submissions.event}</a></p>`}
      <dl class="facts">${facts(context, reviewed)}</dl>
      ${reason !== '' && html`<h2>${words.submit.reason}</h2><p class="typed">${reason}</p>`}
      ${picture && html`<p><img src="${adminPath(context, `/submissions/${id}/picture`)}" alt="${picture.alt}"></p>`}
      ${reviewed.sameDay.length > 0 && sameDayList(context, reviewed.sameDay)}
      ${isOpen && decisionForm(context, reviewed, state)}
      ${notesSection(context, id, reviewed.notes)}
    `,
  }
}

function facts(context: AdminContext, { submission, categories }: ReviewedSubmission): readonly Markup[] {
  const { words } = context
  const { fields, submit, submissions } = words
  const text = (name: (typeof SUBMITTED_FIELDS)[number]) => String(submission.fields[name] ?? '')
  const values: readonly (readonly [label: string, value: string])[] = [
    [fields.start_date, dateText(context, text('start_date'))],
    [fields.end_date, dateText(context, text('end_date'))],
    [fields.all_day, text('all_day') === '' ? '' : words.settings.yes],
    [fields.venue, text('venue')],
    [fields.organizer, text('organizer')],
    [fields.categories, categories.join(', ')],
    [fields.cost, text('cost')],
    [fields.website, text('website')],
    [fields.image, text('image')],
    [fields.description, text('description')],
    [submissions.sender, `${submission.name} <${submission.email}>`],
    [words.submissionKeys.name, submission.site ?? ''],
    [submit.message, submission.message],
  ]
  return values
    .filter(([, value]) => value !== '')
    .map(([label, value]) => html`<dt>${label}</dt><dd class="typed">${value}</dd>`)
}

const sameDayList = ({ words }: AdminContext, events: ReviewedSubmission['sameDay']): Markup => html`
  <h2>${words.submissions.sameDay}</h2>
  <ul>${events.map(({ title, url }) => html`<li><a href="${url}">${title}</a></li>`)}</ul>
`

function decisionForm(context: AdminContext, { submission, picture }: ReviewedSubmission, state: FormState): Markup {
  const { id, fields } = submission
  const { submissions } = context.words
  const buttons = DECISIONS.map(
    (name) => html`
      <button name="decision" value="${name}" accesskey="${DECISION_KEYS[name]}"${name !== 'publish' && html` class="plain"`}>${submissions[name]}</button>
    `,
  )
  return html`
    <h2>${submissions.decide}</h2>
    ${renderFormProblems(context, state)}
    <form class="sheet" method="post" action="${adminPath(context, `/submissions/${id}`)}">
      ${hiddenInputWithFormToken(context)}
      ${unsavedChangesMarkup(context, state.problems.length > 0, ' decision')}
      ${multilineInput(state, { name: 'reason', label: submissions.reason, hint: submissions.reasonHint, rows: 3 })}
      ${
        (fields.image !== undefined || picture !== undefined) &&
        html`
        <div class="row box">
          <input type="checkbox" id="${idOfFormControl('image')}" name="image" value="1"${state.texts.image === '1' && html` checked`}>
          <label for="${idOfFormControl('image')}">${submissions.picture}</label>
        </div>
      `
      }
      <p class="decisions">${buttons}</p>
      <p class="quiet">${submissions.keys}</p>
    </form>
  `
}

const notesSection = (context: AdminContext, id: number, notes: readonly SubmissionNote[]): Markup => html`
  <h2>${context.words.submissions.notes}</h2>
  ${notes.map(
    ({ login, text, created_at: at }) => html`
      <p class="typed"><span class="quiet">${login}, ${formatAdminTime(context, at)}:</span> ${text}</p>
    `,
  )}
  ${renderForm(
    context,
    {
      action: adminPath(context, `/submissions/${id}/notes`),
      state: { texts: {}, problems: [] },
      submit: context.words.submissions.addNote,
    },
    [
      unsavedChangesMarkup(context, false, ' note'),
      multilineInput({ texts: {}, problems: [] }, { name: 'note', label: context.words.submissions.note, rows: 2 }),
    ],
  )}
`
