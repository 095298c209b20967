import { adminPath, type SignedInContext } from '../../../admin/admin-context.ts'
import { hasRight } from '../../../core/caller.ts'
import { CalendarError } from '../../../core/errors.ts'
import { parseRequestUrl, SITE_PREFIX } from '../../request/parse-request-url.ts'
import { findRecordsOfPageAddress } from '../../site/find-record-of-page-address.ts'
import { parsePageAddress } from '../../site/parse-page-address.ts'
import type { AdminHandler } from '../admin-handler.ts'

/** A link that the script of public pages adds for users who are signed in. */
interface EditLink {
  path: string
  label: string
}

/**
 * The links to admin pages for a public page, as JSON: to its record, if the user may edit it, and to the form of a new
 * event.
 */
export const editLinksOfPublicPageHandler: AdminHandler = {
  async show({ context, sent }) {
    const { scope, words } = context
    if (!hasRight(scope.caller, 'posts:create')) return { json: {} }
    const edit = typeof sent.page === 'string' ? await editLinkOfRecord(context, sent.page) : undefined
    const create: EditLink = { path: adminPath(context, '/events/new'), label: words.collections.events.new }
    return { json: { ...(edit && { edit }), create } }
  },
}

/**
 * The link to the admin page of the record that a public page shows; undefined if the user may not edit the record.
 * @param page path and query of the public page
 */
async function editLinkOfRecord(context: SignedInContext, page: string): Promise<EditLink | undefined> {
  const { scope, words } = context
  const { address, route } = parseRequestUrl(page, scope.languages)
  if (!route.startsWith(`${SITE_PREFIX}/`)) return undefined
  const [path = '', query = ''] = route.slice(SITE_PREFIX.length).split('?')
  const inLanguage = { ...scope, language: address.language ?? (scope.languages[0] as typeof scope.language) }
  try {
    for (const { record } of parsePageAddress(path, Object.fromEntries(new URLSearchParams(query)))) {
      const found = record ? await findRecordsOfPageAddress(inLanguage, record, { hasOldSlugs: false }) : []
      const [only] = found.length === 1 ? found : []
      if (!only?.collection.rights.canEdit(scope.caller, only.row)) continue
      return { path: adminPath(context, `/${only.collection.name}/${only.row.id}`), label: words.users.edit }
    }
  } catch (error) {
    // Errors below 500 mean that the page does not exist, or that the user may not read its record: then there is no
    // link.
    if (!(error instanceof CalendarError) || error.status >= 500) throw error
  }
  return undefined
}
