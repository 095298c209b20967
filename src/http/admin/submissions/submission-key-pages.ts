import { adminPath, type SignedInContext } from '../../../admin/admin-context.ts'
import { createUnsentFormState, parseAdminForm } from '../../../admin/forms/admin-form.ts'
import { submissionKeysPage } from '../../../admin/views/submission-keys-page.ts'
import { CalendarError } from '../../../core/errors.ts'
import { fieldWithCheckAndConversion, isStorableText, parseId, Type } from '../../../core/schema/field-types.ts'
import { createParameterSet } from '../../../core/schema/parameter-set.ts'
import {
  addSubmissionKey,
  isOrigin,
  listSubmissionKeys,
  revokeSubmissionKey,
  splitListOfOrigins,
} from '../../../submissions/submission-keys.ts'
import type { AdminHandler } from '../admin-handler.ts'

const NAME_MAX = 200
const ORIGINS_MAX = 20

/** Whether a text can be the name of a key: one line that is not empty. */
const isName = (text: string) =>
  text.trim() !== '' && text.length <= NAME_MAX && isStorableText(text) && !/\p{Cc}/u.test(text)

const PARAMETERS = createParameterSet(
  Type.Object({
    name: fieldWithCheckAndConversion(Type.String(), isName, (text) => text.trim(), {
      reason: 'reason.name',
      placeholders: { max: NAME_MAX },
    }),
    origins: fieldWithCheckAndConversion(
      Type.String({ maxLength: 5000 }),
      (text) => splitListOfOrigins(text).length <= ORIGINS_MAX && splitListOfOrigins(text).every(isOrigin),
      splitListOfOrigins,
      { reason: 'reason.origins', placeholders: { max: ORIGINS_MAX } },
    ),
  }),
)

const keysPage = async (
  context: SignedInContext,
  ...form: [state: Parameters<typeof submissionKeysPage>[2], created?: string]
) => submissionKeysPage(context, await listSubmissionKeys(context.scope.db), ...form)

/** The page with the keys of forms on other sites, on which editors create one. */
export const submissionKeysHandler: AdminHandler = {
  show: ({ context }) => keysPage(context, createUnsentFormState()),
  async submit({ context, sent }) {
    const { name, origins } = context.words.submissionKeys
    const { values, form } = parseAdminForm(context, PARAMETERS, { origins: '', ...sent }, { name, origins })
    if (form) return keysPage(context, form)
    const { scope } = context
    const key = await scope.db.transaction((tx) => addSubmissionKey({ ...scope, db: tx }, values))
    return keysPage(context, createUnsentFormState(), key)
  },
}

/** Revokes a submission key, so that the form on the other site can no longer send submissions. */
export const revokeSubmissionKeyHandler: AdminHandler = {
  async submit({ context, request }) {
    const { scope } = context
    const id = parseId((request.params as { id: string }).id) ?? 0
    const isFound = await scope.db.transaction((tx) => revokeSubmissionKey({ ...scope, db: tx }, id))
    if (!isFound) throw new CalendarError('rest_no_route')
    return { redirect: adminPath(context, '/submission-keys'), notice: 'revoked' }
  },
}
