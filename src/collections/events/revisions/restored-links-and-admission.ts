import { parseStoredCost } from '../../../core/cost/parse-and-format-cost.ts'
import { LINKED_KINDS, type LinkedKind } from '../../../core/kinds.ts'
import { type Reader, sql } from '../../../db/database.ts'
import { tableOfKind } from '../../../db/sql-fragments.ts'
import type { RestoredFields } from '../../dates-affected-by-write.ts'
import type { Scope } from '../../scope.ts'
import { type AdmissionColumns, decodeAdmission } from '../admission/admission-columns.ts'
import { computeAdmissionFilterColumns } from '../admission/compute-admission-filter-columns.ts'
import type { EventRow } from '../event-row.ts'
import { decodeLinkIds } from '../links/load-links.ts'

/** Fields that are restored together, because one of them alone could contradict the others. */
export const SCHEDULE_FIELDS = ['start_date', 'end_date', 'timezone', 'all_day'] as const
export const EVENT_STATUS_FIELDS = ['event_status', 'status_reason'] as const
export const ADMISSION_FIELDS = [
  ...(['offers', 'registration', 'is_free', 'age_min', 'age_max', 'accessibility', 'conditions'] as const),
]

type Priced = Pick<EventRow, 'admission' | 'cost'>

/** Computes the columns of prices and admission to store, including the columns by which lists are filtered. */
export function planRestoredAdmission(
  { site }: Scope,
  event: Priced,
  before: Priced,
  fields: RestoredFields,
): Partial<AdmissionColumns> {
  if (!fields.has('cost', ...ADMISSION_FIELDS)) return {}
  const { admission } = fields.has(...ADMISSION_FIELDS) ? before : event
  const { cost } = fields.has('cost') ? before : event
  return { admission, ...computeAdmissionFilterColumns(decodeAdmission(admission), parseStoredCost(cost), site) }
}

/**
 * Decodes the ids of linked records, without records that no longer exist. Records in the trash count as existing.
 * @param links encoded by `encodeLinkIds`
 * @param isWanted selects the kinds of records
 */
export async function decodeLinksToExistingRecords(
  db: Reader,
  links: string,
  isWanted: (kind: LinkedKind) => boolean,
): Promise<Partial<Record<LinkedKind, number[]>>> {
  const linked = decodeLinkIds(links)
  const existing: Partial<Record<LinkedKind, number[]>> = {}
  for (const kind of LINKED_KINDS.filter(isWanted)) {
    const ids = linked[kind]
    const rows = await db.all<{ id: number }>(
      sql`SELECT p.id FROM ${tableOfKind(kind)} p WHERE ${db.dialect.inList(sql`p.id`, ids)}`,
    )
    existing[kind] = ids.filter((id) => rows.some((row) => row.id === id))
  }
  return existing
}
