import { SUBSCRIPTION_DEFAULTS } from '../../../import/subscriptions/subscription-options.ts'

/** Examples of the responses of the routes below `/imports`, by schema name. */
export const IMPORT_EXAMPLES: Record<string, unknown> = {
  Subscription: {
    id: 3,
    name: 'Rowing club',
    type: 'ics',
    url: 'https://rowing.example/calendar.ics',
    ...SUBSCRIPTION_DEFAULTS,
    next_utc: '2031-05-01 10:02:00',
    checked_utc: '2031-05-01 09:00:00',
    changed_utc: '2031-04-28 14:00:00',
    failures: 0,
    note: '',
  },
  ImportRun: {
    id: 41,
    source: 3,
    name: 'Rowing club',
    type: 'ics',
    dry_run: false,
    undoes: null,
    state: 'finished',
    started_utc: '2031-04-28 14:00:00',
    ended_utc: '2031-04-28 14:00:02',
    error: '',
    counts: { events: { created: 2, unchanged: 31 } },
  },
  ImportProblem: {
    severity: 'warning',
    place: 'line 120',
    collection: 'events',
    external_id: 'regatta@rowing.example',
    title: 'Spring regatta',
    field: 'title',
    message: 'title was changed in this calendar and keeps its value.',
  },
  ImportPreview: {
    total: 33,
    chosen: 31,
    events: [{ title: 'Spring regatta', start_date: '2031-05-10 10:00:00', end_date: '2031-05-10 18:00:00' }],
    places: ['Boat house'],
    words: ['Water sports'],
    problems: [],
  },
}
