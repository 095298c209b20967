import { type Sql, sql, type Transaction } from '../../../../db/database.ts'
import { readDateIdsOfRepeatedEvent } from './insert-dates.ts'

/**
 * Makes dates of a repeated event dates of another one, with their ids. The version of a date includes that of its
 * repeated event and must not become lower, so the other event gets a higher version than the event they leave.
 * @param which SQL condition on the table `event` with the alias `e`
 */
export async function moveDatesToOtherEvent(
  db: Transaction,
  { from, to }: { from: number; to: number },
  which: Sql,
): Promise<void> {
  await db.inParts(await readDateIdsOfRepeatedEvent(db, from, which), (part) =>
    db.run(sql`UPDATE event SET repeat_id = ${to} WHERE ${db.dialect.inList(sql`id`, part)}`),
  )
  const version = sql`(SELECT l.version + 1 FROM event l WHERE l.id = ${from})`
  await db.run(sql`UPDATE event SET version = ${version} WHERE id = ${to} AND version < ${version}`)
}
