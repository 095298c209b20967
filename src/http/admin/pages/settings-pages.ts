import { type AdminPage, adminPath, type SignedInContext } from '../../../admin/admin-context.ts'
import { createUnsentFormState, type FormState, parseAdminForm } from '../../../admin/forms/admin-form.ts'
import { mergeConcurrentEdits } from '../../../admin/forms/concurrent-edits.ts'
import { appearancePage, refusedLogoPage } from '../../../admin/views/appearance-page.ts'
import { labelsOfSettings, settingTexts, siteSettingsPage } from '../../../admin/views/settings-page.ts'
import { SETTING_NAMES, settingsParameters } from '../../../settings/site-settings.ts'
import { storeAndAuditSettings } from '../../api/settings-routes.ts'
import type { AdminHandler } from '../admin-handler.ts'
import { storePictureUploadedByForm, uploadedFileOfForm } from '../records/store-picture-uploaded-by-form.ts'

/** Creates the handler of a page with settings. A POST writes only the settings that the user has changed. */
const settingsHandlerFor = (
  path: string,
  render: (context: SignedInContext, form: FormState) => AdminPage,
): AdminHandler => ({
  show: ({ context }) => render(context, createUnsentFormState(settingTexts(context))),
  async submit({ context, sent }) {
    const { scope } = context
    const labels = labelsOfSettings(context)
    const merged = mergeConcurrentEdits(context, sent, settingTexts(context), labels)
    if (merged.form) return { ...render(context, merged.form), status: 409 }
    const { values, form } = parseAdminForm(context, settingsParameters, merged.sent, labels)
    if (form) return render(context, form)
    const changed = SETTING_NAMES.filter((name) => values[name] !== undefined && values[name] !== scope.site[name])
    await storeAndAuditSettings(scope, Object.fromEntries(changed.map((name) => [name, values[name]])))
    return { redirect: adminPath(context, path), notice: 'settingsSaved' }
  },
})

/** The page of the site settings except those for the appearance. */
export const settingsHandler = settingsHandlerFor('/settings', siteSettingsPage)

/** The page of the settings for the appearance of the calendar. */
export const appearanceHandler = settingsHandlerFor('/settings/appearance', appearancePage)

/** Stores an uploaded picture and makes it the logo. */
export const uploadLogoHandler: AdminHandler = {
  async submit({ context, request, sent }) {
    const file = uploadedFileOfForm(request)
    const redirect = adminPath(context, '/settings/appearance')
    if (file === undefined) return { redirect }
    const upload = { ...sent, file_alt: context.scope.site.title }
    const { picture, problems } = await storePictureUploadedByForm(context, file, upload, {
      field: 'file',
      isHidden: false,
    })
    if (problems) return refusedLogoPage(context, { ...createUnsentFormState(), problems })
    await storeAndAuditSettings(context.scope, { logo: `/media/${picture.file_name}` })
    return { redirect, notice: 'settingsSaved' }
  },
}
