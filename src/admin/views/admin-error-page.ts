import { type CalendarError, presentError } from '../../core/errors.ts'
import { html } from '../../pages/html-template.ts'
import { type AdminContext, type AdminPage, adminPath } from '../admin-context.ts'

/** The page of an error, with its messages in the language of the page. */
export function adminErrorPage(context: AdminContext, error: CalendarError): AdminPage {
  const { words, scope } = context
  const { message, data } = presentError(error, scope.language)
  const messages =
    'params' in data && error.code === 'rest_invalid_param' ? Object.values(data.params as object) : [message]
  const isUnknownPage = error.code === 'rest_no_route'
  const title = isUnknownPage
    ? words.problem.notFound
    : error.status >= 500 || error.status === 400
      ? words.problem.failed
      : words.problem.refused
  return {
    status: error.status,
    title,
    main: html`
      ${!isUnknownPage && messages.map((text) => html`<p>${String(text)}</p>`)}
      <p><a class="button" href="${adminPath(context, '/')}">${words.frame.back}</a></p>
    `,
  }
}

/**
 * The page that refuses a POST request, because its form does not belong to the user's present session.
 * @param message the reason, in the language of the page
 */
export const refusedPostRequestPage = (context: AdminContext, message: string): AdminPage => ({
  status: 403,
  title: context.words.problem.refused,
  main: html`
    <p>${message}</p>
    <p><a class="button" href="${adminPath(context, '/')}">${context.words.frame.back}</a></p>
  `,
})
