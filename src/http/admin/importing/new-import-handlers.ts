import { type AdminResponse, adminPath } from '../../../admin/admin-context.ts'
import { createUnsentFormState, type FormState } from '../../../admin/forms/admin-form.ts'
import { newImportPage } from '../../../admin/views/importing/new-import-page.ts'
import { auditActorOfRequest } from '../../../collections/insert-audit-entries.ts'
import { formatMessage } from '../../../core/messages/index.ts'
import { storeImportOrder } from '../../../import/uploads/import-order.ts'
import {
  type ReceivedImport,
  receiveImportFromAddress,
  receiveUploadedImportFile,
} from '../../../import/uploads/receive-import.ts'
import { parseUrlOfPictureToFetch } from '../../../media/fetchable-addresses.ts'
import { LIMITS } from '../../all-limits.ts'
import type { AdminHandler, AdminVisit } from '../admin-handler.ts'

const MIB = 1024 * 1024

/** Receives a file or an address, finds out its type, and continues with its settings. */
export const newImportHandler: AdminHandler = {
  show: ({ context }) => newImportPage(context, createUnsentFormState()),
  async submit(visit) {
    const { context, request, sent, services, uploads } = visit
    const { importing } = context.words
    const { uploadedFile: file } = request
    if (file?.isTooLarge)
      return { ...refused(visit, 'file', importing.tooLarge(LIMITS.importBytes.value / MIB)), status: 413 }
    if (file?.path !== undefined && file.name !== '')
      return proceed(
        visit,
        await receiveUploadedImportFile(uploads, { path: file.path, name: file.name, field: 'file' }),
      )
    const text = String(sent.url ?? '').trim()
    if (text === '') return refused(visit, 'file', importing.nothing)
    const url = parseUrlOfPictureToFetch(text.replace(/^webcals?:/i, 'https:'))
    if (url) return proceed(visit, await receiveImportFromAddress(uploads, url, services.fetchGuard))
    const message = formatMessage(context.scope.language, 'reason.website', { name: importing.url })
    return refused(visit, 'url', message)
  },
}

function refused({ context, sent }: AdminVisit, name: 'file' | 'url', message: string): AdminResponse {
  const form: FormState = { texts: { url: String(sent.url ?? '') }, problems: [{ name, message }] }
  return newImportPage(context, form)
}

/** Continues with the settings of a file, or with a dry run of a site, which needs no settings. */
async function proceed(visit: AdminVisit, received: ReceivedImport): Promise<AdminResponse> {
  const { context } = visit
  const { scope, words } = context
  if ('problem' in received) {
    const { name, reason, placeholders } = received.problem
    const label = words.importing[name as 'file' | 'url']
    return refused(
      visit,
      name as 'file' | 'url',
      formatMessage(scope.language, reason, { ...placeholders, name: label }),
    )
  }
  if ('file' in received) return { redirect: adminPath(context, `/import/files/${received.file.token}`) }
  const { url, source } = received.site
  const orderer = { accountId: scope.caller.id as number, actor: auditActorOfRequest(scope), isDry: true }
  const { id } = await storeImportOrder(scope.db, source, { type: 'tec', url }, orderer)
  return { redirect: adminPath(context, `/sources/runs/${id}`), notice: 'previewStarted' }
}
