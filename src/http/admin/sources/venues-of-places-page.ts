import { adminPath } from '../../../admin/admin-context.ts'
import { venuesOfPlacesPage } from '../../../admin/views/sources/venues-of-places-page.ts'
import { insertAuditEntry } from '../../../collections/insert-audit-entries.ts'
import { CalendarError, invalidParameterError } from '../../../core/errors.ts'
import { parseId } from '../../../core/schema/field-types.ts'
import {
  listPlacesOfSubscriptions,
  listVenueNames,
  storeVenueOfPlace,
} from '../../../import/subscriptions/venues-of-places.ts'
import type { AdminHandler } from '../admin-handler.ts'

/** The page with the places that subscribed calendars name. An editor chooses the venue that each place means. */
export const venuesOfPlacesHandler: AdminHandler = {
  async show({ context }) {
    const { db } = context.scope
    return venuesOfPlacesPage(context, await listPlacesOfSubscriptions(db), await listVenueNames(db))
  },
  async submit({ context, sent }) {
    const { scope } = context
    const place = String(sent.place ?? '')
    const venueId = sent.venue === '' ? null : parseId(sent.venue)
    const venue = venueId && (await listVenueNames(scope.db)).find(({ id }) => id === venueId)
    if (venueId !== null && !venue) throw invalidParameterError('venue', 'reason.unknown')
    await scope.db.transaction(async (tx) => {
      if (!(await storeVenueOfPlace(tx, place, venueId, scope.now))) throw new CalendarError('rest_no_route')
      insertAuditEntry({ ...scope, db: tx }, { action: 'updated', collection: 'subscriptions', fields: ['places'] })
    })
    return { redirect: adminPath(context, '/sources/places'), notice: 'saved' }
  },
}
