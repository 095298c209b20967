import { formatMessage } from '../../core/messages/index.ts'
import { html, type Markup } from '../../pages/html-template.ts'
import { APPEARANCE_NAMES } from '../../settings/appearance-fields.ts'
import { DEFAULT_SETTINGS, SETTING_NAMES, type Settings } from '../../settings/site-settings.ts'
import { type AdminContext, type AdminPage, adminPath } from '../admin-context.ts'
import { type FieldLabels, type FormState, renderForm } from '../forms/admin-form.ts'
import { renderConcurrentEditInputs } from '../forms/concurrent-edits.ts'
import { selectInput, textInput } from '../forms/form-fields.ts'

/** The labels of the settings in the language of the page, by name of the setting. */
export const labelsOfSettings = ({ words }: AdminContext): FieldLabels<keyof Settings> => ({
  ...words.settings.labels,
  ...words.appearance.labels,
})

/** The stored settings as the texts of fields. */
export const settingTexts = (
  { scope: { site } }: Pick<AdminContext, 'scope'>,
  names: readonly (keyof Settings)[] = SETTING_NAMES,
): FormState['texts'] => Object.fromEntries(names.map((name) => [name, String(site[name])]))

/** Names of the settings on this page: all except those on the page for the appearance. */
const OTHER_NAMES = SETTING_NAMES.filter((name) => !APPEARANCE_NAMES.some((one) => one === name))

/** The page with the settings of the site. */
export const siteSettingsPage = (context: AdminContext, form: FormState): AdminPage => ({
  status: form.problems.length > 0 ? 400 : 200,
  title: context.words.settings.title,
  main: html`
    <p><a href="${adminPath(context, '/settings/appearance')}">${context.words.appearance.title}</a></p>
    ${renderForm(
      context,
      { action: adminPath(context, '/settings'), state: form, submit: context.words.settings.save },
      [
        renderConcurrentEditInputs(context, form, settingTexts(context, OTHER_NAMES)),
        ...OTHER_NAMES.map((name) => control(context, form, name)),
      ],
    )}
  `,
})

/** The control of a setting, by the type of its default value. Its hint is the description in the documentation of the API. */
function control(context: AdminContext, form: FormState, name: keyof Settings): Markup {
  const { words, scope } = context
  const { yes, no, prefix, postfix, off, accounts, anyone } = words.settings
  const label = labelsOfSettings(context)[name]
  const description = formatMessage(scope.language, `parameter.settings.${name}`)
  // A description that only repeats the label is not shown as hint.
  const hint = description.replace(/\.$/, '').toLowerCase() === label.toLowerCase() ? {} : { hint: description }
  const choices = (values: Record<string, string>) =>
    selectInput(form, {
      name,
      label,
      ...hint,
      choices: Object.entries(values).map(([value, text]) => ({ value, label: text })),
    })
  if (name === 'currency_position') return choices({ prefix, postfix })
  if (name === 'submissions') return choices({ off, accounts, anyone })
  if (typeof DEFAULT_SETTINGS[name] === 'boolean') return choices({ true: yes, false: no })
  return textInput(form, { name, label, ...hint, type: typeof DEFAULT_SETTINGS[name] === 'number' ? 'number' : 'text' })
}
