import { ACCESSIBILITY_CODES } from '../../collections/events/admission/admission-columns.ts'
import { ATTENDANCE_MODES, EVENT_STATUSES } from '../../core/event-status.ts'
import type { Kind } from '../../core/kinds.ts'
import { createDefaultFormColumns } from './default-form-columns.ts'
import {
  type FormColumns,
  type FormControl,
  flag,
  line,
  moment,
  PICTURE,
  PUBLICATION,
  text,
  url,
} from './form-controls.ts'

/** The forms of kinds whose fields need an order or controls of their own. */
const FORM_COLUMNS: Readonly<Partial<Record<Kind, FormColumns>>> = {
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

/** The form of a kind of record. */
export const formColumnsOfKind = (kind: Kind): FormColumns => FORM_COLUMNS[kind] ?? createDefaultFormColumns(kind)

/** All controls in the form for a kind of record. */
export function formControlsOfKind(kind: Kind): readonly FormControl[] {
  const { main, side } = formColumnsOfKind(kind)
  return [...main, ...side].flatMap(({ controls }) => controls)
}
