import { Type } from '../../core/schema/schema.ts'
import {
  address,
  component,
  digits,
  linkedData,
  localTime,
  pageInLanguage,
  type Views,
} from '../../core/schema/view.ts'
import { postView } from '../posts/view.ts'
import { EVENT_FLAGS } from './store.ts'

const event = {
  ...postView,
  rest_url: address(),
  title: Type.String(),
  description: Type.String(),
  excerpt: Type.String(),
  slug: Type.String(),
  image: Type.Union([component('Image'), Type.Literal(false)]),
  all_day: Type.Boolean(),
  start_date: localTime(),
  start_date_details: component('DateDetails'),
  end_date: localTime(),
  end_date_details: component('DateDetails'),
  utc_start_date: localTime(),
  utc_start_date_details: component('DateDetails'),
  utc_end_date: localTime(),
  utc_end_date_details: component('DateDetails'),
  timezone: Type.String(),
  timezone_abbr: Type.String(),
  cost: Type.String(),
  cost_details: component('CostDetails'),
  website: Type.String(),
  ...Object.fromEntries(EVENT_FLAGS.map((flag) => [flag, Type.Boolean()])),
  categories: Type.Array(component('Term')),
  tags: Type.Array(component('Term')),
  // One venue as it is; none, or several, as a list.
  venue: Type.Union([component('Venue'), Type.Array(component('Venue'))]),
  organizer: Type.Array(component('Organizer')),
  custom_fields: Type.Array(Type.Unknown(), { maxItems: 0 }),
  json_ld: Type.Optional(linkedData('Event')),
}

/** What `present.ts` makes. */
export const eventViews = {
  CostDetails: Type.Object({
    currency_symbol: Type.String(),
    currency_code: Type.Literal(''),
    currency_position: Type.Enum(['', 'prefix', 'postfix']),
    values: Type.Array(Type.String()),
  }),
  DateDetails: Type.Object({
    year: digits(4),
    month: digits(2),
    day: digits(2),
    hour: digits(2),
    minutes: digits(2),
    seconds: digits(2),
  }),
  Event: Type.Object(event),
  EventList: pageInLanguage('events', 'Event'),
} satisfies Views
