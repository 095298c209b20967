import { ACTIONS, SUBJECTS } from '../../audit/audit-entry.ts'
import { type AuditFilter, listAuditEntries } from '../../audit/list-audit-entries.ts'
import { presentAuditEntry } from '../../audit/present-audit-entry.ts'
import type { WriteScope } from '../../collections/records/write-records.ts'
import { dateField, pagingParameters } from '../../collections/shared-fields.ts'
import type { Problems } from '../../core/errors.ts'
import { countListPages, createListPageRequest, urlsOfListPages } from '../../core/list-page.ts'
import { enumField, idField, requiredTextField, type StaticDecode, Type } from '../../core/schema/field-types.ts'
import { createParameterSet } from '../../core/schema/parameter-set.ts'
import { parseInstant } from '../../core/time/parse-date.ts'
import type { Services } from '../request/create-request-scope.ts'
import { sendJson } from '../response/send-json.ts'
import { createHandlerThatChecksParametersAndRight } from '../routes/handler-that-checks-parameters-and-right.ts'
import type { DocumentedRoute } from '../routes/route.ts'

const SCHEMA = Type.Object({
  ...pagingParameters,
  after: Type.Optional(dateField()),
  before: Type.Optional(dateField()),
  user: Type.Optional(requiredTextField({ maxLength: 200 })),
  action: Type.Optional(enumField(ACTIONS)),
  collection: Type.Optional(enumField(SUBJECTS)),
  record: Type.Optional(idField()),
})
type AuditQuery = StaticDecode<typeof SCHEMA>

/** The parameters of a request for entries of the audit log. */
export const auditParameters = createParameterSet(SCHEMA)

/** The route that lists the entries of the audit log, for administrators only. */
export const auditLogRoute = (services: Services): DocumentedRoute => ({
  path: '/audit',
  methods: ['GET'],
  id: 'listAudit',
  verb: 'list',
  group: 'site',
  resource: 'audit',
  responseSchema: 'AuditList',
  failures: [],
  ...createHandlerThatChecksParametersAndRight(services, {
    right: 'audit:read',
    parameters: auditParameters,
    prepare: convertQueryToAuditLogFilter,
    async respond({ reply, scope, values, prepared: filter }) {
      const { page: _, per_page: __, ...filters } = values
      const wanted = createListPageRequest(values, { perPage: scope.site.per_page })
      const { rows, total } = await listAuditEntries(scope.db, filter, wanted)
      const pages = countListPages(total, wanted.perPage)
      reply.headers({ 'x-tec-total': total, 'x-tec-totalpages': pages })
      const { rest_url, ...others } = urlsOfListPages(`${scope.urls.namespaceRoot}/audit/`, wanted, total, filters)
      const audit = rows.map((row) => presentAuditEntry(row, scope.site.timezone))
      return sendJson(reply, { audit, rest_url, ...others, total, total_pages: pages })
    },
  }),
})

/** Converts the query parameters to conditions on audit log entries. Dates are in the time zone of the site. */
export function convertQueryToAuditLogFilter(
  { site, now }: WriteScope,
  query: AuditQuery,
  problems: Problems,
): AuditFilter {
  const { user: login, action, collection, record } = query
  const instant = (name: 'after' | 'before') => {
    const text = query[name]
    if (text === undefined) return undefined
    const parsed = parseInstant(text, site.timezone, now)
    if (parsed === undefined) problems.add(name, 'reason.date')
    return parsed
  }
  return { after: instant('after'), before: instant('before'), login, action, collection, record }
}
