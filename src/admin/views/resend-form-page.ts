import { html } from '../../pages/html-template.ts'
import type { AdminContext, AdminPage } from '../admin-context.ts'
import { hiddenInputWithFormToken } from '../forms/admin-form.ts'
import type { FormToResend } from '../forms/form-to-resend.ts'

/** The page that follows after signing in if a form was sent without a session: it offers to send the form again. */
export function resendFormPage(context: AdminContext, { path, fields }: FormToResend): AdminPage {
  const { resend } = context.words
  return {
    title: resend.title,
    main: html`
      <p>${resend.hint}</p>
      <form method="post" action="${path}">
        ${hiddenInputWithFormToken(context)}
        ${fields.map(([name, value]) => html`<textarea name="${name}" hidden>${value}</textarea>`)}
        <p><button>${resend.submit}</button></p>
      </form>
    `,
  }
}
