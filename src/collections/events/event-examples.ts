import type { Face } from '../../core/faces.ts'
import type { Urls } from '../../core/urls.ts'
import { imageFieldExample } from '../../media/image-field-example.ts'
import { embeddedCategoryExample } from '../categories/category-examples.ts'
import type { CollectionExamples } from '../collection.ts'
import { organizerExamples } from '../organizers/organizer-examples.ts'
import { globalIdsExample, languageFieldsExample, POST_FIELDS_EXAMPLE } from '../records/record-examples.ts'
import { embeddedSeriesExample } from '../series/series-examples.ts'
import { venueExamples } from '../venues/venue-examples.ts'

const dateDetails = (text: string) => {
  const [year, month, day, hour, minutes, seconds] = text.split(/[- :]/)
  return { year, month, day, hour, minutes, seconds }
}

const event = (urls: Urls, face: Face) => ({
  id: 15,
  ...globalIdsExample(urls, 15),
  ...POST_FIELDS_EXAMPLE,
  url: urls.page('event', 'jazz-on-the-quay'),
  rest_url: urls.item('events', 15),
  title: 'Jazz on the Quay',
  description: '<p>Three bands by the water.</p>',
  excerpt: '',
  slug: 'jazz-on-the-quay',
  image: imageFieldExample(urls),
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
  categories: [embeddedCategoryExample(urls, face)],
  tags: [],
  venue: venueExamples.record(urls),
  organizer: [organizerExamples.record(urls)],
  series: [embeddedSeriesExample(urls)],
  event_status: 'scheduled',
  status_reason: '',
  previous_start_date: null,
  sold_out: false,
  attendance_mode: 'offline',
  online_url: '',
  ...(face.imitatesTec && { is_virtual: false, virtual_url: '', virtual_video_source: '' }),
  offers: [
    {
      name: 'Full',
      price: '20.00',
      availability: 'available',
      url: 'https://tickets.example/15',
      valid_from: null,
      valid_until: null,
      currency: 'EUR',
    },
    {
      name: 'Reduced',
      price: '10.00',
      availability: 'sold_out',
      url: '',
      valid_from: null,
      valid_until: null,
      currency: 'EUR',
    },
  ],
  registration: [],
  is_free: false,
  age_min: null,
  age_max: null,
  accessibility: ['step_free'],
  conditions: '',
  custom_fields: [],
  ...languageFieldsExample('jazz-on-the-quay', urls.item('events', 15), urls.page('event', 'jazz-on-the-quay')),
})

export const eventExamples = {
  create: {
    title: 'Jazz on the Quay',
    start_date: '2031-05-01 19:30:00',
    end_date: '2031-05-01 22:00:00',
    timezone: 'Europe/Lisbon',
    description: 'Three bands by the water.',
    offers: [
      { name: 'Full', price: '20.00', currency: 'EUR', url: 'https://tickets.example/15' },
      { name: 'Reduced', price: 10, currency: 'EUR', availability: 'sold_out' },
    ],
    accessibility: ['step_free'],
    featured: true,
    categories: ['Music'],
    venue: { venue: 'Harbour Hall', address: 'Rua da Alfândega 5', city: 'Lisbon' },
    organizer: [{ organizer: 'Quay Society', website: 'https://quay.example/' }],
    series: [{ title: 'Harbour Nights', kind: 'festival' }],
  },
  update: { start_date: '2031-05-01 20:00:00', end_date: '2031-05-01 22:30:00' },
  texts: { title: 'Jazz am Kai', description: 'Drei Bands am Wasser.' },
  record: event,
} satisfies CollectionExamples
