import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type FormState, unsentForm } from '../../../admin/forms/form.ts'
import { type AdminResponse, adminPath } from '../../../admin/page.ts'
import { newImportPage } from '../../../admin/views/importing/new-import.ts'
import { auditActorOf } from '../../../collections/insert-audit-entries.ts'
import { formatMessage } from '../../../core/messages/index.ts'
import { detectFileType, detectTypeOfFile } from '../../../import/sources/detect-file-type.ts'
import { fetchFeed } from '../../../import/subscriptions/fetch-feed.ts'
import { formatNote } from '../../../import/subscriptions/present.ts'
import { SubscriptionError } from '../../../import/subscriptions/subscription-error.ts'
import { orderImport } from '../../../import/uploads/import-order.ts'
import { addUpload } from '../../../import/uploads/upload-folder.ts'
import { parseFetchUrl } from '../../../media/fetch-policy.ts'
import { LIMITS } from '../../all-limits.ts'
import type { AdminHandler, AdminVisit } from '../admin-handler.ts'

const MIB = 1024 * 1024

/** Receives a file or an address, finds out its type, and continues with its settings. */
export const newImportHandler: AdminHandler = {
  show: ({ context }) => newImportPage(context, unsentForm()),
  async submit(visit) {
    const { context, request, sent } = visit
    const { importing } = context.words
    const { uploadedFile: file } = request
    if (file?.isTooLarge) return refused(visit, 'file', importing.tooLarge(LIMITS.importBytes.value / MIB))
    if (file?.path !== undefined && file.name !== '') return receive(visit, 'file', file.path, file.name)
    const text = String(sent.url ?? '').trim()
    if (text === '') return refused(visit, 'file', importing.nothing)
    const url = parseFetchUrl(text.replace(/^webcals?:/i, 'https:'))
    if (url) return download(visit, url)
    const message = formatMessage(context.scope.language, 'reason.website', { name: importing.url })
    return refused(visit, 'url', message)
  },
}

function refused({ context, sent }: AdminVisit, name: 'file' | 'url', message: string): AdminResponse {
  const form: FormState = { texts: { url: String(sent.url ?? '') }, problems: [{ name, message }] }
  return newImportPage(context, form)
}

/** Moves an uploaded or downloaded file into the folder of uploads, if its type can be imported. */
async function receive(visit: AdminVisit, field: 'file' | 'url', path: string, name: string): Promise<AdminResponse> {
  const { context, uploads } = visit
  const type = await detectTypeOfFile(path)
  if (type === undefined || type === 'html') return refused(visit, field, context.words.importing.unknownType)
  const { token } = await addUpload(uploads, path, name)
  return { redirect: adminPath(context, `/import/files/${token}`) }
}

const NO_VALIDATORS = { etag: '', last_modified: '' }

/** Downloads the file to import. If the response is a web page, starts the import of a site with The Events Calendar instead. */
async function download(visit: AdminVisit, url: URL): Promise<AdminResponse> {
  const { context, services, uploads } = visit
  try {
    const response = await fetchFeed(url.href, NO_VALIDATORS, services.fetchGuard)
    const bytes = response.isUnchanged ? Buffer.alloc(0) : response.bytes
    if (detectFileType(bytes) === 'html') return await previewSite(visit, url)
    const path = join(uploads, `received-${randomUUID()}`)
    await mkdir(uploads, { recursive: true })
    await writeFile(path, bytes)
    try {
      return await receive(visit, 'url', path, basename(url.pathname) || url.host)
    } finally {
      await rm(path, { force: true })
    }
  } catch (error) {
    if (!(error instanceof SubscriptionError)) throw error
    return refused(visit, 'url', formatNote(error.note, context.scope.language))
  }
}

/** Orders a dry run of a site, which needs no settings. The run reports if there is no such site. */
async function previewSite({ context }: AdminVisit, { origin, host, pathname }: URL): Promise<AdminResponse> {
  const { scope } = context
  const path = pathname.endsWith('/') ? pathname : `${pathname}/`
  const order = { type: 'tec', url: `${origin}${path}` } as const
  const orderer = { accountId: scope.caller.id as number, actor: auditActorOf(scope), isDry: true }
  const { id } = await orderImport(scope.db, `tec:${host}${path.replace(/\/$/, '')}`, order, orderer)
  return { redirect: adminPath(context, `/sources/runs/${id}`), notice: 'previewStarted' }
}
