import { type Admission, decodeAdmission, type Offer } from '../../../collections/events/admission/admission-columns.ts'
import { costOfOffers } from '../../../collections/events/admission/price-columns.ts'
import type { EventRow } from '../../../collections/events/event-row.ts'
import { chooseTranslation } from '../../../collections/texts/translated-columns.ts'
import { html, type Markup } from '../../html-template.ts'
import { formatPageMessage, type PageContext } from '../../page-context.ts'
import { websiteLink } from '../website-link.ts'
import { formatCostOfEvent } from './event-card.ts'
import { formatPriceOnPage } from './format-price.ts'

/**
 * A section about the admission to an event: its offers, where tickets are sold, how to register, conditions, ages and
 * accessibility. Undefined for an event without such data.
 */
export function renderAdmissionDetails(context: PageContext, event: EventRow): Markup | undefined {
  if (event.admission === '') return undefined
  const { words, scope } = context
  const { offers = [], registration = [], conditions = {}, ...audience } = decodeAdmission(event.admission)
  const named = offers.filter(({ names }) => Object.keys(names).length > 0)
  const isUnpriced = named.length > 0 && formatCostOfEvent(context, event) === ''
  const seller = offers.find(({ url, availability }) => url !== '' && availability !== 'sold_out')
  const links = [seller?.url, ...registration.map((one) => (one.type === 'link' ? one.value : undefined))]
  const sites = links.flatMap((address) => (address === undefined ? [] : (websiteLink(address) ?? [])))
  const contacts = registration.filter(({ type }) => type !== 'link').map(({ value }) => value)
  const text = chooseTranslation(scope, conditions, event.original_language)
  const hasTickets = sites.length + contacts.length > 0
  return html`
    ${isUnpriced && html`<dt>${words.price}</dt>`}
    ${named.map((offer) => html`<dd class="offer">${offerText(context, event, offer)}</dd>`)}
    ${hasTickets && html`<dt>${words.tickets}</dt>`}
    ${sites.map((site) => html`<dd>${site}</dd>`)}
    ${contacts.map((contact) => html`<dd>${contact}</dd>`)}
    ${text !== '' && html`<dt>${words.admission}</dt><dd dir="auto">${text}</dd>`}
    ${audienceDetails(context, audience)}
  `
}

/** The ages for which an event is suitable and its accessibility, as entries of a `<dl>`. */
function audienceDetails(
  { words }: PageContext,
  { age_min: from = 0, age_max: to, accessibility = [] }: Pick<Admission, 'age_min' | 'age_max' | 'accessibility'>,
): Markup {
  const { ages } = words
  const upTo = to === undefined ? '' : from > 0 ? ages.range(from, to) : ages.to(to)
  const age = upTo || (from > 0 ? ages.from(from) : '')
  const names: Readonly<Record<string, string>> = words.accessibilityCodes
  const accessibilityTexts = accessibility.map((code) => names[code] ?? code)
  return html`
    ${age !== '' && html`<dt>${words.age}</dt><dd>${age}</dd>`}
    ${accessibilityTexts.length > 0 && html`<dt>${words.accessibility}</dt><dd>${accessibilityTexts.join(', ')}</dd>`}
  `
}

function offerText(context: PageContext, event: EventRow, offer: Offer): Markup {
  const { scope } = context
  const name = chooseTranslation(scope, offer.names, event.original_language)
  const cost = costOfOffers([offer], scope.site)
  const price = cost && formatPriceOnPage(context, cost)
  const soldOut = formatPageMessage(context, 'event-status.sold_out')
  const badge = offer.availability === 'sold_out' && html` <span class="badge">${soldOut}</span>`
  return html`${name}${price !== undefined && `: ${price}`}${badge}`
}
