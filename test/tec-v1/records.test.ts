import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TEC } from '../../src/core/faces.ts'
import { collectionNameOfKind } from '../../src/core/kinds.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { storePixel } from '../kit/calendar/unpublished.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { TEC_V1_EVENT as EVENT, TEC_V1_KINDS, tecV1Of } from '../kit/server/tec-v1.ts'
import { withServer } from '../kit/server/with-server.ts'

/** The required fields of each kind. */
const NEEDED = { event: EVENT, venue: { title: 'Hall' }, organizer: { title: 'Club' } }

const POST_KEYS =
  'id date date_gmt guid modified modified_gmt slug status type link title content excerpt author featured_media template'
const LANGUAGE_KEYS = 'version language original_language translations'
const OWN_KEYS = {
  event:
    'tags tribe_events_cat class_list start_date start_date_utc end_date end_date_utc dates timezone duration multiday is_past is_now all_day starts_this_week ends_this_week this_week_duration happens_this_week displays_on featured sticky cost is_virtual video_source virtual_url organizer_names organizers venues series schedule_details short_schedule_details',
  venue: 'address country city state_province state province zip phone directions_link website',
  organizer: 'phone website email',
}

forEachEngine('records of tec/v1', (engine) => {
  const server = withServer(engine)
  const tecV1 = tecV1Of(server)
  const make = makersOf(server)
  const editor = { as: 'editor' } as const
  const create = async (fields: object, path = '/events') => {
    const { status, body } = await tecV1('POST', path, { ...editor, body: fields })
    assert.equal(status, 201, JSON.stringify(body))
    return body
  }

  for (const kind of TEC_V1_KINDS) {
    const path = `/${collectionNameOfKind(kind)}`

    test(`the fields of this kind are those of a post and its own: ${kind}`, async () => {
      const made = await create(NEEDED[kind], path)
      const keys = `${POST_KEYS} ${OWN_KEYS[kind]} ${LANGUAGE_KEYS}`.split(' ')
      assert.deepEqual(Object.keys(made).toSorted(), keys.toSorted())
      const read = await tecV1('GET', `${path}/${made.id}`)
      assert.deepEqual(read.body, made)
      assert.deepEqual((await tecV1('GET', `${path}?include=${made.id}`)).body, [made])
      assert.deepEqual((await tecV1('GET', `${path}/${made.id}?_fields=id,title`)).body, {
        id: made.id,
        title: made.title,
      })
      const { body } = await tecV1('GET', `${path}/${made.id}?context=edit`, editor)
      assert.deepEqual([body.title.raw, body.content.raw], [made.title.rendered, ''])
      assert.equal((await tecV1('GET', `${path}/${made.id}?context=edit`)).body.title.raw, undefined)
    })

    test(`an update changes only the sent fields: ${kind}`, async () => {
      const made = await create({ ...NEEDED[kind], content: 'Text', excerpt: 'Short', slug: `kept-${kind}` }, path)
      for (const [nth, method] of ['PUT', 'PATCH'].entries()) {
        server.clock.now += 60
        const { status, body } = await tecV1(method, `${path}/${made.id}`, {
          ...editor,
          body: { title: `By ${method}` },
        })
        assert.equal(status, 200)
        const { modified, modified_gmt } = body
        assert.deepEqual(body, {
          ...made,
          title: { rendered: `By ${method}` },
          modified,
          modified_gmt,
          version: nth + 2,
        })
        assert.notEqual(modified_gmt, made.modified_gmt)
      }
      const { status, body } = await tecV1('POST', `${path}/${made.id}`, { ...editor, body: { title: 'x' } })
      assert.deepEqual([status, body.code], [404, 'rest_no_route'])
    })

    test(`DELETE moves to the trash, with force it deletes for good: ${kind}`, async () => {
      const [one, other] = [await create(NEEDED[kind], path), await create(NEEDED[kind], path)]
      const item = `${path}/${one.id}`
      const ask = async (method: string, address: string, options: object = editor) => {
        const { status, body } = await tecV1(method, address, options)
        return [status, body.code ?? Object.keys(body)[0]]
      }
      assert.deepEqual(await ask('DELETE', `${item}?force=0`), [200, undefined])
      assert.deepEqual(await ask('DELETE', item), [410, 'error'])
      assert.deepEqual(await ask('GET', item), [404, 'error'])
      assert.deepEqual(await ask('GET', item, {}), [401, 'rest_forbidden'])
      assert.deepEqual(await ask('PUT', item, { ...editor, body: { title: 'x' } }), [410, 'error'])
      assert.deepEqual(await ask('PUT', item, { ...editor, body: { status: 'publish' } }), [200, 'id'])
      assert.deepEqual(await ask('DELETE', `${path}/${other.id}`, { ...editor, body: { force: true } }), [
        200,
        undefined,
      ])
      assert.deepEqual(await ask('GET', `${path}/${other.id}`), [403, 'rest_forbidden'])
      assert.deepEqual(await ask('DELETE', `${path}/${other.id}`), [403, 'rest_forbidden'])
      assert.deepEqual(await ask('DELETE', path), [404, 'rest_no_route'])
    })

    test(`who may do what: ${kind}`, async () => {
      const made = await create(NEEDED[kind], path)
      const draft = await create({ ...NEEDED[kind], status: 'draft' }, path)
      for (const [as, forbidden, createsAs] of [
        ['guest', 401, undefined],
        ['subscriber', 403, undefined],
        ['contributor', 403, 'draft'],
        ['author', 403, 'publish'],
      ] as const) {
        const body = NEEDED[kind]
        const created = await tecV1('POST', path, { as, body })
        assert.deepEqual(
          [created.status, created.body.status],
          [createsAs ? 201 : forbidden, createsAs],
          `${as} creates`,
        )
        for (const [method, address] of [
          ['GET', draft.id],
          ['GET', 99_999_999],
          ['PUT', made.id],
          ['DELETE', made.id],
        ] as const) {
          const {
            status,
            body: refused,
            headers,
          } = await tecV1(method, `${path}/${address}`, { as, ...(method === 'PUT' && { body: { title: 'x' } }) })
          assert.deepEqual([status, refused.code], [forbidden, 'rest_forbidden'], `${as} ${method} ${address}`)
          assert.equal(headers.allow, 'GET')
        }
        if (!createsAs) continue
        const own = `${path}/${created.body.id}`
        assert.equal((await tecV1('GET', own, { as })).headers.allow, 'GET, PUT, PATCH, DELETE')
        assert.equal((await tecV1('PUT', own, { as, body: { title: 'Mine' } })).body.title.rendered, 'Mine')
        const another = { ...NEEDED[kind], author: server.ids.editor }
        assert.equal((await tecV1('POST', path, { as, body: another })).status, 403, `${as} in another name`)
        assert.equal((await tecV1('DELETE', own, { as })).status, 200)
      }
    })

    test(`a record of another kind is unknown: ${kind}`, async () => {
      const other = kind === 'event' ? await create({ title: 'Hall' }, '/venues') : await create(EVENT)
      const { status, body } = await tecV1('GET', `${path}/${other.id}`, editor)
      assert.deepEqual([status, body.code], [403, 'rest_forbidden'])
    })
  }

  test('every field of an event is stored', async () => {
    const [music, word] = [await make.category(), await make.tag()]
    const [hall, barn] = [
      await create({ title: 'Hall', city: 'Lisbon' }, '/venues'),
      await create({ title: 'Barn' }, '/venues'),
    ]
    const club = await create({ title: 'Club', email: 'club@example.org' }, '/organizers')
    const picture = await storePixel(server, 'Pixel')
    const fields = {
      ...{
        title: 'Full',
        status: 'private',
        content: '<h2>Head</h2><script>x</script>',
        excerpt: 'Short',
        slug: 'full-one',
      },
      ...{ timezone: 'Europe/Paris', cost: '15', featured: 'yes', sticky: true, author: server.ids.author },
      ...{
        venues: [hall.id, barn.id],
        organizers: `${club.id},${club.id}`,
        tribe_events_cat: [music.id],
        tags: [word.id],
      },
      ...{ featured_media: picture.id, date: '2025-07-04T08:09:10', ...EVENT },
    }
    const event = await create({ ...fields, title: 'Full' })
    assert.deepEqual(
      { ...event, venues: undefined, organizers: undefined, dates: undefined, translations: undefined },
      {
        ...event,
        ...{ venues: undefined, organizers: undefined, dates: undefined, translations: undefined },
        ...{ title: { rendered: 'Full' }, status: 'private', slug: 'full-one', author: server.ids.author },
        content: { rendered: '<h2>Head</h2>\n<p>x</p>\n', protected: false },
        excerpt: { rendered: '<p>Short</p>\n', protected: false },
        ...{ featured_media: picture.id, date: '2025-07-04T08:09:10', cost: '$15', featured: true, sticky: true },
        ...{ tags: [word.id], tribe_events_cat: [music.id], organizer_names: ['Club'], duration: '7200' },
        ...{ start_date_utc: '2030-07-01 08:00:00', end_date_utc: '2030-07-01 10:00:00', multiday: false },
        class_list: event.class_list,
      },
    )
    assert.deepEqual(
      event.venues.map(({ title }: { title: object }) => title),
      [{ rendered: 'Hall' }, { rendered: 'Barn' }],
    )
    assert.equal(
      event.venues[0].directions_link,
      'https://maps.google.com/maps?f=q&#038;source=s_q&#038;hl=en&#038;geocode=&#038;q=Lisbon',
    )
    assert.deepEqual(event.dates.start_site, { date: '2030-07-01 08:00:00.000000', timezone_type: 3, timezone: 'UTC' })
    const cleared = { venues: [], organizers: [], tags: [], tribe_events_cat: [], featured_media: 0, all_day: false }
    const { body } = await tecV1('PUT', `/events/${event.id}`, { ...editor, body: cleared })
    assert.deepEqual(
      [body.venues, body.organizers, body.tags, body.tribe_events_cat, body.featured_media],
      [[], [], [], [], 0],
    )
    const { body: tribe } = await server.ask('GET', `/events/${event.id}`, { face: TEC, ...editor })
    assert.deepEqual([tribe.title, tribe.show_map, tribe.show_map_link], ['Full', true, true])
  })

  for (const [fields, start, end, duration] of [
    [{ duration: 5400 }, '10:00:00', '2030-07-01 11:30:00', '5400'],
    [{ end_date: '2030-07-01 12:00:00', duration: 7200 }, '10:00:00', '2030-07-01 12:00:00', '7200'],
    [{ end_date: '2030-07-02 12:00:00', all_day: true }, '00:00:00', '2030-07-02 23:59:59', '172799'],
  ] as const) {
    test(`${JSON.stringify(fields)} means from ${start} until ${end}`, async () => {
      const made = await create({ title: 'Times', start_date: '2030-07-01 10:00:00', ...fields })
      assert.deepEqual([made.start_date, made.end_date, made.duration], [`2030-07-01 ${start}`, end, duration])
    })
  }

  test('a duration is exact when clocks are set back', async () => {
    const made = await create({
      ...{ title: 'Night', timezone: 'Europe/Berlin', start_date: '2027-10-31 02:30:00', duration: 3600 },
    })
    const times = ({ start_date_utc, end_date_utc, duration }: typeof made) => [start_date_utc, end_date_utc, duration]
    assert.deepEqual(times(made), ['2027-10-31 00:30:00', '2027-10-31 01:30:00', '3600'])
    const path = `/events/${made.id}`
    await server.ask('PUT', path, { as: 'editor', body: { start_date: '2027-10-31T02:30:00+01:00' } })
    const { body } = await tecV1('PUT', path, { ...editor, body: { duration: 1800 } })
    assert.deepEqual(times(body), ['2027-10-31 01:30:00', '2027-10-31 02:00:00', '1800'])
  })

  test('the duration follows start, end and zone', async () => {
    const { id } = await create(EVENT)
    const put = async (body: object) => {
      const { start_date_utc, end_date_utc, duration } = (await tecV1('PUT', `/events/${id}`, { ...editor, body })).body
      return [start_date_utc, end_date_utc, duration].join(' ')
    }
    assert.equal(await put({ start_date: '2030-07-01 11:00:00' }), '2030-07-01 11:00:00 2030-07-01 12:00:00 3600')
    assert.equal(await put({ end_date: '2030-07-01 13:00:00' }), '2030-07-01 11:00:00 2030-07-01 13:00:00 7200')
    assert.equal(await put({ timezone: 'Europe/Paris' }), '2030-07-01 09:00:00 2030-07-01 11:00:00 7200')
    assert.equal(await put({ duration: 60 }), '2030-07-01 09:00:00 2030-07-01 09:01:00 60')
  })

  for (const [fields, names] of [
    [{ title: '' }, ['title']],
    [{ title: 5 }, ['title']],
    [{ title: { raw: 'x' } }, ['title']],
    [{ start_date: '2030-07-01T10:00:00', end_date: '2030-07-01' }, ['start_date', 'end_date']],
    [{ start_date: '2031-02-30 10:00:00' }, ['start_date']],
    [{ end_date: '2030-07-01 09:00:00' }, ['end_date']],
    [{ duration: 0 }, ['duration']],
    [{ duration: 60 }, ['duration']],
    [{ timezone: 'Mars/Phobos' }, ['timezone']],
    [{ cost: 15 }, ['cost']],
    [{ featured: 'garbage' }, ['featured']],
    [{ status: 'trash' }, ['status']],
    [{ venues: 7 }, ['venues']],
    [{ venues: [{ title: 'New' }] }, ['venues']],
    [{ venues: [99_999_999], organizers: [99_999_999] }, ['venues', 'organizers']],
    [{ tribe_events_cat: ['Music'] }, ['tribe_events_cat']],
    [{ tribe_events_cat: [99_999_999] }, ['tribe_events_cat']],
    [{ tags: '7' }, ['tags']],
    [{ tags: [99_999_999] }, ['tags']],
    [{ author: 99_999_999 }, ['author']],
    [{ featured_media: 99_999_999 }, ['featured_media']],
    [{ date_gmt: 'soon' }, ['date_gmt']],
    [{ content: 5 }, ['content']],
  ] as const) {
    test(`an event with ${JSON.stringify(fields)} is refused, and nothing is written`, async () => {
      const count = async () => (await tecV1('GET', '/events?status=publish,draft', editor)).headers['x-wp-total']
      const before = await count()
      const { status, body } = await tecV1('POST', '/events', { ...editor, body: { ...EVENT, ...fields } })
      assert.deepEqual([status, body.code, Object.keys(body.data.params)], [400, 'rest_invalid_param', names])
      assert.equal(await count(), before)
    })
  }

  test('missing fields are named', async () => {
    for (const [path, body, params] of [
      ['/events', {}, ['title', 'start_date', 'end_date']],
      ['/events', { title: 'x', start_date: EVENT.start_date }, ['end_date']],
      ['/venues', { phone: '1' }, ['title']],
      ['/organizers', {}, ['title']],
    ] as const) {
      const answer = await tecV1('POST', path, { ...editor, body })
      assert.deepEqual(
        [answer.status, answer.body.code, answer.body.data.params],
        [400, 'rest_missing_callback_param', params],
      )
    }
  })

  test('every field of a venue and of an organizer is stored', async () => {
    for (const [path, fields] of [
      [
        '/venues',
        {
          address: 'Quay 1',
          country: 'Portugal',
          city: 'Lisbon',
          state_province: 'Estremadura',
          state: 'x',
          province: 'y',
          zip: '1100',
          phone: '1',
          website: 'https://hall.example/',
        },
      ],
      ['/organizers', { phone: '1', website: 'https://club.example/', email: 'club@example.org' }],
    ] as const) {
      const made = await create(
        { title: 'Full', content: 'Text', excerpt: 'Short', slug: 'full-place', ...fields },
        path,
      )
      assert.deepEqual({ ...made, ...fields }, made)
      assert.deepEqual(
        [made.slug, made.content.rendered, made.excerpt.rendered],
        ['full-place', '<p>Text</p>\n', '<p>Short</p>\n'],
      )
      const twin = await create({ title: 'Full' }, path)
      assert.deepEqual([twin.id === made.id, twin.slug, twin.phone], [false, 'full', ''])
      for (const [name, value] of [
        ['website', 'not a url'],
        ['phone', 5],
      ] as const) {
        const { status, body } = await tecV1('PUT', `${path}/${made.id}`, { ...editor, body: { [name]: value } })
        assert.deepEqual([status, Object.keys(body.data.params)], [400, [name]])
      }
    }
  })

  test('an event of another language says when it takes place in that language', async () => {
    const { id } = await create({ ...EVENT, start_date: '2031-05-01 10:00:00', end_date: '2031-05-03 12:00:00' })
    const read = async (query: string) => (await tecV1('GET', `/events/${id}${query}`)).body.schedule_details
    assert.equal(
      await read(''),
      '<span class="tribe-event-date-start">May 1, 2031 @ 10:00 am</span> - <span class="tribe-event-date-end">May 3, 2031 @ 12:00 pm</span>',
    )
    assert.match(await read('?lang=de'), /1\. Mai 2031 @ 10:00<.*3\. Mai 2031 @ 12:00</)
  })
})
