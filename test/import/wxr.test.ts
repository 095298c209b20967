import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { serialize } from 'php-serialize'
import { createSourceContentOfBuffer } from '../../src/import/sources/source-content.ts'
import { createWxrImportSource } from '../../src/import/sources/wxr/wxr-source.ts'
import { importFrom } from '../kit/calendar/importing.ts'
import { PIXEL } from '../kit/calendar/pixel.ts'
import { onSqlite } from '../kit/engines/engines.ts'
import { withServer } from '../kit/server/with-server.ts'

const element = (name: string, text: string | number) => `<${name}><![CDATA[${text}]]></${name}>`

/** An item of an export. `meta` has lists for keys that occur several times. */
function post(id: number, type: string, title: string, fields: object = {}, meta: object = {}, terms = ''): string {
  const values = {
    'wp:post_id': id,
    'wp:post_type': type,
    title,
    'dc:creator': 'editor',
    'content:encoded': `Text of ${title}.`,
    'wp:post_name': title.toLowerCase().replaceAll(' ', '-'),
    'wp:status': 'publish',
    'wp:post_date_gmt': '2029-05-01 08:00:00',
    'wp:post_modified_gmt': '2029-06-01 09:00:00',
    'wp:post_password': '',
    'wp:menu_order': 0,
    ...fields,
  }
  const metas = Object.entries(meta).flatMap(([key, value]) =>
    [value]
      .flat()
      .map((one) => `<wp:postmeta>${element('wp:meta_key', key)}${element('wp:meta_value', one)}</wp:postmeta>`),
  )
  const texts = Object.entries(values).map(([name, text]) => element(name, text))
  return `<item>\n${[...texts, terms, ...metas].join('\n')}\n</item>`
}

const times = (day: string) => ({
  _EventStartDate: `${day} 20:00:00`,
  _EventEndDate: `${day} 22:00:00`,
  _EventTimezone: 'Europe/Berlin',
})

const WEEKLY = serialize({
  rules: [
    {
      type: 'Custom',
      custom: { interval: '1', type: 'Weekly', week: { day: ['4'] } },
      'end-type': 'After',
      'end-count': '3',
    },
  ],
  exclusions: [],
})

const term = (id: number, slug: string, name: string, parent = '') =>
  `<wp:term><wp:term_id>${id}</wp:term_id>${element('wp:term_taxonomy', 'tribe_events_cat')}${element('wp:term_slug', slug)}${element('wp:term_parent', parent)}${element('wp:term_name', name)}</wp:term>`

const ITEMS = [
  term(12, 'jazz', 'Jazz', 'music'),
  term(11, 'music', 'Music'),
  post(
    51,
    'tribe_events',
    'Weekly rehearsal',
    {},
    { ...times('2031-05-01'), _EventRecurrence: WEEKLY, _wp_old_slug: ['choir', 'choir-practice'] },
  ),
  post(
    52,
    'tribe_events',
    'Opening',
    { 'content:encoded': 'First.\n\n[gallery ids="1"]<script>alert(1)</script>', 'wp:menu_order': -1 },
    {
      ...times('2031-06-01'),
      ...{ _EventVenueID: 21, _EventOrganizerID: [32, 31], _EventCost: '5 - 20', _EventCurrencySymbol: '€' },
      ...{
        _EventCurrencyPosition: 'postfix',
        _EventCurrencyCode: 'EUR',
        _EventURL: 'https://opening.example/?a=1&b=2',
        _tribe_featured: '1',
      },
      ...{ _thumbnail_id: 41, _tribe_events_status: 'postponed', _tribe_events_status_reason: 'Rain' },
    },
    '<category domain="tribe_events_cat" nicename="jazz"><![CDATA[Jazz]]></category><category domain="post_tag" nicename="outdoor"><![CDATA[Outdoor]]></category>',
  ),
  post(53, 'tribe_events', 'Members only', { 'wp:post_password': 'anchor' }, times('2031-06-02')),
  post(54, 'tribe_events', 'Deleted', { 'wp:status': 'trash' }, times('2031-06-03')),
  post(55, 'tribe_events', 'Without a start', {}, {}),
  post(61, 'page', 'Imprint'),
  post(21, 'tribe_venue', 'The Mill', {}, { _VenueCity: 'Amselfurt', _VenueLat: '53.5', _VenueLng: '10.1' }),
  post(31, 'tribe_organizer', 'Choir', {}, { _OrganizerEmail: 'choir@mill.example' }),
  post(32, 'tribe_organizer', 'Band'),
  ...[41, 42].map((id) =>
    post(
      id,
      'attachment',
      `Picture ${id}`,
      { 'wp:status': 'inherit', 'wp:attachment_url': `https://old.example/wp-content/uploads/2029/${id}.png` },
      { _wp_attachment_image_alt: 'Stage' },
    ),
  ),
]

