import { isObject } from '../../src/core/generic/is-object.ts'
import type { TestServer } from '../../test/kit/server/server.ts'
import type { Recorded, RecordedList } from './site.ts'

/** An address of the site, and the path where it must lead here; a path that ends with `*` is only a beginning. */
type OldAddress = readonly [address: string, path: string]

const POST_TYPES = { events: 'tribe_events', venues: 'tribe_venue', organizers: 'tribe_organizer' } as const

const REDIRECTS_MAX = 4

/**
 * Opens the addresses that the site had: those of its published records in all forms, of their pictures, months, days and feeds.
 * @param lists the recorded records, and how this calendar returns them
 * @returns the number of addresses, and one sentence for each that leads elsewhere
 */
export async function openOldAddresses(
  server: TestServer,
  lists: ReadonlyMap<RecordedList, readonly (readonly [Recorded, Recorded])[]>,
) {
  const addresses = new Map<string, string>()
  for (const [list, pairs] of lists) {
    for (const pair of pairs) for (const [address, path] of addressesOf(list, ...pair)) addresses.set(address, path)
  }
  const wrong: string[] = []
  for (const [address, wanted] of addresses) {
    const [path, status] = await follow(server, address)
    const isThere = wanted.endsWith('*') ? path.startsWith(wanted.slice(0, -1)) : path === wanted
    if (status !== 200 || !isThere) wrong.push(`${address} leads to ${path} (${status}), not to ${wanted}`)
  }
  return { count: addresses.size, wrong }
}

function addressesOf(list: RecordedList, recorded: Recorded, here: Recorded): OldAddress[] {
  const [old, own] = [pathOf(recorded.url), pathOf(here.url)]
  const slug = String(recorded.slug)
  if (list === 'categories' || list === 'tags') {
    const parameter = list === 'tags' ? 'tag' : 'tribe_events_cat'
    const name = list === 'tags' ? 'tags' : 'categories'
    const value = /^\d+$/.test(slug) ? String(here.id) : slug
    return [
      [old, own],
      [`/index.php${old}`, own],
      [`/events/${list === 'tags' ? 'tag' : 'category'}/${slug}/`, own],
      // Feeds are sent at the address that was asked.
      [`${old}?ical=1`, `${old}?ical=1`],
      [`/?post_type=tribe_events&${parameter}=${slug}`, `/events/list/?${name}=${encodeURIComponent(value)}`],
    ]
  }
  // Posts that are not public here have no address for everyone.
  if (own.startsWith('/?')) return []
  const type = POST_TYPES[list]
  const posts: OldAddress[] = [
    [old, own],
    [`/index.php${old}`, own],
    [`/?p=${recorded.id}`, own],
    [`/?post_type=${type}&p=${recorded.id}`, own],
    [`/?${type}=${slug}`, own],
    [`${old}?ical=1`, `${own}?ical=1`],
  ]
  if (list !== 'events') return [...posts, ...pictureAddresses(recorded)]
  const day = String(recorded.start_date).slice(0, 10)
  return [
    ...posts,
    ...pictureAddresses(recorded),
    [`/events/${slug}/`, own],
    [`${old}ical/`, `${own}ical/`],
    [`/events/${day.slice(0, 7)}/`, `/events/month/${day.slice(0, 7)}/`],
    [`/events/${day}/`, `/events/day/${day}/`],
    [`/events/list/?tribe-bar-date=${day}`, `/events/list/${day}/`],
    [`/events/month/${day.slice(0, 7)}/?ical=1`, `/events/month/${day.slice(0, 7)}/?ical=1`],
  ]
}

function pictureAddresses({ image }: Recorded): OldAddress[] {
  if (!isObject(image)) return []
  const sizes = isObject(image.sizes) ? Object.values(image.sizes).map((size) => pathOf((size as Recorded).url)) : []
  return [pathOf(image.url), `/?attachment_id=${image.id}`, ...sizes].map((path) => [path, '/media/*'])
}

function pathOf(url: unknown): string {
  const { pathname, search } = new URL(String(url))
  return pathname + search
}

async function follow(server: TestServer, address: string): Promise<[path: string, status: number]> {
  let path = address
  for (let steps = 0; steps < REDIRECTS_MAX; steps += 1) {
    const { status, headers } = await server.ask('GET', `host:${path}`)
    if (status !== 301 && status !== 302) return [path, status]
    path = String(headers.location).replace('http://localhost', '')
  }
  return [path, 301]
}
