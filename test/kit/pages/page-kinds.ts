import type { ListeningServer } from '../server/listening.ts'

export const PAGE_KINDS = [
  'home',
  'month',
  'week',
  'day',
  'list',
  'map',
  'now',
  'weekend',
  'event',
  'venue',
  'organizer',
  'festival',
  'category',
  'tag',
  'nothing',
  'embedded',
  'embedding',
] as const

export type PageKind = (typeof PAGE_KINDS)[number]

/** Number of events of the festival. */
const FESTIVAL_EVENTS = 30

/**
 * The path of one page of each kind in the sample calendar (`fillSample`), where today is Saturday 15 June 2030. Adds a
 * festival to the calendar, which has none.
 */
export async function pageKinds({ send }: ListeningServer): Promise<Record<PageKind, string>> {
  const { events } = (await send('GET', '/events?per_page=50&start_date=2030-06-16')).body
  const event = events.find(
    // biome-ignore lint/suspicious/noExplicitAny: bodies are looked into freely
    ({ venue, organizer, categories, tags, cost }: any) =>
      venue.geo_lat && organizer[0] && categories[0] && tags[0] && cost !== '',
  )
  const category = (await send('GET', `/categories/${event.categories[0].id}`)).body
  const tag = (await send('GET', `/tags/${event.tags[0].id}`)).body
  const as = 'editor'
  const body = { title: 'Summer by the harbour', kind: 'festival', website: 'https://summer.example/' }
  const description = 'Music, markets and theatre on all quays, from the first warm evening to the last.'
  const { body: festival } = await send('POST', '/series', { as, body: { ...body, description } })
  for (const { id } of [event, ...events].slice(0, FESTIVAL_EVENTS)) {
    await send('PATCH', `/events/${id}`, { as, body: { series: festival.id } })
  }
  const pathOf = (address: string) => new URL(address).pathname
  return {
    home: '/',
    month: '/events/month/2030-06/',
    week: '/events/week/2030-06-15/',
    day: '/events/day/2030-06-15/',
    list: '/events/list/',
    map: '/events/map/',
    now: '/events/now/',
    weekend: '/events/weekend/',
    event: pathOf(event.url),
    venue: pathOf(event.venue.url),
    organizer: pathOf(event.organizer[0].url),
    festival: pathOf(festival.url),
    category: pathOf(category.url),
    tag: pathOf(tag.url),
    nothing: '/events/month/2040-01/',
    embedded: '/embed/month/2030-06/',
    embedding: '/embed/',
  }
}