const wxr = (items: readonly string[], isCut = false) => {
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"><channel>\n${items.join('\n')}`
  return `${text}${isCut ? '' : '\n</channel></rss>\n'}`
}

onSqlite('imports of exports of WordPress', (engine) => {
  const server = withServer(engine)
  const source = (text: string, name = 'wxr:export.xml', withTrash = false) =>
    createWxrImportSource(createSourceContentOfBuffer(Buffer.from(text), name), name, {
      timezone: 'Europe/Berlin',
      languages: ['en', 'de'],
      withTrash,
      readPicture: async () => undefined,
      fetchPicture: async (url) => ({ bytes: PIXEL, name: url.slice(url.lastIndexOf('/') + 1) }),
    })
  const eventAt = async (id: number) => (await server.ask('GET', `/events/${id}`, { as: 'editor' })).body

  test('events, and the records and pictures that they use, are imported', async () => {
    const { counts, problems } = await importFrom(server.db, source(wxr(ITEMS)))
    deepEqual(counts, {
      categories: { created: 2 },
      tags: { created: 1 },
      media: { created: 1 },
      venues: { created: 1 },
      organizers: { created: 2 },
      events: { created: 3, refused: 1 },
    })
    deepEqual(
      problems.map(({ severity, external_id, field }) => [severity, external_id, field]),
      [
        ['warning', '52', 'description'],
        ['warning', '53', 'status'],
        ['warning', '54', 'status'],
        ['refused', '55', 'start_date, end_date'],
      ],
    )
  })

  test('an event has its texts, references, cost, status and picture', async () => {
    const event = await eventAt(52)
    deepEqual(
      [event.title, event.cost, event.website, event.featured, event.sticky, event.event_status, event.status_reason],
      ['Opening', '5€ – 20€', 'https://opening.example/?a=1&b=2', true, true, 'postponed', 'Rain'],
    )
    deepEqual(event.cost_details, {
      ...{ currency_symbol: '€', currency_code: 'EUR', currency_position: 'postfix' },
      values: ['5', '20'],
    })
    equal(event.description, '<p>First.</p>\n<p>[gallery ids="1"]</p>')
    deepEqual([event.venue.id, event.organizer.map(({ id }: { id: number }) => id), event.image.id], [21, [32, 31], 41])
    deepEqual([event.categories[0].id, event.categories[0].parent, event.tags[0].name], [12, 11, 'Outdoor'])
    equal((await eventAt(53)).status, 'private')
  })

  test('a rule stays a rule, and its dates take no ids of other records', async () => {
    const event = await eventAt(51)
    match(String(event.recurrence), /FREQ=WEEKLY/)
    const { events } = (await server.ask('GET', '/events/51/occurrences')).body
    deepEqual(
      events.map(({ start_date }: { start_date: string }) => start_date),
      ['2031-05-01 20:00:00', '2031-05-08 20:00:00', '2031-05-15 20:00:00'],
    )
  })

  test('slugs that an event had earlier redirect', async () => {
    const { status, headers } = await server.ask('GET', 'host:/event/choir-practice/')
    deepEqual([status, headers.location], [301, '/event/weekly-rehearsal/'])
  })

  test('another run writes nothing, and a changed file only its changes', async () => {
    const { counts } = await importFrom(server.db, source(wxr(ITEMS)))
    deepEqual(counts.events, { unchanged: 3, refused: 1 })
    const changed = wxr(ITEMS).replace('Text of Members only.', 'Changed text.')
    deepEqual((await importFrom(server.db, source(changed))).counts.events, { unchanged: 2, updated: 1, refused: 1 })
  })

  test('with the option, posts in the trash are imported into the trash', async () => {
    const meta = { ...times('2031-06-04'), _wp_trash_meta_status: 'publish', _EventVenueID: 22 }
    const items = [
      post(22, 'tribe_venue', 'Gone', { 'wp:status': 'trash', 'wp:post_name': 'gone__trashed' }),
      post(56, 'tribe_events', 'Wrong', { 'wp:status': 'trash', 'wp:post_name': 'wrong__trashed-2' }, meta),
    ]
    const trashed = () => source(wxr(items), 'wxr:trash.xml', true)
    const { counts, problems } = await importFrom(server.db, trashed())
    deepEqual(counts, { venues: { created: 1 }, events: { created: 1 } })
    deepEqual(
      problems.map(({ field }) => field),
      ['venue'],
    )
    const { status, slug } = await eventAt(56)
    deepEqual([status, slug], ['trash', 'wrong__trashed'])
    deepEqual((await importFrom(server.db, trashed())).counts, { venues: { unchanged: 1 }, events: { unchanged: 1 } })
    const { body } = await server.ask('POST', '/events/56', { as: 'editor', body: { status: 'publish' } })
    deepEqual([body.slug, body.date_utc], ['wrong', '2029-05-01 08:00:00'])
  })

  test('values of additional fields are reported', async () => {
    const meta = { ...times('2031-06-05'), _ecp_custom_2: 'Ana Quill', _ecp_custom_3: ['English', 'Portuguese'] }
    const { problems } = await importFrom(
      server.db,
      source(wxr([post(57, 'tribe_events', 'Talk', {}, meta)]), 'wxr:pro.xml'),
    )
    deepEqual(
      problems.map(({ field, message }) => [field, message]),
      [
        [
          'custom_fields',
          'Additional fields do not exist here, and were not imported: _ecp_custom_2: Ana Quill; _ecp_custom_3: English, Portuguese.',
        ],
      ],
    )
  })

  test('a file that was cut off is imported up to there, and the place is named', async () => {
    const [first, second] = [71, 72].map((id) => post(id, 'tribe_events', `Cut ${id}`, {}, times('2031-07-01')))
    const text = wxr([first as string, (second as string).slice(0, 200)], true)
    const { counts, problems } = await importFrom(server.db, source(text, 'wxr:cut.xml'))
    deepEqual(counts.events, { created: 1 })
    match(problems[0]?.place ?? '', /^line \d+$/)
  })

  test('records after a damaged one are imported, and ids that no record can have are replaced', async () => {
    const events = [701, 702, 703].map((id) => post(id, 'tribe_events', `Damage ${id}`, {}, times('2033-02-01')))
    const damaged = (events[1] as string).replace('<content:encoded><![CDATA[', '<content:encoded><![DATA[')
    const odd = ['-3', '7.5', '99999999999999999999', '1e12'].map((id, at) =>
      post(704, 'tribe_events', `Odd id ${at}`, { 'wp:post_id': id }, times('2033-02-02')),
    )
    const text = wxr([events[0] as string, damaged, events[2] as string, ...odd])
    const { counts, problems } = await importFrom(server.db, source(text, 'wxr:damaged.xml'))
    deepEqual(counts.events, { created: 6 })
    const line = text.slice(0, text.indexOf('<![DATA[')).split('\n').length
    deepEqual(
      [problems[0]?.place, problems[0]?.message],
      [`line ${line}`, 'This is not a valid record: incorrect syntax.'],
    )
    equal((await server.ask('GET', '/events/703')).body.title, 'Damage 703')
    const again = await importFrom(server.db, source(text, 'wxr:damaged.xml'))
    deepEqual(again.counts.events, { unchanged: 6 })
  })

  test('repeated events without a valid start or time zone do not end an import', async () => {
    const repeated = (id: number, meta: object) =>
      post(id, 'tribe_events', `Repeated ${id}`, {}, { ...times('2033-03-03'), _EventRecurrence: WEEKLY, ...meta })
    const items = [
      repeated(711, { _EventStartDate: '0000-00-00 00:00:00' }),
      repeated(712, { _EventTimezone: 'Mars/Olympus' }),
      repeated(713, {}),
    ]
    const { counts, problems } = await importFrom(server.db, source(wxr(items), 'wxr:repeated.xml'))
    deepEqual(counts.events, { created: 1, refused: 2 })
    const reported = problems.map(({ external_id, field }) => `${external_id} ${field}`)
    for (const refused of ['711 start_date', '712 timezone']) ok(reported.includes(refused), reported.join(', '))
  })

  test('a file that is no export fails the run', async () => {
    const page = '<!DOCTYPE html><html><body><p>Sign in</body></html>'
    await rejects(importFrom(server.db, source(page, 'wxr:page.xml')), /not an export of WordPress/)
  })
})
