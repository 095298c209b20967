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
  'cancelled',
  'dates',
  'venue',
  'organizer',
  'festival',
  'category',
  'tag',
  'index',
  'nothing',
  'embedded',
  'embedding',
] as const

export type PageKind = (typeof PAGE_KINDS)[number]

/** The path of one page of each kind in the sample calendar (`fillSample`), where today is Saturday 15 June 2030. */
export async function pageKinds({ send }: ListeningServer): Promise<Record<PageKind, string>> {
  const { events } = (await send('GET', '/events?per_page=50&start_date=2030-06-16')).body
  const event = events.find(
    // biome-ignore lint/suspicious/noExplicitAny: bodies are looked into freely
    ({ venue, organizer, categories, tags, cost }: any) =>
      venue.geo_lat && organizer[0] && categories[0] && tags[0] && cost !== '',
  )
  const category = (await send('GET', `/categories/${event.categories[0].id}`)).body
  const tag = (await send('GET', `/tags/${event.tags[0].id}`)).body
  const [festival] = (await send('GET', '/series?kind=festival')).body.series
  const find = async (words: string) => (await send('GET', `/events?search=${words}`)).body.events[0]
  const [cancelled, repeated] = await Promise.all([find('schubert'), find('tango')])
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
    cancelled: pathOf(cancelled.url),
    dates: `${pathOf(repeated.occurrence.event_url)}all/`,
    venue: pathOf(event.venue.url),
    organizer: pathOf(event.organizer[0].url),
    festival: pathOf(festival.url),
    category: pathOf(category.url),
    tag: pathOf(tag.url),
    index: '/venues/',
    nothing: '/events/month/2040-01/',
    embedded: '/embed/month/2030-06/',
    embedding: '/embed/',
  }
}
