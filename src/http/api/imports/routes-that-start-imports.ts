import { auditActorOfRequest } from '../../../collections/insert-audit-entries.ts'
import type { WriteScope } from '../../../collections/records/write-records.ts'
import { CalendarError, invalidParameterError, type Problem } from '../../../core/errors.ts'
import { parseId } from '../../../core/schema/field-types.ts'
import type { NamedRunRow } from '../../../import/runs/import-run-store.ts'
import { presentImportRun } from '../../../import/subscriptions/present-subscription.ts'
import {
  type ImportOrder,
  importRequestParameters,
  isSourceNameOfOtherType,
  orderImportAfterDryRun,
  storeImportOrder,
} from '../../../import/uploads/import-order.ts'
import {
  hasCsvTitleColumn,
  nameTecSiteToImport,
  type ReceivedImport,
  receiveImportFromAddress,
  receiveUploadedImportFile,
} from '../../../import/uploads/receive-import.ts'
import { removeUploadedFile } from '../../../import/uploads/upload-folder.ts'
import type { Services } from '../../request/create-request-scope.ts'
import type { UploadedFile } from '../../request/multipart.ts'
import { sendJson } from '../../response/send-json.ts'
import { createHookThatChecksRightBeforeUpload } from '../../routes/check-right-before-upload.ts'
import { createHandlerThatChecksParametersAndRight } from '../../routes/handler-that-checks-parameters-and-right.ts'
import type { DocumentedRoute } from '../../routes/route.ts'

const SHARED = {
  group: 'imports',
  resource: 'run',
  methods: ['POST'],
  responseSchema: 'ImportRun',
  successStatuses: () => [202],
} as const
const RIGHT = 'imports:write'

const ordererOf = (scope: WriteScope) => ({ accountId: scope.caller.id as number, actor: auditActorOfRequest(scope) })

/**
 * The routes that import a file or an address, as the page /admin/import does. A server performs the runs in the
 * background.
 * @param uploads folder of the uploaded files
 */
export const routesThatStartImports = (services: Services, uploads: string): DocumentedRoute[] => [
  {
    ...SHARED,
    path: '/imports/runs',
    id: 'importFile',
    verb: 'importFile',
    takesFile: true,
    uploadFolder: uploads,
    hooks: { onRequest: createHookThatChecksRightBeforeUpload(services, RIGHT) },
    failures: ['rest_missing_callback_param'],
    ...createHandlerThatChecksParametersAndRight(services, {
      right: RIGHT,
      parameters: importRequestParameters,
      async respond({ request, reply, scope, values: { url = '', dry_run: isDry = false, name, type, ...options } }) {
        const { uploadedFile: file } = request
        const received = await receive({ services, uploads, scope }, { file, url, type })
        try {
          const order = await orderOf(received, options)
          const source = name ?? ('file' in received ? received.file.source : received.site.source)
          if (await isSourceNameOfOtherType(scope.db, source, order.type))
            throw invalidParameterError('name', 'reason.name-in-use')
          const run = await storeImportOrder(scope.db, source, order, { ...ordererOf(scope), isDry })
          return sendRun(reply, run)
        } catch (error) {
          if ('file' in received) await removeUploadedFile(uploads, received.file.token)
          throw error
        }
      },
    }),
  },
  {
    ...SHARED,
    path: '/imports/runs/{id}/import',
    id: 'importDryRun',
    verb: 'importDryRun',
    failures: ['run-not-found', 'run-not-importable'],
    ...createHandlerThatChecksParametersAndRight(services, {
      right: RIGHT,
      async respond({ request, reply, scope }) {
        const id = parseId((request.params as { id: string }).id) ?? 0
        return sendRun(reply, await orderImportAfterDryRun(scope.db, uploads, id, ordererOf(scope)))
      },
    }),
  },
]

const sendRun = (reply: Parameters<typeof sendJson>[0], run: NamedRunRow) => sendJson(reply, presentImportRun(run), 202)

interface Sent {
  file: UploadedFile | undefined
  url: string
  type: ImportOrder['type'] | undefined
}

/**
 * Moves the uploaded file into the folder of uploads, or downloads the file from the address in the request.
 * @throws {CalendarError} 400 if there is no file that can be imported
 */
async function receive(
  { services, uploads, scope }: { services: Services; uploads: string; scope: WriteScope },
  { file, url, type }: Sent,
): Promise<Exclude<ReceivedImport, { problem: Problem }>> {
  const received = await (async (): Promise<ReceivedImport> => {
    if (type === 'tec' && url !== '') return nameTecSiteToImport(new URL(url))
    const fileType = type === 'tec' ? undefined : type
    if (file?.path !== undefined) {
      return receiveUploadedImportFile(uploads, { path: file.path, name: file.name, field: 'file' }, fileType)
    }
    if (url === '') throw new CalendarError('rest_missing_callback_param', { data: { params: ['file'] } })
    scope.leaveQueue?.()
    return receiveImportFromAddress(uploads, new URL(url), services.fetchGuard, fileType)
  })()
  if (!('problem' in received)) return received
  const { name, reason, placeholders } = received.problem
  throw invalidParameterError(name, reason, placeholders)
}

async function orderOf(
  received: Exclude<ReceivedImport, { problem: Problem }>,
  options: Omit<ImportOrder, keyof Sent>,
): Promise<ImportOrder> {
  if ('site' in received) return { ...options, type: 'tec', url: received.site.url }
  const { file } = received
  const { mapping = {}, kind } = options
  if (!(await hasCsvTitleColumn(file, mapping, kind))) throw invalidParameterError('mapping', 'reason.title-column')
  return { ...options, type: file.type, file: file.token }
}
