import { createUnsentFormState, parseAdminForm } from '../../../admin/forms/admin-form.ts'
import { auditPage } from '../../../admin/views/audit-page.ts'
import { listAuditEntries } from '../../../audit/list-audit-entries.ts'
import { Problems } from '../../../core/errors.ts'
import { countListPages, createListPageRequest, PER_PAGE_MAX } from '../../../core/list-page.ts'
import { auditParameters, convertQueryToAuditLogFilter } from '../../api/audit-log-route.ts'
import type { AdminHandler } from '../admin-handler.ts'

const FILTERS = ['user', 'action', 'collection'] as const

/** The page of the audit log, with the same filters as the API. */
export const auditHandler: AdminHandler = {
  async show({ context, sent }) {
    const { scope, words } = context
    // A field of the form that the user left empty is not used as a filter.
    const filled = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== ''))
    const { actions: _, ...labels } = words.audit
    const { values, form } = parseAdminForm(context, auditParameters, filled, labels)
    if (form) return auditPage(context, form, { rows: [], newerPage: undefined, olderPage: undefined })
    const filter = convertQueryToAuditLogFilter(scope, values, new Problems())
    const wanted = createListPageRequest({ page: values.page }, { perPage: PER_PAGE_MAX })
    const { rows, total } = await listAuditEntries(scope.db, filter, wanted)
    const texts = Object.fromEntries(FILTERS.flatMap((name) => (values[name] ? [[name, String(values[name])]] : [])))
    return auditPage(context, createUnsentFormState(texts), {
      rows,
      newerPage: wanted.page > 1 ? wanted.page - 1 : undefined,
      olderPage: wanted.page < countListPages(total, PER_PAGE_MAX) ? wanted.page + 1 : undefined,
    })
  },
}
