import { type Sql, sql } from '../database.ts'

/**
 * `Dialect.eventCounts` on PostgreSQL, where a row contains the counters of the days of a month and their sum. Only in
 * the first and the last month of the range the days are added up. The conditions on months let PostgreSQL read a range
 * of the primary key.
 */
export function postgresEventCounts(period: 'month' | 'day', from: string, to: string): Sql {
  const first = partsOf(from)
  const last = partsOf(to)
  const inMonths = sql`month >= ${first.month} AND month <= ${last.month}`
  const inDays = sql`day >= ${from} AND day <= ${to}`
  if (period === 'day')
    return sql`(SELECT facet, day AS period, events FROM event_count WHERE ${inMonths} AND ${inDays})`
  const counted = sql`days[CASE month WHEN ${first.month} THEN ${first.day}::int ELSE 1 END
    : CASE month WHEN ${last.month} THEN ${last.day}::int ELSE 31 END]`
  return sql`(SELECT facet, month AS period, CASE WHEN month > ${first.month} AND month < ${last.month} THEN events
      ELSE sum_of_days(${counted}) END AS events FROM event_count_folded WHERE ${inMonths}
    UNION ALL SELECT facet, substr(day, 1, 7), events FROM event_count_change WHERE ${inDays})`
}

const partsOf = (day: string) => ({ month: day.slice(0, 'YYYY-MM'.length), day: Number(day.slice(-'DD'.length)) })
