import { html } from '../../../pages/html-template.ts'
import { type AdminContext, type AdminPage, adminPath } from '../../admin-context.ts'
import { renderButtonForm } from '../../forms/button-form-and-table.ts'
import { createdSecretMarkup } from '../tokens-and-application-passwords-page.ts'

/** The page that shows a new link to the preview of an event. @param address URL of the link */
export const createdPreviewLinkPage = (context: AdminContext, id: number, address: string): AdminPage => ({
  title: context.words.share.title,
  main: html`
    ${createdSecretMarkup(context.words.share.hint, address)}
    ${renderButtonForm(context, `/events/${id}/share/end`, context.words.share.end)}
    <p><a href="${adminPath(context, `/events/${id}`)}">${context.words.share.back}</a></p>
  `,
})
