import type { Urls } from '../../core/urls.ts'
import type { CollectionExamples } from '../collection.ts'
import { globalIdsExample, languageFieldsExample, POST_FIELDS_EXAMPLE } from '../records/record-examples.ts'

const series = (urls: Urls) => ({
  id: 14,
  ...POST_FIELDS_EXAMPLE,
  url: urls.page('series', 'harbour-nights'),
  rest_url: urls.item('series', 14),
  title: 'Harbour Nights',
  description: '',
  excerpt: '',
  slug: 'harbour-nights',
  kind: 'festival',
  website: 'https://nights.example/',
  image: false,
  first_start_date: '2031-05-01 19:30:00',
  last_start_date: '2031-05-04 21:00:00',
  events_total: 12,
  rest_url_events: `${urls.listing('events')}?series=14`,
  ...globalIdsExample(urls, 14),
  ...languageFieldsExample('harbour-nights', urls.item('series', 14), urls.page('series', 'harbour-nights')),
})

/** An example of a series as events contain it. */
export const embeddedSeriesExample = (urls: Urls) => {
  const { id, title, slug, kind, url, rest_url } = series(urls)
  return { id, title, slug, kind, url, rest_url }
}

export const seriesExamples = {
  create: { title: 'Harbour Nights', kind: 'festival', website: 'https://nights.example/' },
  update: { description: 'Four nights of music by the water.' },
  texts: { title: 'Hafennächte' },
  record: series,
} satisfies CollectionExamples
