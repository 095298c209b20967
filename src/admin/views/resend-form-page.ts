import { html } from '../../pages/html-template.ts'
import type { AdminContext, AdminPage } from '../admin-context.ts'
import { formTokenInput } from '../forms/admin-form.ts'
import type { FormToResend } from '../forms/form-to-resend.ts'

/** The page that offers, after signing in, to send a form again that was sent without a session. */
export function resendFormPage(context: AdminContext, { path, fields }: FormToResend): AdminPage {
  const { resend } = context.words
  return {
    title: resend.title,
    main: html`
      <p>${resend.hint}</p>
      <form method="post" action="${path}">
        ${formTokenInput(context)}
        ${fields.map(([name, value]) => html`<textarea name="${name}" hidden>${value}</textarea>`)}
        <p><button>${resend.submit}</button></p>
      </form>
    `,
  }
}
