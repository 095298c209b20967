import { ACCESSIBILITY_CODES } from '../../collections/events/admission/admission-columns.ts'
import { ATTENDANCE_MODES, EVENT_STATUSES } from '../../core/event-status.ts'
import type { Kind } from '../../core/kinds.ts'
import type { AdminWords } from '../words/en.ts'

/**
 * The name of a field of the native API that a form can have. It is also the key of the field's label in the words of
 * the admin pages.
 */
export type FieldName = keyof AdminWords['fields']

/**
 * A control of the form of a record.
 *
 * - `line`, `text`, `url`, `email`, `phone`, `number`: one text; `text` has several lines
 * - `flag`: a checkbox
 * - `moment`: a date and a time of day
 * - `choice`: one of several values
 * - `links`: names of venues, organizers or series, one a line; a new name makes a new record
 * - `terms`: checkboxes for categories; `names`: names of tags, separated by commas
 * - `parent`: another category
 * - `codes`: checkboxes for forms of accessibility
 * - `offers`: rows with name, price, currency and address; `registration`: rows with a way to register and its value
 * - `optional-flag`: yes, no or not stated
 * - `author`: one of the users
 * - `picture`: a stored picture, or a file to upload
 * - `repeat`: how often an event repeats and until when, or lines of RFC 5545
 */
export type FormControl =
  | { control: 'line' | 'text' | 'url' | 'email' | 'phone' | 'number' | 'flag' | 'moment'; name: FieldName }
  | { control: 'choice'; name: FieldName; choices: readonly (keyof AdminWords['choices'])[] }
  | {
      control: 'links'
      name: 'venue' | 'organizer' | 'series'
      titleField: 'venue' | 'organizer' | 'title'
      max: number
    }
  | { control: 'picture'; name: 'image' }
  | { control: 'codes'; name: 'accessibility'; codes: typeof ACCESSIBILITY_CODES }
  | {
      control: 'terms' | 'names' | 'parent' | 'offers' | 'registration' | 'optional-flag' | 'repeat' | 'author'
      name: FieldName
    }

/** Controls under a common heading. Sections that are rarely needed are folded. */
export interface Section {
  name: keyof AdminWords['sections']
  isFolded?: boolean
  controls: readonly FormControl[]
}

const line = (name: FieldName): FormControl => ({ control: 'line', name })
const text = (name: FieldName): FormControl => ({ control: 'text', name })
const url = (name: FieldName): FormControl => ({ control: 'url', name })
const flag = (name: FieldName): FormControl => ({ control: 'flag', name })
const moment = (name: FieldName): FormControl => ({ control: 'moment', name })

/** The section of a form in which users choose the image of the record. */
const PICTURE: Section = { name: 'picture', controls: [{ control: 'picture', name: 'image' }] }

/** The section of a form in which users choose when a post is published, and whose post it is. */
const PUBLICATION: Section = {
  name: 'publication',
  isFolded: true,
  controls: [moment('date'), { control: 'author', name: 'author' }],
}

/**
 * The sections of a form in the order in which users fill them in: first `main`, then `side`, which is next to `main`
 * on wide screens.
 */
interface Columns {
  main: readonly Section[]
  side: readonly Section[]
}

/** The form of each kind of record. */
export const FORM_COLUMNS: Readonly<Record<Kind, Columns>> = {
  event: {
    main: [
      { name: 'basics', controls: [line('title')] },
      {
        name: 'when',
        controls: [
          moment('start_date'),
          moment('end_date'),
          flag('all_day'),
          { control: 'repeat', name: 'recurrence' },
        ],
      },
      {
        name: 'where',
        controls: [
          { control: 'links', name: 'venue', titleField: 'venue', max: 1 },
          { control: 'choice', name: 'attendance_mode', choices: ATTENDANCE_MODES },
          url('online_url'),
        ],
      },
      { name: 'text', controls: [text('description'), text('excerpt')] },
    ],
    side: [
      PICTURE,
      { name: 'who', controls: [{ control: 'links', name: 'organizer', titleField: 'organizer', max: 5 }] },
      {
        name: 'topics',
        controls: [
          { control: 'terms', name: 'categories' },
          { control: 'names', name: 'tags' },
          { control: 'links', name: 'series', titleField: 'title', max: 2 },
        ],
      },
      { name: 'price', controls: [line('cost'), { control: 'offers', name: 'offers' }, flag('sold_out')] },
      {
        name: 'admission',
        isFolded: true,
        controls: [
          { control: 'optional-flag', name: 'is_free' },
          { control: 'registration', name: 'registration' },
          { control: 'number', name: 'age_min' },
          { control: 'number', name: 'age_max' },
          line('conditions'),
          { control: 'codes', name: 'accessibility', codes: ACCESSIBILITY_CODES },
        ],
      },
      {
        name: 'status',
        isFolded: true,
        controls: [{ control: 'choice', name: 'event_status', choices: EVENT_STATUSES }, line('status_reason')],
      },
      {
        name: 'more',
        isFolded: true,
        controls: [
          url('website'),
          line('slug'),
          line('timezone'),
          flag('featured'),
          flag('sticky'),
          flag('hide_from_listings'),
          flag('show_map'),
          flag('show_map_link'),
        ],
      },
      PUBLICATION,
    ],
  },
  venue: {
    main: [
      { name: 'basics', controls: [line('venue')] },
      {
        name: 'where',
        controls: [
          line('address'),
          line('zip'),
          line('city'),
          line('stateprovince'),
          line('country'),
          { control: 'number', name: 'geo_lat' },
          { control: 'number', name: 'geo_lng' },
        ],
      },
      { name: 'contact', controls: [{ control: 'phone', name: 'phone' }, url('website')] },
      { name: 'text', controls: [text('description')] },
    ],
    side: [PICTURE, { name: 'more', isFolded: true, controls: [flag('show_map'), flag('show_map_link')] }, PUBLICATION],
  },
  organizer: {
    main: [
      { name: 'basics', controls: [line('organizer')] },
      {
        name: 'contact',
        controls: [{ control: 'phone', name: 'phone' }, { control: 'email', name: 'email' }, url('website')],
      },
      { name: 'text', controls: [text('description')] },
    ],
    side: [PICTURE, PUBLICATION],
  },
  series: {
    main: [
      {
        name: 'basics',
        controls: [line('title'), { control: 'choice', name: 'kind', choices: ['series', 'festival'] }],
      },
      { name: 'text', controls: [text('description'), text('excerpt')] },
    ],
    side: [PICTURE, { name: 'more', isFolded: true, controls: [url('website'), line('slug')] }, PUBLICATION],
  },
  category: {
    main: [
      { name: 'basics', controls: [line('name'), { control: 'parent', name: 'parent' }] },
      { name: 'text', controls: [text('description')] },
    ],
    side: [{ name: 'more', isFolded: true, controls: [line('slug')] }],
  },
  tag: {
    main: [
      { name: 'basics', controls: [line('name')] },
      { name: 'text', controls: [text('description')] },
    ],
    side: [{ name: 'more', isFolded: true, controls: [line('slug')] }],
  },
}

/** All controls in the form for a kind of record. */
export const formControlsOfKind = (kind: Kind): readonly FormControl[] =>
  [...FORM_COLUMNS[kind].main, ...FORM_COLUMNS[kind].side].flatMap(({ controls }) => controls)
