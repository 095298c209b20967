import type { DocumentExamples } from './openapi-document-input-types.ts'
import { PARAMETER_EXAMPLES } from './request-examples.ts'

/** The examples in the OpenAPI document of the tec/v1 API. */
export const TEC_V1_EXAMPLES: DocumentExamples = {
  records: () => ({ Nothing: [] }),
  bodies: {
    NewEvent: {
      title: 'Jazz on the Quay',
      start_date: '2031-05-01 19:30:00',
      duration: 9000,
      timezone: 'Europe/Lisbon',
      content: 'Three bands by the water.',
      cost: '€10 – €20',
      featured: true,
      venues: [12],
      organizers: [13],
      tribe_events_cat: [3],
    },
    EventChanges: { start_date: '2031-05-01 20:00:00', end_date: '2031-05-01 22:30:00' },
    NewVenue: { title: 'Harbour Hall', address: 'Rua da Alfândega 5', city: 'Lisbon', country: 'Portugal' },
    VenueChanges: { phone: '+351 21 000 0000' },
    NewOrganizer: { title: 'Quay Society', website: 'https://quay.example/' },
    OrganizerChanges: { email: 'hello@quay.example' },
  },
  parameters: {
    ...PARAMETER_EXAMPLES,
    starts_after: '2031-05-01 00:00:00',
    starts_before: '2031-06-01 00:00:00',
    ends_after: '2031-05-01 00:00:00',
    ends_before: '2031-06-01 00:00:00',
    categories: [3],
    tags: [4],
    status: ['publish', 'draft'],
    has_events: true,
    only_with_upcoming: true,
    order: 'DESC',
    orderby: 'title',
  },
}
