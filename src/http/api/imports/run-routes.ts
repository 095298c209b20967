import type { WriteScope } from '../../../collections/records/write.ts'
import { CalendarError } from '../../../core/errors.ts'
import { createPageRequest, pageOffset } from '../../../core/list-page.ts'
import { parseId } from '../../../core/schema/schema.ts'
import {
  countRunProblems,
  countRuns,
  findNamedRun,
  listRunProblems,
  listRuns,
  type NamedRunRow,
} from '../../../import/runs/stored-runs.ts'
import { presentRun } from '../../../import/subscriptions/present.ts'
import type { Services } from '../../request/scope.ts'
import { sendJson } from '../../response/json.ts'
import { checkedHandler } from '../../routes/checked-handler.ts'
import type { DocumentedRoute } from '../../routes/route.ts'
import { listBody } from './list-body.ts'
import { importListParameters } from './source-routes.ts'

const GROUP = { group: 'imports', resource: 'run', methods: ['GET'] } as const

const runsRoot = ({ urls }: WriteScope) => `${urls.namespaceRoot}/imports/runs`

/** The run with the id in the path. @throws {CalendarError} `run-not-found` */
async function foundRun({ db }: WriteScope, { params }: { params: unknown }): Promise<NamedRunRow> {
  const id = parseId((params as { id: string }).id)
  const run = id === undefined ? undefined : await findNamedRun(db, id)
  if (!run) throw new CalendarError('run-not-found')
  return run
}

/** The routes for the runs of imports, also of those from the command line. */
export const runRoutes = (services: Services): DocumentedRoute[] => [
  {
    ...GROUP,
    path: '/imports/runs',
    id: 'listImportRuns',
    verb: 'list',
    answer: 'ImportRunList',
    failures: [],
    ...checkedHandler(services, {
      right: 'imports:run',
      parameters: importListParameters,
      async respond({ reply, scope, values }) {
        const page = createPageRequest(values, { perPage: scope.site.per_page })
        const runs = await listRuns(scope.db, { limit: page.perPage, offset: pageOffset(page) })
        const total = await countRuns(scope.db)
        const rows = { runs: runs.map(presentRun) }
        return sendJson(reply, listBody(reply, rows, { listing: `${runsRoot(scope)}/`, page, total }))
      },
    }),
  },
  {
    ...GROUP,
    path: '/imports/runs/{id}',
    id: 'readImportRun',
    verb: 'read',
    answer: 'ImportRun',
    failures: ['run-not-found'],
    ...checkedHandler(services, {
      right: 'imports:run',
      respond: async ({ request, reply, scope }) => sendJson(reply, presentRun(await foundRun(scope, request))),
    }),
  },
  {
    ...GROUP,
    path: '/imports/runs/{id}/problems',
    id: 'listImportProblems',
    verb: 'list',
    answer: 'ImportProblemList',
    failures: ['run-not-found'],
    ...checkedHandler(services, {
      right: 'imports:run',
      parameters: importListParameters,
      async respond({ request, reply, scope, values }) {
        const { id } = await foundRun(scope, request)
        const page = createPageRequest(values, { perPage: scope.site.per_page })
        const problems = await listRunProblems(scope.db, id, { limit: page.perPage, offset: pageOffset(page) })
        const total = await countRunProblems(scope.db, id)
        const listing = `${runsRoot(scope)}/${id}/problems/`
        return sendJson(reply, listBody(reply, { problems }, { listing, page, total }))
      },
    }),
  },
]
