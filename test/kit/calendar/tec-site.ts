import type { SiteResponse } from '../../../src/import/sources/tec/tec-site-client.ts'
import { createTecImportSource, type TecOptions } from '../../../src/import/sources/tec/tec-source.ts'
import { PIXEL } from './pixel.ts'

type Json = Record<string, unknown>

/** A site with The Events Calendar, in the form of its answers. Names and texts are invented. */
const ORIGIN = 'https://old.example'

const published = {
  status: 'publish',
  author: '7',
  date_utc: '2029-05-01 08:00:00',
  modified_utc: '2029-06-01 09:00:00',
}

const CATEGORIES = [
  { id: 12, name: 'Jazz', slug: 'jazz', description: '', parent: 11, url: `${ORIGIN}/events/category/music/jazz/` },
  {
    id: 11,
    name: 'Music &amp; song',
    slug: 'music',
    description: 'All that sounds',
    parent: 0,
    url: `${ORIGIN}/events/category/music/`,
  },
]

const VENUE = {
  ...published,
  id: 21,
  venue: 'Miller&#8217;s Barn',
  slug: 'millers-barn',
  description: '<p>Two floors.</p>',
  city: 'Amselfurt',
  country: 'Germany',
  show_map: true,
  url: `${ORIGIN}/venue/millers-barn/`,
}

const ORGANIZER = {
  ...published,
  id: 31,
  organizer: 'Choir of the Mill',
  slug: 'choir',
  email: 'choir@mill.example',
  url: `${ORIGIN}/organizer/choir/`,
}

export const siteEvent = (id: number, slug: string, fields: Json = {}): Json => ({
  ...published,
  id,
  slug,
  title: `Title ${id}`,
  description: `<p>Text of ${id}.</p>`,
  excerpt: '',
  url: `${ORIGIN}/event/${slug}/`,
  website: `${ORIGIN}/event/${slug}/`,
  start_date: '2031-03-01 20:00:00',
  end_date: '2031-03-01 22:00:00',
  timezone: 'Europe/Berlin',
  all_day: false,
  show_map: true,
  show_map_link: false,
  hide_from_listings: false,
  sticky: false,
  featured: false,
  cost: '',
  cost_details: { currency_symbol: '', values: [] },
  image: false,
  venue: { id: 21 },
  organizer: [{ id: 31 }],
  categories: [{ id: 12 }],
  tags: [],
  ...fields,
})

/** A date of the repeated event "weekly-choir". */
const dateOf = (number: number, day: string, fields: Json = {}) =>
  siteEvent(10_000_000 + number, 'weekly-choir', {
    title: 'Choir rehearsal',
    description: '',
    url: `${ORIGIN}/event/weekly-choir/${day}/`,
    start_date: `${day} 19:00:00`,
    end_date: `${day} 20:00:00`,
    ...fields,
  })

const EVENTS = [
  siteEvent(101, 'spring-concert', {
    title: 'Spring &#8220;concert&#8221;',
    description: `<p>With <img src="${ORIGIN}/wp-content/uploads/2029/05/stage-300x200.png" /></p>`,
    cost: '$5 – $20',
    image: { id: 41, url: `${ORIGIN}/wp-content/uploads/2029/05/choir.png` },
    featured: true,
  }),
  siteEvent(102, 'closed-meeting', { description: '', venue: [], organizer: [], categories: [] }),
  siteEvent(103, 'blood-donation', {
    website: 'https://blood.example/',
    cost: '8€',
    cost_details: { currency_symbol: '€', currency_code: 'EUR', currency_position: 'postfix' },
  }),
  dateOf(1, '2031-04-07'),
  dateOf(2, '2031-04-14', { end_date: '2031-04-14 21:30:00' }),
  dateOf(3, '2031-04-21', { title: 'Rehearsal in the garden' }),
]

const UNPUBLISHED = [
  siteEvent(94, '', {
    status: 'draft',
    title: 'Draft',
    date: '2029-05-20 10:00:00',
    date_utc: '0000-00-00 00:00:00',
    modified_utc: '2029-06-02 09:00:00',
  }),
  siteEvent(95, 'board', { status: 'private' }),
]

const TRASHED = siteEvent(97, 'wrong-entry__trashed', { status: 'trash' })

const HIDDEN = siteEvent(96, 'only-by-link', { hide_from_listings: true })

const MEDIA = [41, 42].map((id) => ({
  id,
  media_type: 'image',
  title: { rendered: `Picture ${id}` },
  alt_text: `Alternative text ${id}`,
  caption: { rendered: '<p>Photo: A. Baker</p>' },
  source_url: `${ORIGIN}/wp-content/uploads/2029/05/${id === 41 ? 'choir' : 'stage'}.png`,
}))

