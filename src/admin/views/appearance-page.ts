import { LOCALES } from '../../core/language.ts'
import { formatMessage } from '../../core/messages/index.ts'
import { html, type Markup } from '../../pages/html-template.ts'
import {
  APPEARANCE_NAMES,
  type AppearanceName,
  CLOCKS,
  DEFAULT_VIEWS,
  HEADING_FONTS,
  PAGE_LANGUAGE_CHOICES,
  WEEK_STARTS,
} from '../../settings/appearance-fields.ts'
import { type AdminContext, type AdminPage, adminPath } from '../admin-context.ts'
import { type FormState, hiddenInputWithFormToken, renderForm, renderFormProblems } from '../forms/admin-form.ts'
import { renderConcurrentEditInputs } from '../forms/concurrent-edits.ts'
import { multilineInput, selectInput, textInput } from '../forms/form-fields.ts'
import { settingTexts } from './settings-page.ts'

/** The page with the settings for the appearance of the calendar. */
export function appearancePage(context: AdminContext, form: FormState): AdminPage {
  const { scope, words } = context
  const { logo } = scope.site
  const action = adminPath(context, '/settings/appearance')
  return {
    status: form.problems.length > 0 ? 400 : 200,
    title: words.appearance.title,
    main: html`
      ${logo !== '' && html`<p><img class="logo" src="${logo}" alt="${words.appearance.labels.logo}"></p>`}
      ${renderForm(context, { action, state: form, submit: words.appearance.save }, [
        renderConcurrentEditInputs(context, form, settingTexts(context, APPEARANCE_NAMES)),
        ...APPEARANCE_NAMES.map((name) => control(context, form, name)),
      ])}
      <h2>${words.appearance.upload}</h2>
      ${logoForm(context)}
    `,
  }
}

/**
 * The form that uploads a logo. It is separate from the other settings, because a form with a file has another
 * encoding.
 */
const logoForm = (context: AdminContext): Markup => html`
  <form class="sheet" method="post" action="${adminPath(context, '/settings/appearance/logo')}" enctype="multipart/form-data">
    ${hiddenInputWithFormToken(context)}
    <div class="row">
      <label for="field-file">${context.words.appearance.logoFile}</label>
      <input type="file" id="field-file" name="file" accept="image/jpeg,image/png,image/webp,image/gif,image/avif" required>
    </div>
    <p><button>${context.words.appearance.upload}</button></p>
  </form>
`

/** The page with the messages about a logo whose upload was refused. */
export const refusedLogoPage = (context: AdminContext, form: FormState): AdminPage => ({
  status: 400,
  title: context.words.appearance.upload,
  main: html`${renderFormProblems(context, form)}${logoForm(context)}`,
})

function control(context: AdminContext, form: FormState, name: AppearanceName): Markup {
  const { scope, words } = context
  const { labels, choices } = words.appearance
  const field = { name, label: labels[name], hint: formatMessage(scope.language, `parameter.settings.${name}`) }
  const choice = (values: readonly (keyof typeof choices)[]) =>
    selectInput(form, { ...field, choices: values.map((value) => ({ value, label: choices[value] })) })
  switch (name) {
    case 'heading_font':
      return choice(HEADING_FONTS)
    case 'default_view':
      return choice(DEFAULT_VIEWS)
    case 'week_start':
      return choice(WEEK_STARTS)
    case 'clock':
      return choice(CLOCKS)
    case 'page_language':
      return selectInput(form, { ...field, choices: pageLanguageChoices(context) })
    case 'header_links':
    case 'footer_links':
      return multilineInput(form, { ...field, rows: 4 })
    case 'extra_css':
      return multilineInput(form, { ...field, rows: 6 })
    default:
      return textInput(form, field)
  }
}

function pageLanguageChoices({ scope, words }: AdminContext) {
  const names = new Intl.DisplayNames(LOCALES[scope.language], { type: 'language' })
  const labels: Partial<Record<string, string>> = words.appearance.choices
  return PAGE_LANGUAGE_CHOICES.map((value) => ({ value, label: labels[value] ?? names.of(value) ?? value }))
}
