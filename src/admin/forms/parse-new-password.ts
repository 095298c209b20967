import { findPasswordWeakness, PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '../../accounts/password-rules.ts'
import { fieldWithCheckAndConversion, isStorableText, Type } from '../../core/schema/field-types.ts'
import { createParameterSet } from '../../core/schema/parameter-set.ts'
import type { SentParameters } from '../../core/schema/sent-parameters.ts'
import type { AdminContext } from '../admin-context.ts'
import { parseAdminForm } from './admin-form.ts'

const PARAMETERS = createParameterSet(
  Type.Object({
    new_password: fieldWithCheckAndConversion(
      Type.String(),
      (text) => text.length >= PASSWORD_LENGTH_MIN && text.length <= PASSWORD_LENGTH_MAX && isStorableText(text),
      (text) => text,
      { reason: 'reason.password-length', placeholders: { min: PASSWORD_LENGTH_MIN, max: PASSWORD_LENGTH_MAX } },
    ),
  }),
)

/**
 * Parses a new password and checks that it is hard to guess.
 * @param names login, e-mail address and name of the account, which the password must not contain
 */
export const parseNewPassword = (context: AdminContext, sent: SentParameters, names: readonly string[]) =>
  parseAdminForm(
    context,
    PARAMETERS,
    sent,
    { new_password: context.words.link.password },
    ({ new_password }, problems) => {
      const weakness = findPasswordWeakness(new_password, names)
      if (weakness) problems.add('new_password', weakness)
    },
  )