/** What single reads tell about events. */
const STATUS_OF: Record<number, Json> = { 103: { json_ld: { eventStatus: 'https://schema.org/EventCancelled' } } }

export interface TecSiteOptions {
  /** Replaces the response to a request; undefined: the usual one. */
  answer?: (url: URL, count: number) => SiteResponse | Error | undefined
  /** Changes the lists of the site. */
  events?: Json[]
  options?: Partial<TecOptions>
}

const json = (body: unknown, headers: Record<string, string> = {}, status = 200): SiteResponse => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

/** The import source of a site that answers without a network. `asked` contains all requested addresses. */
export function tecSite({ answer, events = EVENTS, options }: TecSiteOptions = {}) {
  const asked: string[] = []
  const pauses: number[] = []
  const loaded: string[] = []
  const ownOptions: TecOptions = {
    url: new URL(`${ORIGIN}/`),
    ownOrigin: 'https://calendar.example',
    clock: { now: () => 0, pause: async (ms) => void pauses.push(ms) },
    fetchPicture: async (url) => {
      loaded.push(url)
      return { bytes: PIXEL, name: url.slice(url.lastIndexOf('/') + 1) }
    },
    async send(url, headers) {
      asked.push(`${url.pathname}${url.search}`)
      const replaced = answer?.(url, asked.filter((one) => one === asked.at(-1)).length)
      if (replaced instanceof Error) throw replaced
      return replaced ?? usual(url, events, headers.Authorization !== undefined)
    },
    ...options,
  }
  const source = createTecImportSource('tec:old.example', ownOptions)
  return { source, options: ownOptions, asked, pauses, loaded }
}

/** The credentials of an administrator of the site. */
export const AS_ADMINISTRATOR: Partial<TecOptions> = { credentials: { user: 'admin', password: 'x' } }

function usual(url: URL, events: Json[], isAdministrator: boolean): SiteResponse {
  const route = url.pathname.replace('/wp-json/', '')
  const listed = isAdministrator ? [...events, ...UNPUBLISHED] : events
  const lists: Record<string, [string, readonly Json[]]> = {
    'tribe/events/v1/categories': ['categories', CATEGORIES],
    'tribe/events/v1/tags': ['tags', [{ id: 13, name: 'Open air', slug: 'open-air' }]],
    'tribe/events/v1/venues': ['venues', [VENUE]],
    'tribe/events/v1/organizers': ['organizers', [ORGANIZER]],
    'tribe/events/v1/events': ['events', listed],
    'tec/v1/events': ['', [...listed, HIDDEN]],
    'wp/v2/media': ['', MEDIA],
    'wp/v2/users': ['', [{ id: 7, username: 'mara' }]],
  }
  if (route === '') {
    return json({ home: ORIGIN, timezone_string: 'Europe/Berlin', namespaces: ['tribe/events/v1', 'tec/v1', 'wp/v2'] })
  }
  if (route === 'wp/v2/users/me') return json({ id: 7 }, {}, isAdministrator ? 200 : 401)
  const [key, records] = lists[route] ?? []
  if (records && url.searchParams.get('status') === 'trash')
    return page(url, key ?? '', key === 'events' ? [TRASHED] : [])
  if (records) return page(url, key ?? '', records)
  const id = Number(/\/(\d+)$/.exec(route)?.[1])
  const event = [...listed, HIDDEN].find((one) => one.id === id)
  if (!event) return json({ code: 'rest_no_route' }, {}, 404)
  if (route.startsWith('wp/v2/tribe_events')) return json(writtenOf(event))
  if (id === 102 && !isAdministrator) return json({ code: 'event-password-protected' }, {}, 403)
  return json({ ...event, ...STATUS_OF[id] })
}

const writtenOf = ({ id, title, description }: Json) => ({
  id,
  title: { raw: id === 101 ? 'Spring "concert"' : title },
  content: { raw: id === 102 ? 'The code is on the board.' : description, rendered: description },
  excerpt: { raw: '', rendered: '' },
  password: id === 102 ? 'anchor' : '',
  tribe_events_cat: [12],
})

function page(url: URL, key: string, records: readonly Json[]): SiteResponse {
  const size = 4
  const number = Number(url.searchParams.get('page'))
  const part = records.slice((number - 1) * size, number * size)
  const pages = String(Math.ceil(records.length / size))
  return key === ''
    ? json(part, { 'x-wp-totalpages': pages })
    : json({ [key]: part, total: records.length }, { 'x-tec-totalpages': pages })
}
