import { auditActorOfRequest } from '../../../collections/insert-audit-entries.ts'
import type { WriteScope } from '../../../collections/records/write-records.ts'
import { CalendarError } from '../../../core/errors.ts'
import { createListPageRequest, pageOffset } from '../../../core/list-page.ts'
import { attachDocumentationToSchema, lenientBooleanField, parseId, Type } from '../../../core/schema/field-types.ts'
import { createOptionalParameterSet } from '../../../core/schema/parameter-set.ts'
import {
  countImportRuns,
  countProblemsOfImportRun,
  findImportRunWithSourceName,
  listNewestImportRuns,
  listProblemsOfImportRun,
  type NamedRunRow,
} from '../../../import/runs/import-run-store.ts'
import { presentImportRun } from '../../../import/subscriptions/present-subscription.ts'
import { startUndoOfImportRun } from '../../../import/undo/start-undo-of-import.ts'
import type { Services } from '../../request/create-request-scope.ts'
import { sendJson } from '../../response/send-json.ts'
import { createHandlerThatChecksParametersAndRight } from '../../routes/handler-that-checks-parameters-and-right.ts'
import type { DocumentedRoute } from '../../routes/route.ts'
import { importListParameters } from './import-source-routes.ts'
import { presentPageOfImportsOrSubscriptions } from './present-page-of-imports-or-subscriptions.ts'

const GROUP = { group: 'imports', resource: 'run', methods: ['GET'] } as const

const runsRoot = ({ urls }: WriteScope) => `${urls.namespaceRoot}/imports/runs`

/**
 * Finds the run of an import whose id is in the path.
 * @throws {CalendarError} `run-not-found`
 */
async function foundRun({ db }: WriteScope, { params }: { params: unknown }): Promise<NamedRunRow> {
  const id = parseId((params as { id: string }).id)
  const run = id === undefined ? undefined : await findImportRunWithSourceName(db, id)
  if (!run) throw new CalendarError('run-not-found')
  return run
}

const undoParameters = createOptionalParameterSet(
  Type.Object({ force: attachDocumentationToSchema(lenientBooleanField(), { default: false }) }),
)

/** The routes for the runs of imports, also of those from the command line. */
export const importRunRoutes = (services: Services): DocumentedRoute[] => [
  undoRoute(services),
  {
    ...GROUP,
    path: '/imports/runs',
    id: 'listImportRuns',
    verb: 'list',
    responseSchema: 'ImportRunList',
    failures: [],
    ...createHandlerThatChecksParametersAndRight(services, {
      right: 'imports:run',
      parameters: importListParameters,
      async respond({ reply, scope, values }) {
        const page = createListPageRequest(values, { perPage: scope.site.per_page })
        const runs = await listNewestImportRuns(scope.db, { limit: page.perPage, offset: pageOffset(page) })
        const total = await countImportRuns(scope.db)
        const rows = { runs: runs.map(presentImportRun) }
        return sendJson(
          reply,
          presentPageOfImportsOrSubscriptions(reply, rows, { listing: `${runsRoot(scope)}/`, page, total }),
        )
      },
    }),
  },
  {
    ...GROUP,
    path: '/imports/runs/{id}',
    id: 'readImportRun',
    verb: 'read',
    responseSchema: 'ImportRun',
    failures: ['run-not-found'],
    ...createHandlerThatChecksParametersAndRight(services, {
      right: 'imports:run',
      respond: async ({ request, reply, scope }) => sendJson(reply, presentImportRun(await foundRun(scope, request))),
    }),
  },
  {
    ...GROUP,
    path: '/imports/runs/{id}/problems',
    id: 'listImportProblems',
    verb: 'list',
    responseSchema: 'ImportProblemList',
    failures: ['run-not-found'],
    ...createHandlerThatChecksParametersAndRight(services, {
      right: 'imports:run',
      parameters: importListParameters,
      async respond({ request, reply, scope, values }) {
        const { id } = await foundRun(scope, request)
        const page = createListPageRequest(values, { perPage: scope.site.per_page })
        const problems = await listProblemsOfImportRun(scope.db, id, { limit: page.perPage, offset: pageOffset(page) })
        const total = await countProblemsOfImportRun(scope.db, id)
        const listing = `${runsRoot(scope)}/${id}/problems/`
        return sendJson(reply, presentPageOfImportsOrSubscriptions(reply, { problems }, { listing, page, total }))
      },
    }),
  },
]

/** The route that undoes a run of an import. A server performs the undo in the background. */
const undoRoute = (services: Services): DocumentedRoute => ({
  ...GROUP,
  path: '/imports/runs/{id}/undo',
  methods: ['POST'],
  id: 'undoImportRun',
  verb: 'undoImport',
  responseSchema: 'ImportRun',
  successStatuses: () => [202],
  failures: ['run-not-found', 'run-not-undoable'],
  ...createHandlerThatChecksParametersAndRight(services, {
    right: 'imports:write',
    parameters: undoParameters,
    async respond({ request, reply, scope, values: { force = false } }) {
      const { id } = await foundRun(scope, request)
      const start = { accountId: scope.caller.id as number, actor: auditActorOfRequest(scope), isBackground: true }
      return sendJson(reply, presentImportRun(await startUndoOfImportRun(scope.db, id, { force }, start)), 202)
    },
  }),
})
