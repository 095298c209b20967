import { type AdminContext, type AdminPreview, adminPath } from '../../../admin/admin-context.ts'
import { createdPreviewLinkPage } from '../../../admin/views/records/created-preview-link-page.ts'
import { COLLECTION_BY_KIND } from '../../../collections/collection-by-kind.ts'
import {
  createPreviewLink,
  deletePreviewLinksOfEvent,
  findEventOfPreviewLink,
} from '../../../collections/events/preview-links.ts'
import { ANONYMOUS } from '../../../core/caller.ts'
import { CalendarError } from '../../../core/errors.ts'
import { NATIVE } from '../../../core/faces.ts'
import { createUrlBuilder, languageRoot } from '../../../core/urls.ts'
import { createPageContext, MAP_WITHOUT_SCRIPT } from '../../../pages/page-context.ts'
import { renderRecordPageWithoutCheckingRights } from '../../site/respond-with-record-page.ts'
import type { AdminHandler } from '../admin-handler.ts'
import { findEditableRecord } from './record-form-handlers.ts'

const events = COLLECTION_BY_KIND.event

/** Shows an event as its public page would show it, whether or not it is published. */
export const previewHandler: AdminHandler = {
  async show({ context, request }) {
    const { row } = await findEditableRecord(context, events, request.params)
    return renderPreview(context, row.id)
  },
}

/** Creates a link to the preview of an event, and shows it once. */
export const createPreviewLinkHandler: AdminHandler = {
  async submit({ context, request }) {
    const { row, scope } = await findEditableRecord(context, events, request.params)
    if (row.status === 'trash') throw new CalendarError('event-is-in-trash')
    const token = await scope.db.transaction((tx) => createPreviewLink({ ...scope, db: tx }, row))
    return createdPreviewLinkPage(context, row.id, `${request.origin}${adminPath(context, `/shared/${token}`)}`)
  },
}

/** Invalidates all links to the preview of an event. */
export const revokePreviewLinksHandler: AdminHandler = {
  async submit({ context, request }) {
    const { row, scope } = await findEditableRecord(context, events, request.params)
    await scope.db.transaction((tx) => deletePreviewLinksOfEvent({ ...scope, db: tx }, row))
    return { redirect: adminPath(context, `/events/${row.id}`), notice: 'linksEnded' }
  },
}

/** Shows the preview of an event to anybody who has a link to it, without a session. */
export const sharedPreviewHandler: AdminHandler<AdminContext> = {
  async show({ context, request }) {
    const { token } = request.params as { token: string }
    const id = await findEventOfPreviewLink(context.scope.db, token, context.scope.now)
    if (id === undefined) throw new CalendarError('rest_no_route')
    return renderPreview(context, id)
  },
}

/** The public page of an event, with the links that an anonymous visitor would see. */
async function renderPreview(context: AdminContext, id: number): Promise<AdminPreview> {
  const { urls, language, languages } = context.scope
  // A preview has an address at the main origin, even in a language with a domain of its own. Its links have the prefix
  // of the language, which redirects to that domain.
  const atMainOrigin = createUrlBuilder({ main: urls.origins[0] }, languageRoot(language, languages), NATIVE, languages)
  const scope = { ...context.scope, urls: urls.origins.length > 1 ? atMainOrigin : urls, caller: ANONYMOUS }
  const shown = await events.find(scope, { id })
  const visit = createPageContext(scope, { values: {}, query: {} }, { isEmbedded: false, map: MAP_WITHOUT_SCRIPT })
  return { visit, page: await renderRecordPageWithoutCheckingRights(visit, { collection: events, row: shown }) }
}
