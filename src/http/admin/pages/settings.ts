import { parseAdminForm, unsentForm } from '../../../admin/forms/form.ts'
import { adminPath } from '../../../admin/page.ts'
import { settingLabels, settingsPage } from '../../../admin/views/settings.ts'
import { SETTING_NAMES, settingsParameters } from '../../../settings/settings.ts'
import { changeSettings } from '../../api/settings.ts'
import type { AdminHandler } from '../handler.ts'

/** The page of the site settings. Writes only settings that the user changed. */
export const settingsHandler: AdminHandler = {
  show: ({ context }) =>
    settingsPage(
      context,
      unsentForm(Object.fromEntries(Object.entries(context.scope.site).map(([name, value]) => [name, String(value)]))),
    ),
  async submit({ context, sent }) {
    const { scope } = context
    const { values, form } = parseAdminForm(context, settingsParameters, sent, settingLabels(context))
    if (form) return settingsPage(context, form)
    const changed = SETTING_NAMES.filter((name) => values[name] !== undefined && values[name] !== scope.site[name])
    await changeSettings(scope, Object.fromEntries(changed.map((name) => [name, values[name]])))
    return { redirect: adminPath(context, '/settings'), notice: 'settingsSaved' }
  },
}
