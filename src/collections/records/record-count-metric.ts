import { collectionNameOfKind, type Kind, POST_KINDS, TERM_KINDS } from '../../core/kinds.ts'
import type { Metric, Sample } from '../../core/prometheus-format.ts'
import { type Database, join, type Sql, sql } from '../../db/database.ts'
import { tableOfKind } from '../../db/sql-fragments.ts'

/**
 * Values of a monitoring metric: the number of records of each resource, by stored status. Categories, tags and
 * pictures have no status.
 */
export async function readRecordCountMetric(db: Database): Promise<Metric> {
  const rows = await db.slow.all<{ collection: string; status: string; count: number }>(
    join([...POST_KINDS.map(countByStatus), ...TERM_KINDS.map(count), PICTURES], ' UNION ALL '),
  )
  const samples: Sample[] = rows.map(({ collection, status, count }) => ({
    labels: { collection, ...(status && { status }) },
    value: Number(count),
  }))
  return { name: 'almanac_records', help: 'Records by collection and status.', type: 'gauge', samples }
}

const named = (kind: Kind): Sql => sql`CAST(${collectionNameOfKind(kind)} AS text) AS collection`

const countByStatus = (kind: Kind): Sql =>
  sql`SELECT ${named(kind)}, status, count(*) AS count FROM ${tableOfKind(kind)} GROUP BY status`

const count = (kind: Kind): Sql => sql`SELECT ${named(kind)}, '' AS status, count(*) AS count FROM ${tableOfKind(kind)}`

const PICTURES = sql`SELECT 'media' AS collection, '' AS status, count(*) AS count FROM picture`
