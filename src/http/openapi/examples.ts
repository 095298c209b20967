import type { Face } from '../../core/faces.ts'
import type { Urls } from '../../core/urls.ts'
import type { DocumentExamples } from './document-scope.ts'
import { BODY_EXAMPLES, PARAMETER_EXAMPLES } from './request-examples.ts'

/**
 * The functions of this file create example records. URLs in an example have the host and API path of the OpenAPI
 * document that contains it.
 */

const dateDetails = (text: string) => {
  const [year, month, day, hour, minutes, seconds] = text.split(/[- :]/)
  return { year, month, day, hour, minutes, seconds }
}

const POST_FIELDS = {
  author: '1',
  status: 'publish',
  date: '2031-01-15 09:30:00',
  date_utc: '2031-01-15 08:30:00',
  modified: '2031-01-15 09:30:00',
  modified_utc: '2031-01-15 08:30:00',
}

const globalIds = ({ host }: Urls, id: number) => {
  const global_id = `${host}?id=${id}`
  return { global_id, global_id_lineage: [global_id] }
}

/** The fields for language and translations of an example record without translations. */
const inOneLanguage = (slug: string, rest_url: string, url: string) => ({
  language: 'en',
  original_language: 'en',
  translations: { en: { slug, rest_url, url } },
})

const venue = (urls: Urls) => ({
  id: 12,
  ...POST_FIELDS,
  url: urls.page('venue', 'harbour-hall'),
  venue: 'Harbour Hall',
  slug: 'harbour-hall',
  address: 'Rua da Alfândega 5',
  city: 'Lisbon',
  country: 'Portugal',
  zip: '1100-016',
  geo_lat: 38.7085,
  geo_lng: -9.1345,
  show_map: true,
  show_map_link: true,
  ...globalIds(urls, 12),
  ...inOneLanguage('harbour-hall', urls.item('venues', 12), urls.page('venue', 'harbour-hall')),
})

const organizer = (urls: Urls) => ({
  id: 13,
  ...POST_FIELDS,
  url: urls.page('organizer', 'quay-society'),
  organizer: 'Quay Society',
  slug: 'quay-society',
  phone: '+351 21 000 0000',
  website: 'https://quay.example/',
  email: 'hello@quay.example',
  ...globalIds(urls, 13),
  ...inOneLanguage('quay-society', urls.item('organizers', 13), urls.page('organizer', 'quay-society')),
})

const category = (urls: Urls, { taxonomy }: Face) => ({
  id: 3,
  count: 8,
  description: 'Concerts and sessions.',
  name: 'Music',
  slug: 'music',
  taxonomy: taxonomy.category,
  parent: 0,
  meta: [],
  url: urls.page('category', 'music'),
  urls: { self: urls.item('categories', 3), collection: urls.collection('categories') },
  ...inOneLanguage('music', urls.item('categories', 3), urls.page('category', 'music')),
})

const tag = (urls: Urls, { taxonomy }: Face) => ({
  id: 4,
  count: 2,
  description: '',
  name: 'Open air',
  slug: 'open-air',
  taxonomy: taxonomy.tag,
  meta: [],
  url: urls.page('tag', 'open-air'),
  urls: { self: urls.item('tags', 4), collection: urls.collection('tags') },
  ...inOneLanguage('open-air', urls.item('tags', 4), urls.page('tag', 'open-air')),
})

const term = (urls: Urls, face: Face) => {
  const { url: _, meta: __, language, original_language, translations, ...shown } = category(urls, face)
  return { ...shown, term_group: 0, term_taxonomy_id: 3, filter: 'raw' }
}

const image = (urls: Urls) => ({
  url: urls.picture('14-quay.jpg'),
  id: 14,
  extension: 'jpg',
  width: 640,
  height: 420,
  filesize: 81_230,
  sizes: {
    thumbnail: { width: 150, height: 150, 'mime-type': 'image/jpeg', url: urls.picture('14-quay-150x150.jpg') },
  },
})

const picture = (urls: Urls) => ({
  ...image(urls),
  author: '1',
  date: POST_FIELDS.date,
  date_utc: POST_FIELDS.date_utc,
  title: 'The quay at night',
  alt: 'Lanterns along the water',
  caption: 'The quay during the festival of lanterns.',
  mime_type: 'image/jpeg',
  rest_url: `${urls.namespaceRoot}/media/14`,
})

const event = (urls: Urls, face: Face) => ({
  id: 15,
  ...globalIds(urls, 15),
  ...POST_FIELDS,
  url: urls.page('event', 'jazz-on-the-quay'),
  rest_url: urls.item('events', 15),
  title: 'Jazz on the Quay',
  description: '<p>Three bands by the water.</p>',
  excerpt: '',
  slug: 'jazz-on-the-quay',
  image: image(urls),
  all_day: false,
  start_date: '2031-05-01 19:30:00',
  start_date_details: dateDetails('2031-05-01 19:30:00'),
  end_date: '2031-05-01 22:00:00',
  end_date_details: dateDetails('2031-05-01 22:00:00'),
  utc_start_date: '2031-05-01 18:30:00',
  utc_start_date_details: dateDetails('2031-05-01 18:30:00'),
  utc_end_date: '2031-05-01 21:00:00',
  utc_end_date_details: dateDetails('2031-05-01 21:00:00'),
  timezone: 'Europe/Lisbon',
  timezone_abbr: 'WEST',
  cost: '€10 – €20',
  cost_details: { currency_symbol: '€', currency_code: '', currency_position: 'prefix', values: ['10', '20'] },
  website: urls.page('event', 'jazz-on-the-quay'),
  show_map: true,
  show_map_link: true,
  hide_from_listings: false,
  sticky: false,
  featured: true,
  categories: [term(urls, face)],
  tags: [],
  venue: venue(urls),
  organizer: [organizer(urls)],
  custom_fields: [],
  ...inOneLanguage('jazz-on-the-quay', urls.item('events', 15), urls.page('event', 'jazz-on-the-quay')),
})

const translation = (urls: Urls) => ({
  language: 'en',
  title: 'Jazz on the Quay',
  slug: 'jazz-on-the-quay',
  rest_url: urls.item('events', 15),
  url: urls.page('event', 'jazz-on-the-quay'),
  modified: POST_FIELDS.modified,
  outdated: false,
})

/** An example of each kind of record, by schema name. */
const recordExamples = (urls: Urls, face: Face): Record<string, unknown> => ({
  Event: event(urls, face),
  Venue: venue(urls),
  Organizer: organizer(urls),
  Category: category(urls, face),
  Tag: tag(urls, face),
  Term: term(urls, face),
  Image: image(urls),
  Picture: picture(urls),
  Translations: { translations: [translation(urls)] },
  AuditEntry: {
    id: 16,
    date: POST_FIELDS.date,
    date_utc: POST_FIELDS.date_utc,
    user: 'anna',
    user_id: 1,
    action: 'updated',
    collection: 'events',
    record: 15,
    title: 'Jazz on the Quay',
    language: 'en',
    fields: ['title', 'start_date'],
    face: face.name,
    request_id: '6f1d2c1e-8a54-4c1b-00000a7f',
  },
})

/** The examples of the routes that the native API and tribe/events/v1 share. */
export const SHARED_EXAMPLES: DocumentExamples = {
  records: recordExamples,
  bodies: BODY_EXAMPLES,
  parameters: PARAMETER_EXAMPLES,
}
