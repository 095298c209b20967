import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../src/db/database.ts'
import { SourceRequestError } from '../../src/import/import-errors.ts'
import type { SiteResponse } from '../../src/import/sources/tec/tec-site-client.ts'
import { verifyTecImport } from '../../src/import/sources/tec/verify-tec-import.ts'
import { exportOf, importFrom } from '../kit/calendar/importing.ts'
import { AS_ADMINISTRATOR, siteEvent, tecSite } from '../kit/calendar/tec-site.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { loadScope } from '../kit/engines/load-scope.ts'
import { withServer } from '../kit/server/with-server.ts'

const html = (status: number, headers = {}): SiteResponse => ({
  status,
  headers: { 'content-type': 'text/html', ...headers },
  body: '<!DOCTYPE html>\n<title>Sign in</title>',
})

forEachEngine('imports of live sites with The Events Calendar', (engine) => {
  const server = withServer(engine)
  const eventAt = async (id: number) => (await server.ask('GET', `/events/${id}`, { as: 'editor' })).body

  test('visitors of a site see what an import without credentials brings', async () => {
    const { source, loaded } = tecSite()
    const { counts, problems, state } = await importFrom(server.db, source)
    deepEqual(counts, {
      categories: { created: 2 },
      tags: { created: 1 },
      venues: { created: 1 },
      organizers: { created: 1 },
      media: { created: 2 },
      events: { created: 4 },
    })
    equal(state, 'finished')
    deepEqual(
      problems.map(({ place, field }) => [place, field]),
      [
        ['event 102', 'status'],
        ['event weekly-choir', 'recurrence'],
      ],
    )
    equal(loaded.length, 2)
  })

  test('records keep ids, slugs, references, pictures and times', async () => {
    const event = await eventAt(101)
    deepEqual(
      [event.title, event.slug, event.cost, event.featured, event.venue.venue, event.modified_utc],
      ['Spring “concert”', 'spring-concert', '$5 – $20', true, 'Miller’s Barn', '2029-06-01 09:00:00'],
    )
    equal((await server.ask('GET', `/media/${event.image.id}`)).body.alt, 'Alternative text 41')
    equal(event.website, event.url, 'it has no website of its own')
    const [jazz] = event.categories
    deepEqual([jazz.id, jazz.parent, jazz.name], [12, 11, 'Jazz'])
    const { event_status, cost, cost_details, website } = await eventAt(103)
    deepEqual([event_status, cost, website], ['cancelled', '8€', 'https://blood.example/'])
    equal(cost_details.currency_code, 'EUR')
    equal((await eventAt(102)).status, 'private')
  })

  test('the dates of a repeated event are joined', async () => {
    const { id } = (await server.ask('GET', '/events/by-slug/weekly-choir')).body
    const { events } = (await server.ask('GET', `/events/${id}/occurrences`)).body
    deepEqual(
      events.map(({ title, start_date, end_date }: Record<string, string>) => [title, start_date, end_date]),
      [
        ['Choir rehearsal', '2031-04-07 19:00:00', '2031-04-07 20:00:00'],
        ['Choir rehearsal', '2031-04-14 19:00:00', '2031-04-14 21:30:00'],
        ['Rehearsal in the garden', '2031-04-21 19:00:00', '2031-04-21 20:00:00'],
      ],
    )
  })

  test('a comparison names the fields that differ, and the months with other numbers of events', async () => {
    const { options } = tecSite()
    const compare = async () => {
      const { compared, differences } = await verifyTecImport(loadScope(server.db), 'tec:old.example', options)
      equal(compared, 5)
      return differences
    }
    const before = await compare()
    // The lists of this site have the same total for all months.
    deepEqual(
      [before.length, before.every((text) => /^\d{4}-\d\d: 6 public events there, \d here$/.test(text))],
      [24, true],
    )
    await server.ask('PATCH', '/events/103', { as: 'editor', body: { title: 'Ours', cost: '9' } })
    deepEqual((await compare()).slice(0, 1), ['event 103 "Title 103": title, cost'])
    await server.ask('PATCH', '/events/103', { as: 'editor', body: { title: 'Title 103', cost: '8€' } })
  })

  test('another run writes nothing, and with credentials it brings what was missing', async () => {
    const { counts } = await importFrom(server.db, tecSite().source)
    deepEqual(counts.events, { unchanged: 4 })
    deepEqual(counts.media, { unchanged: 2 })
    const options = { ...AS_ADMINISTRATOR, authorMap: { mara: 'editor' } }
    const { counts: more } = await importFrom(server.db, tecSite({ options }).source)
    deepEqual(more.events, { created: 3, updated: 2, unchanged: 2 })
    equal((await eventAt(101)).title, 'Spring "concert"')
    match((await eventAt(102)).description, /The code is on the board/)
    deepEqual(
      (await eventAt(102)).categories.map(({ id }: { id: number }) => id),
      [12],
    )
    deepEqual([(await eventAt(94)).status, (await eventAt(95)).status], ['draft', 'private'])
    equal((await eventAt(94)).date, '2029-05-20 08:00:00', 'local time of the old site')
    const authors = await Promise.all([94, 95, 96].map(async (id) => (await eventAt(id)).author))
    deepEqual(authors, Array(3).fill(String(server.ids.editor)))
    equal((await eventAt(96)).hide_from_listings, true)
  })

  test('drafts have the date of the old site, also where others have ids between theirs', async () => {
    const draft = { status: 'draft', date: '2029-05-20 10:00:00', date_utc: '0000-00-00 00:00:00' }
    const events = [siteEvent(504, '', draft), siteEvent(520, '', draft)]
    await importFrom(
      server.db,
      exportOf([
        { kind: 'event', id: 510, fields: { start_date: '2031-05-01', end_date: '2031-05-01', title: 'Between' } },
      ]),
    )
    await importFrom(server.db, tecSite({ events }).source)
    for (const id of [504, 520]) equal((await eventAt(id)).date, '2029-05-20 08:00:00')
    equal((await server.ask('GET', '/events/510', { as: 'editor' })).status, 200)
  })

  test('with the option, posts in the trash are imported into the trash', async () => {
    const options = { ...AS_ADMINISTRATOR, withTrash: true }
    const { counts } = await importFrom(server.db, tecSite({ options }).source)
    deepEqual(counts.events, { created: 1, unchanged: 7 })
    const { status, slug } = await eventAt(97)
    deepEqual([status, slug], ['trash', 'wrong-entry__trashed'])
    const { body } = await server.ask('PATCH', '/events/97', { as: 'editor', body: { status: 'publish' } })
    equal(body.slug, 'wrong-entry')
    deepEqual((await importFrom(server.db, tecSite({ options }).source)).counts.events, { unchanged: 8 })
  })

  test('values of additional fields are reported', async () => {
    const custom_fields = {
      _ecp_custom_2: { label: 'Speaker', value: 'Ana Quill' },
      _ecp_custom_3: { label: 'Fee', value: '' },
    }
    const { problems } = await importFrom(
      server.db,
      tecSite({ events: [siteEvent(530, 'talk', { custom_fields })] }).source,
    )
    deepEqual(
      problems.map(({ field, message }) => [field, message]),
      [['custom_fields', 'Additional fields do not exist here, and were not imported: Speaker: Ana Quill.']],
    )
  })

  test('a venue that is not published is imported with the first event that contains it', async () => {
    const venue = {
      id: 23,
      status: 'draft',
      venue: 'Aquarium',
      slug: 'aquarium',
      city: 'Amselfurt',
      date_utc: '',
      url: '',
    }
    const events = [siteEvent(501, 'in-the-aquarium', { venue }), siteEvent(502, 'again-there', { venue })]
    const { counts } = await importFrom(server.db, tecSite({ events }).source)
    deepEqual([counts.venues, counts.events], [{ unchanged: 1, created: 1 }, { created: 2 }])
    deepEqual([(await eventAt(502)).venue.id, (await eventAt(502)).venue.status], [23, 'draft'])
    deepEqual((await server.ask('GET', '/events/502')).body.venue, [])
  })

  test('an import that was stopped goes on at its page', async () => {
    const image = { id: 43, url: 'https://old.example/wp-content/uploads/2029/05/stopped.png' }
    const events = Array.from({ length: 12 }, (_, n) => siteEvent(201 + n, `stopped-${n}`, { image }))
    const failing = (url: URL) =>
      /v1\/events$/.test(url.pathname) && Number(url.searchParams.get('page')) > 1 ? html(500) : undefined
    await rejects(importFrom(server.db, tecSite({ events, answer: failing }).source), SourceRequestError)
    const { source, asked } = tecSite({ events })
    const { isContinued, counts } = await importFrom(server.db, source)
    ok(isContinued)
    deepEqual([counts.events, counts.media?.created, counts.media?.unchanged], [{ created: 12 }, 1, undefined])
    ok(!asked.some((address) => address.includes('categories')), 'earlier steps are not repeated')
  })

  for (const [title, answer, problem] of [
    ['a page of a sign-in', () => html(200), /no REST API.*Sign in|<!DOCTYPE/s],
    ['a site that does not answer', () => new Error('connection timed out'), /connection timed out/],
    [
      'a site without the plugin',
      (url: URL) => (url.pathname === '/wp-json/' ? { ...html(200), body: '{"namespaces":["wp/v2"]}' } : undefined),
      /not active/,
    ],
    ['refused credentials', (url: URL) => (/users\/me/.test(url.pathname) ? html(401) : undefined), /refuses the user/],
  ] as const) {
    test(`${title} fails the run with its reason`, async () => {
      await rejects(importFrom(server.db, tecSite({ answer, options: AS_ADMINISTRATOR }).source), problem)
      const row = await server.db.get<{ error: string }>(sql`SELECT error FROM import_run ORDER BY id DESC LIMIT 1`)
      match(row?.error ?? '', problem)
    })
  }

  test('a calendar is not imported from itself', async () => {
    const { source } = tecSite({ options: { ownOrigin: 'https://old.example' } })
    await rejects(importFrom(server.db, source), /address of this calendar/)
  })

  test('warnings before the JSON of a response, a byte order mark and a comment after it are ignored', async () => {
    const around: [string, string][] = [
      ['<br />\n<b>Notice</b>: Undefined index [id] in {plugin}\n', ''],
      ['\ufeff', ''],
      ['', '\n<!-- cached -->'],
    ]
    for (const [before, after] of around) {
      const { send } = tecSite().options
      const wrapped = async (...request: Parameters<typeof send>) => {
        const response = await send(...request)
        return { ...response, body: `${before}${response.body}${after}` }
      }
      const { source } = tecSite({ options: { send: wrapped } })
      equal((await importFrom(server.db, source)).state, 'finished')
    }
  })

  test('texts that are no texts and records without an id do not end an import', async () => {
    const answer = (url: URL): SiteResponse | undefined => {
      if (!/wp\/v2\/tribe_events\/\d+$/.test(url.pathname)) return undefined
      const body = { id: 421, title: { raw: 5 }, content: { raw: ['<p>'] }, excerpt: null }
      return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    }
    const events = [siteEvent(421, 'odd-types', { venue: { venue: 'Without id' }, title: 'Odd types' })]
    const { problems } = await importFrom(server.db, tecSite({ events, answer, options: AS_ADMINISTRATOR }).source)
    const { title, description } = await eventAt(421)
    deepEqual([title, description], ['Odd types', '<p>Text of 421.</p>'])
    deepEqual(
      problems.filter(({ external_id, field }) => external_id === '421' && field !== 'author'),
      [],
    )
  })

  test('ids that are no ids are left out of references, and such a record is named by its slug', async () => {
    const categories = [
      { id: { id: 'x' }, name: 'Odd' },
      { id: [], name: 'Odder' },
    ]
    const events = [siteEvent(422, 'odd-links', { categories, organizer: [{ id: {}, organizer: 'Odd' }] })]
    const odd = { ...siteEvent(423, 'no-event'), id: { id: 'x' } }
    const { problems } = await importFrom(server.db, tecSite({ events: [...events, odd] }).source)
    const texts = problems.map(({ place, external_id, message }) => `${place} ${external_id} ${message}`)
    deepEqual(
      texts.filter((text) => /object Object|undefined/.test(text)),
      [],
    )
    equal((await eventAt(422)).slug, 'odd-links')
    equal((await server.ask('GET', '/events/by-slug/no-event')).status, 200)
  })

  test('a list is not read for ever if the site names more pages than it has, or repeats one', async () => {
    for (const records of [[], [siteEvent(401, 'again')]]) {
      const answer = (url: URL): SiteResponse | undefined => {
        if (!/v1\/events$/.test(url.pathname) || Number(url.searchParams.get('page')) < 2) return undefined
        const headers = { 'content-type': 'application/json', 'x-tec-totalpages': '99999' }
        return { status: 200, headers, body: JSON.stringify({ events: records }) }
      }
      const events = Array.from({ length: 12 }, (_, n) => siteEvent(401 + n, `page-${n}`))
      const { source, asked } = tecSite({ events, answer })
      equal((await importFrom(server.db, source)).state, 'finished')
      const pages = asked.filter((path) => /v1\/events\?/.test(path)).length
      ok(pages < 10, `${pages} pages were read`)
    }
  })

  test('failed requests are repeated after the pause that the site asks for, and pages that stay broken are reported', async () => {
    const answer = (url: URL, count: number) => {
      if (!/v1\/events$/.test(url.pathname) || url.searchParams.get('per_page') === '1') return undefined
      if (url.searchParams.get('page') === '1') return count === 1 ? html(429, { 'retry-after': '30' }) : undefined
      return url.searchParams.get('page') === '2' ? { ...html(200), body: '{"events":[{"id":' } : undefined
    }
    const events = Array.from({ length: 12 }, (_, n) => siteEvent(301 + n, `broken-${n}`))
    const { source, pauses } = tecSite({ events, answer })
    const { counts, problems } = await importFrom(server.db, source)
    deepEqual(counts.events, { created: 8, refused: 1 })
    deepEqual(pauses, [30_000, 1000, 5000])
    deepEqual(
      problems.map(({ severity, place }) => [severity, place]),
      [['refused', 'events, page 2']],
    )
    match(problems[0]?.message ?? '', /page=2.*status 200, text\/html: \{"events"/)
  })

  test('single events that the site does not answer are soon no longer requested, and each is reported', async () => {
    let requests = 0
    const answer = (url: URL) => {
      if (!/v1\/events\/\d+$/.test(url.pathname)) return undefined
      requests += 1
      throw new Error('timeout')
    }
    const events = Array.from({ length: 12 }, (_, n) => siteEvent(901 + n, `silent-${n}`))
    const { counts, problems } = await importFrom(server.db, tecSite({ events, answer }).source)
    deepEqual(counts.events, { created: 12 })
    ok(requests >= 9 && requests <= 12, `${requests} requests`)
    const expected = events.map(({ id }) => [String(id), 'warning', 'event_status'])
    deepEqual(
      problems.map(({ external_id, severity, field }) => [external_id, severity, field]),
      expected,
    )
  })

  test('a single event at which the site fails is reported, and the next ones are requested', async () => {
    const answer = (url: URL) => (/v1\/events\/92[1-5]$/.test(url.pathname) ? html(500) : undefined)
    const events = Array.from({ length: 6 }, (_, n) => siteEvent(921 + n, `failing-${n}`))
    const { problems } = await importFrom(server.db, tecSite({ events, answer }).source)
    deepEqual(
      problems.map(({ external_id }) => external_id),
      ['921', '922', '923', '924', '925'],
    )
  })
})
