import type { LinkedKind } from '../../../core/kinds.ts'
import { sql, type Transaction } from '../../../db/database.ts'
import { RAISED_VERSION } from '../../../db/sql-fragments.ts'
import type { EventsWithEqualLinks } from '../../records/read-links-of-events.ts'
import type { Scope } from '../../scope.ts'
import { replaceLinksOfEvents } from './insert-and-replace-links.ts'
import { encodeLinkIds } from './load-links.ts'

/**
 * Makes events refer to exactly these records of one kind. The number of statements does not depend on the number of
 * events, but on the number of different sets of records that they refer to.
 */
export async function setLinksOfEvents(
  scope: Scope<Transaction>,
  kind: LinkedKind,
  group: EventsWithEqualLinks,
): Promise<void> {
  const { db } = scope
  const { ids, events } = group
  await replaceLinksOfEvents(scope, db.dialect.inList(sql`e.id`, events), { [kind]: [...ids] })
  // In dates of repeated events the column `links` is empty, unless they have links of their own.
  const own = await db.all<{ links: string }>(sql`
    SELECT DISTINCT e.links FROM event e WHERE ${db.dialect.inList(sql`e.id`, events)} AND e.links <> ''`)
  for (const { links } of own) {
    await db.run(sql`UPDATE event SET links = ${encodeLinkIds({ [kind]: [...ids] }, links)}, ${RAISED_VERSION}
      WHERE links = ${links} AND ${db.dialect.inList(sql`id`, events)}`)
  }
}
