import { html } from '../../pages/markup.ts'
import { tokenField } from '../forms/form.ts'
import type { ResentForm } from '../forms/resent.ts'
import type { AdminContext, AdminPage } from '../page.ts'

/** The page on which a user who has signed in sends a form again, with what was typed before. */
export function resendPage(context: AdminContext, { path, fields }: ResentForm): AdminPage {
  const { resend } = context.words
  return {
    title: resend.title,
    main: html`
      <p>${resend.hint}</p>
      <form method="post" action="${path}">
        ${tokenField(context)}
        ${fields.map(([name, value]) => html`<textarea name="${name}" hidden>${value}</textarea>`)}
        <p><button>${resend.submit}</button></p>
      </form>
    `,
  }
}
