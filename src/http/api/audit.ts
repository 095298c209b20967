import type { FastifyInstance } from 'fastify'
import { ACTIONS, SUBJECTS } from '../../audit/entry.ts'
import { type AuditFilter, listAuditEntries } from '../../audit/log.ts'
import { presentAuditEntry } from '../../audit/present.ts'
import { dateField } from '../../collections/fields.ts'
import type { WriteScope } from '../../collections/records/write.ts'
import { can } from '../../core/caller.ts'
import { forbidden, Problems } from '../../core/errors.ts'
import { pageCount, pageLinks, pageRequestOf } from '../../core/page.ts'
import { wholeNumber } from '../../core/schema/number-fields.ts'
import { parameterSet } from '../../core/schema/parameters.ts'
import { enumField, idField, requiredText, type StaticDecode, Type } from '../../core/schema/schema.ts'
import { localToInstant } from '../../core/time/instant.ts'
import { parseDate } from '../../core/time/parse-date.ts'
import { API_PREFIX } from '../request/address.ts'
import { createScope, type Services } from '../request/scope.ts'
import { sendJson } from '../response/json.ts'

const SCHEMA = Type.Object({
  page: Type.Optional(wholeNumber()),
  per_page: Type.Optional(wholeNumber()),
  after: Type.Optional(dateField()),
  before: Type.Optional(dateField()),
  user: Type.Optional(requiredText({ maxLength: 200 })),
  action: Type.Optional(enumField(ACTIONS)),
  collection: Type.Optional(enumField(SUBJECTS)),
  record: Type.Optional(idField()),
})
type AuditQuery = StaticDecode<typeof SCHEMA>

export const auditParameters = parameterSet(SCHEMA)

/** Who wrote what, and when, for administrators. */
export function registerAuditRoutes(app: FastifyInstance, services: Services): void {
  app.get(`${API_PREFIX}/audit`, async (request, reply) => {
    reply.header('allow', 'GET')
    const sent = request.query as Record<string, unknown>
    const problems = new Problems()
    const scope = await createScope(services, request, sent, problems)
    const query = auditParameters.read(sent, problems)
    const filter = filterOf(scope, query, problems)
    problems.throwIfAny()
    if (!can(scope.caller, 'audit:read')) throw forbidden(scope.caller)
    const { page, per_page, ...filters } = query
    const wanted = pageRequestOf({ page, per_page }, { perPage: scope.site.per_page })
    const { rows, total } = await listAuditEntries(scope.db, filter, wanted)
    const pages = pageCount(total, wanted.perPage)
    reply.headers({ 'x-tec-total': total, 'x-tec-totalpages': pages })
    const { rest_url, ...others } = pageLinks(`${scope.urls.namespaceRoot}/audit/`, wanted, total, filters)
    const audit = rows.map((row) => presentAuditEntry(row, scope.site.timezone))
    return sendJson(reply, { audit, rest_url, ...others, total, total_pages: pages })
  })
}

/** Dates are read in the zone of the site. */
function filterOf({ site, now }: WriteScope, query: AuditQuery, problems: Problems): AuditFilter {
  const { user: login, action, collection, record } = query
  const instant = (name: 'after' | 'before') => {
    const text = query[name]
    if (text === undefined) return undefined
    const local = parseDate(text, site.timezone, now)
    const at = local === undefined ? Number.NaN : localToInstant(local, site.timezone)
    if (Number.isFinite(at)) return at
    problems.add(name, 'reason.date')
    return undefined
  }
  return { after: instant('after'), before: instant('before'), login, action, collection, record }
}
