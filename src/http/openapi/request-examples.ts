import { COLLECTIONS } from '../../collections/collection-by-kind.ts'
import { capitalizeFirstLetter } from '../api/paths-and-rights-of-record-routes.ts'

/** This file contains examples of requests for the OpenAPI document. */

/** Example request bodies, keyed by schema name. */
export const BODY_EXAMPLES: Record<string, unknown> = {
  ...Object.fromEntries(
    COLLECTIONS.flatMap(({ kind, examples }) => [
      [`New${capitalizeFirstLetter(kind)}`, examples.create],
      [`${capitalizeFirstLetter(kind)}Changes`, examples.update],
      [`${capitalizeFirstLetter(kind)}Texts`, examples.texts],
    ]),
  ),
  NewSubscription: { name: 'Rowing club', type: 'ics', url: 'https://rowing.example/calendar.ics' },
  SubscriptionChanges: { every_minutes: 120, status: 'publish' },
  PictureChanges: { alt: 'Lanterns along the water' },
  NewSubmission: {
    title: 'Choir of the harbour',
    start_date: '2031-07-01 19:00',
    end_date: '2031-07-01 21:00',
    venue: 'Old customs house',
    sender_name: 'Aino Virta',
    sender_email: 'aino@choir.example',
    consent: true,
  },
  ReviewedSubmissionDecision: { decision: 'refuse', reason: 'The event is outside our town.' },
  ReviewedSubmissionNote: { note: 'They also sang last year.' },
  SettingsChanges: { title: 'Harbour calendar', timezone: 'Europe/Lisbon' },
}

/** Example values of query parameters, keyed by parameter name. */
export const PARAMETER_EXAMPLES: Record<string, unknown> = {
  page: 2,
  per_page: 20,
  search: 'jazz "open air"',
  start_date: '2031-05-01 00:00:00',
  end_date: '2031-05-31 23:59:59',
  categories: ['music', 'film'],
  tags: ['open-air'],
  venue: [12],
  organizer: [13],
  series: [14],
  in_series: true,
  kind: 'festival',
  featured: true,
  status: 'publish',
  geoloc: true,
  geoloc_lat: 38.7085,
  geoloc_lng: -9.1345,
  geoloc_radius: 10,
  include: [15],
  exclude: [16],
  post_parent: 15,
  event: 15,
  post: 15,
  parent: 3,
  slug: 'music',
  order: 'asc',
  orderby: 'name',
  hide_empty: false,
  fallback: false,
  has_events: true,
  only_with_upcoming: true,
  id: 15,
}
