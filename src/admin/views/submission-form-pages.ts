import { html, type Markup } from '../../pages/html-template.ts'
import { PROOF_BITS } from '../../submissions/spam-check-of-form.ts'
import type { Submission } from '../../submissions/submission-store.ts'
import { type AdminContext, type AdminPage, adminPath } from '../admin-context.ts'
import {
  type FormState,
  hiddenInputWithFormToken,
  idOfFormControl,
  renderForm,
  renderFormProblems,
} from '../forms/admin-form.ts'
import { renderButtonForm } from '../forms/button-form-and-table.ts'
import { multilineInput, renderFieldRow, selectInput, textInput } from '../forms/form-fields.ts'
import { uploadFields } from '../records/picture-inputs.ts'

/** Name of a field that people do not see. If it has a value, a program has filled in the form. */
export const TRAP_FIELD = 'homepage'

/** The data of the page with the form for a submission, besides the texts of its fields. */
export interface SubmissionForm {
  state: FormState
  /** Top-level categories to choose from. */
  categories: readonly { id: number; name: string }[]
  /**
   * Hidden text with time and signature, by which the server recognizes a form that it has shown (see
   * `createHiddenFormStamp`); undefined when a stored submission is changed.
   */
  stamp: string | undefined
}

/** The page on which anybody hands in an event. */
export const submissionFormPage = (context: AdminContext, form: SubmissionForm): AdminPage => ({
  status: form.state.problems.length > 0 ? 400 : 200,
  title: context.words.submit.title,
  scripts: ['submit.js'],
  main: html`
    <p>${context.words.submit.intro}</p>
    ${formOf(context, form, adminPath(context, '/submit'))}
  `,
})

function formOf(context: AdminContext, { state, categories, stamp }: SubmissionForm, action: string): Markup {
  const { submit } = context.words
  return html`
    ${renderFormProblems(context, state)}
    <form class="sheet" method="post" action="${action}"${
      stamp !== undefined && html` data-stamp="${stamp}" data-bits="${PROOF_BITS}"`
    }>
      ${hiddenInputWithFormToken(context)}
      ${eventFields(context, state, categories)}
      ${stamp === undefined ? messageField(context, state) : senderFields(context, state, stamp)}
      <p><button>${stamp === undefined ? submit.save : submit.submit}</button></p>
    </form>
  `
}

function eventFields(
  { words }: AdminContext,
  state: FormState,
  categories: SubmissionForm['categories'],
): readonly Markup[] {
  const { fields, submit } = words
  return [
    textInput(state, { name: 'title', label: fields.title, isRequired: true }),
    textInput(state, { name: 'start_date', label: fields.start_date, type: 'datetime-local', isRequired: true }),
    textInput(state, { name: 'end_date', label: fields.end_date, type: 'datetime-local', isRequired: true }),
    checkbox(state, 'all_day', fields.all_day),
    textInput(state, { name: 'venue', label: fields.venue, hint: submit.placeHint }),
    multilineInput(state, { name: 'description', label: fields.description }),
    textInput(state, { name: 'organizer', label: fields.organizer }),
    selectInput(state, {
      name: 'categories',
      label: fields.categories,
      choices: [
        { value: '', label: submit.noCategory },
        ...categories.map(({ id, name }) => ({ value: String(id), label: name })),
      ],
    }),
    textInput(state, { name: 'cost', label: fields.cost }),
    textInput(state, { name: 'website', label: fields.website, type: 'url' }),
    textInput(state, { name: 'image', label: fields.image, type: 'url', hint: submit.pictureHint }),
  ]
}

const messageField = ({ words }: AdminContext, state: FormState): Markup =>
  multilineInput(state, { name: 'message', label: words.submit.message, rows: 3 })

function senderFields(context: AdminContext, state: FormState, stamp: string): readonly Markup[] {
  const { submit } = context.words
  return [
    html`<h2>${submit.sender}</h2><p class="quiet">${submit.senderHint(context.scope.site.submission_days)}</p>`,
    textInput(state, { name: 'sender_name', label: submit.name, autocomplete: 'name', isRequired: true }),
    textInput(state, {
      name: 'sender_email',
      label: submit.email,
      type: 'email',
      autocomplete: 'email',
      isRequired: true,
    }),
    messageField(context, state),
    checkbox(state, 'consent', submit.consent),
    html`
      <div class="trap" aria-hidden="true">
        <label for="${idOfFormControl(TRAP_FIELD)}">${submit.trap}</label>
        <input id="${idOfFormControl(TRAP_FIELD)}" name="${TRAP_FIELD}" tabindex="-1" autocomplete="off">
      </div>
      <input type="hidden" name="stamp" value="${stamp}">
      <input type="hidden" name="proof" value="">
    `,
  ]
}

const checkbox = (state: FormState, name: string, label: string): Markup =>
  renderFieldRow(
    state,
    { name, label, isAfterControl: true },
    (described) => html`
      <input type="checkbox" id="${idOfFormControl(name)}" name="${name}" value="1"${state.texts[name] === '1' && html` checked`}${described}>
    `,
  )

/** The parts of the page on which a sender sees a submission. A part that is undefined is not shown. */
interface SenderPageParts {
  form: SubmissionForm | undefined
  picture: { isSent: boolean; state: FormState } | undefined
  eventUrl: string | undefined
}

const pictureForm = (
  context: AdminContext,
  path: string,
  { isSent, state }: NonNullable<SenderPageParts['picture']>,
): Markup => html`
  <h2>${context.words.fields.image}</h2>
  ${isSent && html`<p>${context.words.submit.pictureSent}</p>`}
  ${renderForm(
    context,
    { action: adminPath(context, path), state, submit: context.words.submit.sendPicture, hasFile: true },
    [uploadFields(context, state, context.words.submit.pictureFileHint)],
  )}
`

/** The page that asks the sender to confirm the e-mail address with the link in a mail. */
export const confirmByMailPage = ({ words }: AdminContext): AdminPage => ({
  title: words.submit.mailTitle,
  main: html`<p>${words.submit.mailHint}</p>`,
})

/**
 * The page to which the secret link of a sender leads: the state of a submission, and forms to change or withdraw it.
 * @param form undefined if the submission can no longer be changed
 * @param picture the form for a picture; undefined if none can be added any more
 * @param eventUrl address of the published event's page
 */
export function submissionSenderPage(
  context: AdminContext,
  submission: Submission,
  path: string,
  { form, picture, eventUrl }: SenderPageParts,
): AdminPage {
  const { submit, submissions } = context.words
  const { state, title, reason } = submission
  return {
    status: (form?.state.problems.length ?? 0) + (picture?.state.problems.length ?? 0) > 0 ? 400 : 200,
    title: submit.sentTitle,
    main: html`
      <p><b>${title}</b></p>
      <p>${submit.state}: ${submissions.states[state]}</p>
      ${reason !== '' && html`<h2>${submit.reason}</h2><p class="typed">${reason}</p>`}
      ${eventUrl && html`<p><a href="${eventUrl}">${submit.see}</a></p>`}
      ${state === 'unconfirmed' && renderButtonForm(context, `${path}/confirm`, submit.confirm)}
      ${form && html`<p class="quiet">${submit.keepLink}</p>`}
      ${form && formOf(context, form, adminPath(context, path))}
      ${picture && pictureForm(context, `${path}/picture`, picture)}
      ${state !== 'accepted' && renderButtonForm(context, `${path}/withdraw`, submit.withdraw)}
    `,
  }
}
