import { adminPath } from '../../../admin/admin-context.ts'
import { duplicatesPage } from '../../../admin/views/sources/duplicates-page.ts'
import { Problems } from '../../../core/errors.ts'
import { enumField, idField, Type } from '../../../core/schema/field-types.ts'
import { createParameterSet } from '../../../core/schema/parameter-set.ts'
import {
  listLikelyDuplicateEvents,
  mergeDuplicateEvents,
  storeDecisionThatEventsDiffer,
} from '../../../import/subscriptions/duplicates/list-and-merge-duplicates.ts'
import type { AdminHandler } from '../admin-handler.ts'

const PARAMETERS = createParameterSet(
  Type.Object({ first: idField(), second: idField(), keep: enumField(['first', 'second', 'both']) }),
)

/** The page that lists pairs of events that may be the same event. An editor keeps one of them, or both. */
export const duplicatesHandler: AdminHandler = {
  async show({ context }) {
    const { db, now } = context.scope
    return duplicatesPage(context, await listLikelyDuplicateEvents(db, now))
  },
  async submit({ context, sent }) {
    const { scope } = context
    const problems = new Problems()
    const { first, second, keep } = PARAMETERS.read(sent, problems)
    if (first === second) problems.add('second', 'reason.unknown')
    problems.throwIfAny()
    await scope.db.transaction(async (tx) => {
      if (keep === 'both') await storeDecisionThatEventsDiffer(tx, first, second)
      else {
        const [remaining, removed] = keep === 'first' ? [first, second] : [second, first]
        await mergeDuplicateEvents({ ...scope, db: tx }, { keep: remaining, remove: removed })
      }
    })
    const path = adminPath(context, '/sources/duplicates')
    return keep === 'both' ? { redirect: path, notice: 'saved' } : { redirect: path, notice: 'trashed' }
  },
}
