import type { Urls } from '../../core/urls.ts'
import type { CollectionExamples } from '../collection.ts'
import { globalIdsExample, languageFieldsExample, POST_FIELDS_EXAMPLE } from '../records/record-examples.ts'

const venue = (urls: Urls) => ({
  id: 12,
  ...POST_FIELDS_EXAMPLE,
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
  ...globalIdsExample(urls, 12),
  ...languageFieldsExample('harbour-hall', urls.item('venues', 12), urls.page('venue', 'harbour-hall')),
})

export const venueExamples = {
  create: { venue: 'Harbour Hall', address: 'Rua da Alfândega 5', city: 'Lisbon', country: 'Portugal' },
  update: { phone: '+351 21 000 0000' },
  texts: { venue: 'Hafenhalle' },
  record: venue,
} satisfies CollectionExamples
