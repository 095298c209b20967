import { ANONYMOUS } from '../../../core/caller.ts'
import { createPageContext } from '../../../pages/page.ts'
import { COLLECTION_BY_KIND } from '../../api/collections.ts'
import { renderUnpublishedRecord } from '../../site/record-pages.ts'
import type { AdminHandler } from '../handler.ts'
import { findEditableRecord } from './record-form.ts'

/** Shows an event that need not be published as its public page, with the links that an anonymous visitor would see. */
export const previewHandler: AdminHandler = {
  async show({ context, request }) {
    const collection = COLLECTION_BY_KIND.event
    const { row } = await findEditableRecord(context, collection, request.params)
    const scope = { ...context.scope, caller: ANONYMOUS }
    const shown = await collection.find(scope, { id: row.id })
    const visit = createPageContext(scope, { values: {}, query: {} }, { isEmbedded: false, tiles: undefined })
    return { visit, page: await renderUnpublishedRecord(visit, { collection, row: shown }) }
  },
}
