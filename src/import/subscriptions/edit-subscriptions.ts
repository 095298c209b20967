import { type AuditActor, type AuditedWrite, buildAuditEntryInsert } from '../../audit/audit-entry.ts'
import type { WriteScope } from '../../collections/records/write-records.ts'
import { CalendarError, invalidParameterError } from '../../core/errors.ts'
import type { Transaction } from '../../db/database.ts'
import {
  type NewSubscription,
  parseStoredSubscriptionOptions,
  pickSubscriptionOptions,
  SUBSCRIPTION_DEFAULTS,
  type SubscriptionChanges,
} from './subscription-options.ts'
import {
  deleteSubscription,
  findSubscription,
  insertSubscription,
  isImportSourceNameTaken,
  type SubscriptionRow,
  type SubscriptionValues,
  updateSubscription,
} from './subscription-store.ts'

/** The request of a user who adds, changes or removes a subscription. */
interface Management {
  scope: WriteScope
  actor: AuditActor
}

/** Finds a subscription by its id. @throws {CalendarError} `subscription-not-found` */
export async function getSubscriptionOrThrow(
  { db }: Pick<WriteScope, 'db'>,
  id: number | undefined,
): Promise<SubscriptionRow> {
  const row = id === undefined ? undefined : await findSubscription(db, id)
  if (!row) throw new CalendarError('subscription-not-found')
  return row
}

/**
 * Adds a subscription, which is due at once. The account of the caller becomes its owner.
 * @throws {CalendarError} if the name is in use or the address is that of this calendar
 */
export function addSubscription({ scope, actor }: Management, fields: NewSubscription): Promise<SubscriptionRow> {
  const { name, url = '', type, every_minutes = SUBSCRIPTION_DEFAULTS.every_minutes } = fields
  const { active = SUBSCRIPTION_DEFAULTS.active } = fields
  refuseOwnAddress(scope, url)
  return scope.db.transaction(async (tx) => {
    await refuseTakenName(tx, name)
    const values = { name, url, every_minutes, active, options: JSON.stringify(pickSubscriptionOptions(fields)) }
    const id = await insertSubscription(tx, values, { type, ownerId: scope.caller.id as number, now: scope.now })
    await audit(tx, actor, { action: 'created', id, title: name })
    return (await findSubscription(tx, id)) as SubscriptionRow
  })
}

/**
 * Changes a subscription, and makes it due at once, with a complete read of its source.
 * @throws {CalendarError} if the name is in use or the address is that of this calendar
 */
export function changeSubscription(
  { scope, actor }: Management,
  row: SubscriptionRow,
  changes: SubscriptionChanges,
): Promise<SubscriptionRow> {
  const values: SubscriptionValues = {
    name: changes.name ?? row.name,
    url: changes.url ?? row.url,
    every_minutes: changes.every_minutes ?? row.every_minutes,
    active: changes.active ?? row.is_on === 1,
    options: JSON.stringify({ ...parseStoredSubscriptionOptions(row.options), ...pickSubscriptionOptions(changes) }),
  }
  refuseOwnAddress(scope, values.url)
  return scope.db.transaction(async (tx) => {
    await refuseTakenName(tx, values.name, row.id)
    await updateSubscription(tx, row.id, values, scope.now)
    await audit(tx, actor, { action: 'updated', id: row.id, title: values.name, fields: Object.keys(changes) })
    return (await findSubscription(tx, row.id)) as SubscriptionRow
  })
}

/**
 * Removes a subscription. The records that it imported remain. A later subscription to the same source does not
 * recognize them and imports the events a second time.
 */
export const removeSubscription = ({ scope, actor }: Management, row: SubscriptionRow): Promise<void> =>
  scope.db.transaction(async (tx) => {
    await deleteSubscription(tx, row)
    await audit(tx, actor, { action: 'deleted', id: row.id, title: row.name })
  })

const audit = (tx: Transaction, actor: AuditActor, write: Omit<AuditedWrite, 'collection'>) =>
  tx.runAll([buildAuditEntryInsert(actor, { ...write, collection: 'subscriptions' })])

function refuseOwnAddress({ urls }: WriteScope, url: string): void {
  if (url !== '' && urls.origins.includes(new URL(url).origin))
    throw invalidParameterError('url', 'reason.own-calendar')
}

async function refuseTakenName(tx: Transaction, name: string, id?: number): Promise<void> {
  if (await isImportSourceNameTaken(tx, name, id)) throw invalidParameterError('name', 'reason.name-in-use')
}
