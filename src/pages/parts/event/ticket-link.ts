import { decodeAdmission, type Offer } from '../../../collections/events/admission/admission-columns.ts'
import type { EventRow } from '../../../collections/events/event-row.ts'
import { instantToLocal, localToInstant } from '../../../core/time/instant.ts'
import type { PageContext } from '../../page-context.ts'
import { parseWebsiteAddress } from '../website-link.ts'

interface TicketLink {
  name: string
  address: string
}

/**
 * The link where visitors get tickets for an event: that of the first offer on sale or, if none is on sale, that of the
 * registration.
 * @returns undefined for an event that is sold out, or has no such link
 */
export function findTicketLink({ scope, words }: PageContext, event: EventRow): TicketLink | undefined {
  if (event.sold_out === 1) return undefined
  const { offers = [], registration = [] } = decodeAdmission(event.admission)
  const now = instantToLocal(scope.now, event.timezone)
  const offer = offers.find((one) => isOnSale(one, now))
  if (offer) return { name: words.tickets, address: offer.url }
  const link = registration.find(({ type, value }) => type === 'link' && parseWebsiteAddress(value))
  return link && { name: words.register, address: link.value }
}

/**
 * Whether an offer has a link where its tickets can be bought now.
 * @param now local time in the zone of the event
 */
const isOnSale = ({ url, availability, valid_from, valid_until }: Offer, now: string) =>
  parseWebsiteAddress(url) !== undefined &&
  availability !== 'sold_out' &&
  availability !== 'door_only' &&
  (valid_from === null || valid_from <= now) &&
  (valid_until === null || valid_until >= now)

/** Times (seconds since 1970-01-01 UTC) at which the sale of tickets for an event starts or has ended. */
export function timesOfTicketSaleChanges({ admission, timezone }: EventRow): number[] {
  const { offers = [] } = decodeAdmission(admission)
  return offers.flatMap(({ valid_from, valid_until }) => [
    ...(valid_from === null ? [] : [localToInstant(valid_from, timezone)]),
    ...(valid_until === null ? [] : [localToInstant(valid_until, timezone) + 1]),
  ])
}
