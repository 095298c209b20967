import { type Reader, type Sql, sql } from '../../../db/database.ts'
import type { Settings } from '../../../settings/site-settings.ts'
import type { EventQuery } from '../event-parameters.ts'
import { allListed, type Criterion, type Facet, inCalendar } from '../filters/facets.ts'

const freeFacet: Facet = { name: 'free', where: sql`l.is_free = 1`, ...inCalendar }
const ticketedFacet: Facet = { name: 'ticketed', where: sql`l.is_ticketed = 1`, ...inCalendar }
const notTicketedFacet: Facet = { ...allListed, where: sql`l.is_ticketed = 0`, minus: [ticketedFacet.name] }

const accessibleFacet: Facet = { name: 'accessible', where: sql`l.is_accessible = 1`, ...inCalendar }
const notAccessibleFacet: Facet = { ...allListed, where: sql`l.is_accessible = 0`, minus: [accessibleFacet.name] }

/** Translates the query parameters about prices, tickets and accessibility to SQL conditions and facets. */
export function admissionCriteriaOfQuery(
  { is_free, price_max, ticketed, accessible }: EventQuery,
  site: Settings,
): Criterion[] {
  const criteria: Criterion[] = []
  if (is_free === true) criteria.push({ condition: sql`p.is_free = 1`, facet: freeFacet })
  if (is_free === false) criteria.push({ condition: sql`p.is_free = 0` })
  if (price_max !== undefined) {
    const condition = sql`(p.is_free = 1 OR (p.price_min <= ${price_max} AND (${isInSiteCurrency(site)})))`
    criteria.push({ condition })
  }
  if (ticketed !== undefined) {
    const condition = ticketed ? sql`p.is_ticketed = 1` : sql`p.is_ticketed = 0`
    criteria.push({ condition, facet: ticketed ? ticketedFacet : notTicketedFacet })
  }
  if (accessible !== undefined) {
    const condition = accessible ? sql`p.is_accessible = 1` : sql`p.is_accessible = 0`
    criteria.push({ condition, facet: accessible ? accessibleFacet : notAccessibleFacet })
  }
  return criteria
}

/** Whether any event in the calendar has a URL for tickets or registration. The answer is cached until a commit. */
export async function hasEventsWithTicketUrl(db: Reader): Promise<boolean> {
  const found = await db.countCache().find('ticketed', ['any'], async () => {
    const row = await db.get(sql`SELECT 1 FROM event WHERE is_ticketed = 1 AND listed_start IS NOT NULL LIMIT 1`)
    return new Map([['any', { isFound: row !== undefined }]])
  })
  return found.get('any')?.isFound ?? false
}

/**
 * SQL condition that the price of an event is in the currency of the site: prices in other currencies cannot be
 * compared. A site without a currency code, as after the installation, compares all prices.
 */
const isInSiteCurrency = ({ currency_code }: Settings): Sql =>
  currency_code === '' ? sql`1 = 1` : sql`p.price_currency IN ('', ${currency_code})`

/** The query parameters about prices, tickets and accessibility, for the URLs of the neighbouring pages of a list. */
export const admissionUrlParameters = ({ is_free, price_max, ticketed, accessible }: EventQuery) => ({
  is_free: is_free === undefined ? undefined : Number(is_free),
  price_max,
  ticketed: ticketed === undefined ? undefined : Number(ticketed),
  accessible: accessible === undefined ? undefined : Number(accessible),
})
