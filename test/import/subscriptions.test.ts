import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { type Sql, sql } from '../../src/db/database.ts'
import {
  claimDueSubscription,
  countFailingSubscriptions,
  isSubscriptionRefreshDue,
  storeSubscriptionContent,
} from '../../src/import/subscriptions/subscription-store.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { icsCalendar, icsEvent, subscribe, withFeedHost } from '../kit/calendar/subscriptions.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { loadScope } from '../kit/engines/load-scope.ts'
import { recordReads } from '../kit/engines/recorded-reads.ts'
import { TEST_NOW } from '../kit/server/server.ts'
import { withServer } from '../kit/server/with-server.ts'

forEachEngine('subscriptions', (engine) => {
  const server = withServer(engine)
  const host = withFeedHost()
  const make = makersOf(server)
  const serve = (...events: string[]) => {
    host.answer = (_, response) => response.end(icsCalendar(...events))
  }
  /** Titles, statuses and event statuses of the events whose title begins with a word. */
  const eventsOf = async (word: string) => {
    const path = `/events?start_date=2030-01-01&status=publish,pending,draft&per_page=50&search=${word}`
    const { body } = await server.ask('GET', path, { as: 'editor' })
    return body.events.map((event: Record<string, string>) => [event.title, event.status, event.event_status])
  }
  const idOf = async (uid: string) =>
    (await server.db.get<{ id: number }>(sql`SELECT record_id AS id FROM external_id WHERE external_id = ${uid}`))?.id

  test('an unchanged feed costs one request, and one statement that notes the time', async () => {
    host.answer = (request, response) => {
      if (request.headers['if-none-match'] === '"1"') response.writeHead(304).end()
      else response.setHeader('ETag', '"1"').end(icsCalendar(icsEvent('etag-1', 'Conditional', 1)))
    }
    const { id, refresh, row } = await subscribe(server.db, { url: host.url })
    deepEqual((await refresh()).counts, { created: 1 })
    const requests = host.requests.length
    const { db, reads } = recordReads(server.db)
    const writes: string[] = []
    const transaction: typeof db.transaction = (work, read) =>
      db.transaction((tx) => {
        const record =
          <Result>(send: (statement: Sql) => Promise<Result>) =>
          (statement: Sql) => {
            writes.push(statement.sql.slice(0, 'UPDATE subscription'.length))
            return send(statement)
          }
        return work({ ...tx, run: record(tx.run), get: record(tx.get) as typeof tx.get })
      }, read)
    const recorded = { ...db, transaction }
    const claimed = await claimDueSubscription(recorded, { now: TEST_NOW, random: 0, id })
    equal(claimed?.checked_at, TEST_NOW)
    const readsOfClaim = reads.length
    const scope = { ...loadScope(recorded), fetchPicture: async () => undefined }
    equal((await refresh({ scope })).state, 'unchanged')
    deepEqual([host.requests.length - requests, readsOfClaim, reads.length - readsOfClaim], [1, 1, 0])
    deepEqual(writes, ['UPDATE subscription'])
    equal((await row()).note, '')
  })

  test('a feed is read in the charset that its response names, unless it is UTF-8', async () => {
    const latin2 = Buffer.from('Za\xbf\xf3\xb3\xe6', 'latin1')
    const content = icsCalendar(icsEvent('charset', 'TITLE', 1))
    const { refresh } = await subscribe(server.db, { url: host.url, status: 'publish' })
    for (const [type, title, expected] of [
      ['text/calendar; charset=iso-8859-2', latin2, 'Zażółć'],
      ['text/calendar; charset="ISO-8859-1"', Buffer.from('Zaż'), 'Zaż'],
      ['text/calendar; charset=none', Buffer.from('Caf\xe9', 'latin1'), 'Café'],
    ] as const) {
      const [before = '', after = ''] = content.split('TITLE')
      const bytes = Buffer.concat([Buffer.from(before), title, Buffer.from(after)])
      host.answer = (_, response) => response.setHeader('Content-Type', type).end(bytes)
      await refresh()
      const { body } = await server.ask('GET', `/events/${await idOf('charset')}`, { as: 'editor' })
      equal(body.title, expected)
    }
  })

  for (const [coding, compress] of Object.entries({
    gzip: gzipSync,
    deflate: deflateSync,
    br: brotliCompressSync,
    zstd: zstdCompressSync,
  })) {
    test(`a feed that was compressed with ${coding} is read, although nobody asked for that`, async () => {
      const content = compress(icsCalendar(icsEvent(`coded-${coding}`, `Coded ${coding}`, 1)))
      const { refresh } = await subscribe(server.db, { url: host.url, status: 'publish' })
      host.answer = (_, response) => response.setHeader('Content-Encoding', coding).end(content)
      deepEqual((await refresh()).counts, { created: 1 })
    })
  }

  for (const [what, write] of Object.entries({
    'UTF-16': (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le'),
    'lower case': (text: string) => Buffer.from(text.replaceAll('END:', 'end:')),
  })) {
    test(`a feed in ${what} is not taken for one that was cut off`, async () => {
      const content = write(icsCalendar(icsEvent(`whole-${what}`, `Whole ${what}`, 1)))
      const { refresh, row } = await subscribe(server.db, { url: host.url, status: 'publish' })
      host.answer = (_, response) => response.end(content)
      deepEqual([(await refresh()).counts, (await row()).note], [{ created: 1 }, ''])
    })
  }

  test('a feed with other bytes but the same events causes no run', async () => {
    const { refresh } = await subscribe(server.db, { url: host.url })
    serve(icsEvent('stamp', 'Stamped', 1, 'DTSTAMP:20300601T000000Z'))
    equal((await refresh()).counts?.created, 1)
    serve(icsEvent('stamp', 'Stamped', 1, 'DTSTAMP:20300602T000000Z'))
    deepEqual(await refresh(), { state: 'done', runId: undefined, counts: undefined, problems: [] })
  })

  test('new events have the status, categories and venue of the options', async () => {
    const venue = await make.venue({ venue: 'Town Hall' })
    await make.category({ name: 'Music' })
    await make.tag({ name: 'Free' })
    serve(icsEvent('fit', 'Fitted', 2, 'LOCATION:town hall', 'CATEGORIES:music,free,nothing', 'X-A:b'))
    const { refresh } = await subscribe(server.db, { url: host.url, status: 'draft', categories: ['From feeds'] })
    const { problems } = await refresh()
    deepEqual(problems, [])
    const { body } = await server.ask('GET', `/events/${await idOf('fit')}`, { as: 'editor' })
    deepEqual(
      [body.status, body.venue.id, body.categories.map(({ name }: { name: string }) => name), body.tags[0].name],
      ['draft', venue.id, ['From feeds', 'Music'], 'Free'],
    )
    equal((await server.ask('GET', '/tags?search=nothing')).body.total, 0)
  })

  test('words of the source mean other categories and tags here, or none', async () => {
    await make.category({ name: 'Mapped category' })
    await make.tag({ name: 'Mapped tag' })
    serve(icsEvent('mapped', 'Mapped', 2, 'CATEGORIES:KONZERT,music'))
    const map = { Konzert: 'Mapped tag', Music: '' }
    const { refresh, row } = await subscribe(server.db, { url: host.url, map })
    await refresh()
    const names = async () => {
      const { body } = await server.ask('GET', `/events/${await idOf('mapped')}`, { as: 'editor' })
      return [...body.categories, ...body.tags].map(({ name }: { name: string }) => name)
    }
    deepEqual(await names(), ['Mapped tag'])
    const path = `/imports/sources/${(await row()).id}`
    const changed = await server.ask('PATCH', path, {
      as: 'administrator',
      body: { map: 'Konzert = Mapped category\nmusic=' },
    })
    deepEqual([changed.status, changed.body.map], [200, { Konzert: 'Mapped category', music: '' }])
    await refresh()
    // A source that names no tag any more changes no tags.
    deepEqual(await names(), ['Mapped category', 'Mapped tag'])
    const refused = await server.ask('PATCH', path, { as: 'administrator', body: { map: 'Konzert' } })
    deepEqual([refused.status, Object.keys(refused.body.data.params)], [400, ['map']])
  })

  test('a place without a venue is proposed, and no venue is created', async () => {
    const before = (await server.ask('GET', '/venues')).body.total
    serve(icsEvent('place', 'Placed', 2, 'LOCATION:Somewhere else\\, Street 1'))
    await (await subscribe(server.db, { url: host.url })).refresh()
    equal((await server.ask('GET', '/venues')).body.total, before)
    const proposed = await server.db.get(
      sql`SELECT name, venue_id FROM place_venue WHERE place = 'somewhere else street 1'`,
    )
    deepEqual({ ...(proposed as object) }, { name: 'Somewhere else, Street 1', venue_id: null })
  })

  test('words and the window choose events', async () => {
    const past = icsEvent('w-1', 'Past concert', 2).replaceAll('203007', '203005')
    const late = icsEvent('w-2', 'Late concert', 2).replaceAll('203007', '203407')
    serve(
      past,
      late,
      icsEvent('w-3', 'Jazz concert', 2),
      icsEvent('w-4', 'Cancelled concert', 2),
      icsEvent('w-5', 'Talk', 2),
    )
    const options = { match: 'CONCERT, theatre', skip: 'cancelled' }
    const { refresh } = await subscribe(server.db, { url: host.url, ...options })
    deepEqual((await refresh()).counts, { created: 1 })
    ok(await idOf('w-3'))
  })

  test('new ids at each request make no duplicates, and deleted events stay deleted', async () => {
    const { refresh } = await subscribe(server.db, { url: host.url })
    const feed = (run: number) =>
      ['Alpha', 'Beta', 'Gamma'].map((title, at) => icsEvent(`u${run}-${at}`, `Outlook ${title}`, at + 1))
    serve(...feed(0))
    deepEqual((await refresh()).counts, { created: 3 })
    const gamma = await idOf('u0-2')
    await server.ask('DELETE', `/events/${gamma}?force=true`, { as: 'administrator' })
    for (let run = 1; run <= 10; run += 1) {
      serve(...feed(run))
      equal((await refresh()).counts?.created, undefined)
    }
    deepEqual(
      (await eventsOf('outlook')).map(([title]: string[]) => title),
      ['Outlook Alpha', 'Outlook Beta'],
    )
  })

  test('edits made in this calendar, and its trash, are not overwritten', async () => {
    const { refresh } = await subscribe(server.db, { url: host.url, status: 'publish' })
    const feed = (text: string) => [
      icsEvent('e-1', `Edited ${text}`, 3, `DESCRIPTION:${text}`),
      icsEvent('e-2', `Trashed ${text}`, 3),
    ]
    serve(...feed('one'))
    await refresh()
    const [edited, trashed] = [await idOf('e-1'), await idOf('e-2')]
    await server.ask('POST', `/events/${edited}`, { as: 'editor', body: { title: 'Our title' } })
    await server.ask('DELETE', `/events/${trashed}`, { as: 'editor' })
    for (const text of ['two', 'three']) {
      serve(...feed(text))
      await refresh()
    }
    const { body } = await server.ask('GET', `/events/${edited}`)
    deepEqual([body.title, body.description], ['Our title', '<p>three</p>'])
    equal((await server.ask('GET', `/events/${trashed}`, { as: 'editor' })).body.status, 'trash')
  })

  for (const [onMissing, status] of [
    ['trash', ['trash', 'scheduled']],
    ['cancel', ['publish', 'cancelled']],
    ['keep', ['publish', 'scheduled']],
  ] as const) {
    test(`coming events that are missing twice: ${onMissing}; they return with the source`, async () => {
      const { refresh } = await subscribe(server.db, { url: host.url, status: 'publish', on_missing: onMissing })
      const all = [1, 2, 3].map((day) => icsEvent(`${onMissing}-${day}`, `Missing ${onMissing} ${day}`, day))
      const state = async () => {
        const { body } = await server.ask('GET', `/events/${await idOf(`${onMissing}-1`)}`, { as: 'editor' })
        return [body.status, body.event_status]
      }
      serve(...all)
      await refresh()
      serve(...all.slice(1))
      await refresh()
      deepEqual(await state(), ['publish', 'scheduled'], 'after one read')
      const { counts } = await refresh()
      deepEqual(await state(), status)
      equal(counts?.removed, onMissing === 'keep' ? undefined : 1)
      serve(...all)
      await refresh()
      deepEqual(await state(), ['publish', 'scheduled'], 'after its return')
    })
  }

  test('past events stay', async () => {
    const { refresh } = await subscribe(server.db, { url: host.url, status: 'publish' })
    const soon = icsEvent('soon', 'Soon over', 1).replaceAll('20300701', '20300615')
    const rest = [icsEvent('later-1', 'Later', 2), icsEvent('later-2', 'Later', 3)]
    serve(soon, ...rest)
    await refresh()
    serve(...rest)
    const scope = { ...loadScope(server.db), fetchPicture: async () => undefined, now: TEST_NOW + 86_400 }
    for (let run = 0; run < 3; run += 1) await refresh({ scope })
    equal((await server.ask('GET', `/events/${await idOf('soon')}`)).body.status, 'publish')
  })

  test('a feed that breaks removes nothing, names the problem, and mails the owner once', async () => {
    await server.db.transaction((tx) =>
      tx.run(sql`UPDATE account SET email = 'owner@example.org', role = 'editor'
      WHERE id = 1`),
    )
    const { refresh, row } = await subscribe(server.db, { url: host.url, status: 'publish' })
    const all = [1, 2, 3, 4].map((day) => icsEvent(`b-${day}`, `Breaking ${day}`, day))
    const mails = () => server.db.all(sql`SELECT subject FROM mail`)
    serve(...all)
    await refresh()
    for (const [reason, events] of [
      ['subscription.empty', []],
      ['subscription.shrunk', all.slice(0, 1)],
    ] as const) {
      const before = (await mails()).length
      serve(...events)
      for (let run = 0; run < 3; run += 1) await refresh()
      equal(JSON.parse((await row()).note).reason, reason)
      equal((await mails()).length, before + 1)
    }
    equal((await eventsOf('breaking')).length, 4)
    await refresh({ mayShrink: true })
    equal((await eventsOf('breaking')).length, 1, 'an administrator allows it')
  })

  const failures: [name: string, reason: string, answer: typeof host.answer][] = [
    ['a sign-in page', 'no-calendar', (_, response) => response.end('<!DOCTYPE html>\n<title>Sign in</title>')],
    ['an error', 'status', (_, response) => response.writeHead(404).end('not here')],
    ['“not modified” without a condition', 'status', (_, response) => response.writeHead(304).end()],
    ['silence', 'too-slow', () => {}],
    ['an answer without end', 'too-slow', (_, response) => void response.write('BEGIN:VCALENDAR\r\n')],
    ['a connection that breaks', 'no-response', (request) => request.socket.destroy()],
    ['damaged compression', 'no-response', (_, response) => response.setHeader('Content-Encoding', 'gzip').end('x')],
    ['unknown compression', 'no-response', (_, response) => response.setHeader('Content-Encoding', 'x').end('x')],
    [
      'content that is large only when decompressed',
      'too-large',
      (_, response) => response.setHeader('Content-Encoding', 'br').end(brotliCompressSync(Buffer.alloc(10_000_000))),
    ],
    ['a large answer', 'too-large', (_, response) => response.end('x'.repeat(200_000))],
    ['a redirect to itself', 'no-response', (_, response) => response.writeHead(302, { Location: '/' }).end()],
    [
      'a redirect to a file',
      'no-response',
      (_, response) => response.writeHead(302, { Location: 'file:///etc' }).end(),
    ],
  ]
  test('failures are named, change nothing, and double the pause', async () => {
    const { refresh, row } = await subscribe(server.db, { url: host.url, status: 'publish' })
    serve(icsEvent('f-1', 'Failing', 5))
    await refresh()
    for (const [name, reason, answer] of failures) {
      host.answer = answer
      // Only answers that never end need a short limit: others may take long on a busy machine.
      const timeoutMs = reason === 'too-slow' ? 100 : 60_000
      const { state } = await refresh({ guard: { allowPrivate: true, bytes: 100_000, timeoutMs } })
      deepEqual([state, JSON.parse((await row()).note).reason], ['failed', `subscription.${reason}`], name)
    }
    const { failures: count, next_at, checked_at } = await row()
    equal(count, failures.length)
    equal(await countFailingSubscriptions(server.db), 1)
    deepEqual([next_at - TEST_NOW, checked_at], [86_400, null], 'a day later')
    equal((await eventsOf('failing')).length, 1)
    serve(icsEvent('f-1', 'Failing', 5))
    equal((await refresh()).state, 'done')
    deepEqual([(await row()).failures, (await row()).note], [0, ''])
  })

  test('private addresses are not requested, also after a redirect', async () => {
    const { refresh, row } = await subscribe(server.db, { url: host.url })
    const requests = host.requests.length
    await refresh({ guard: { allowPrivate: false } })
    equal(host.requests.length, requests)
    match((await row()).note, /not a public address/)
  })

  test('after a week of failures a subscription is off', async () => {
    const { refresh, row } = await subscribe(server.db, { url: host.url })
    host.answer = (_, response) => response.writeHead(500).end()
    await refresh()
    const scope = { ...loadScope(server.db), fetchPicture: async () => undefined, now: TEST_NOW + 8 * 86_400 }
    await refresh({ scope })
    equal((await row()).is_on, 0)
  })

  test('a calendar that was cut off keeps what it does not contain', async () => {
    const { refresh, row } = await subscribe(server.db, { url: host.url, status: 'publish' })
    const all = [1, 2, 3].map((day) => icsEvent(`c-${day}`, `Cut ${day}`, day))
    serve(...all)
    await refresh()
    const text = icsCalendar(...all, icsEvent('c-4', 'Cut 4', 4)).replace(all[0] as string, '')
    host.answer = (_, response) => response.end(text.slice(0, text.indexOf('Cut 4') + 3))
    for (let run = 0; run < 3; run += 1) await refresh()
    equal((await eventsOf('cut')).length, 3)
    match((await row()).note, /cut-off/)
  })

  test('the feed of this calendar is refused', async () => {
    const events = await Promise.all(
      [1, 2].map((day) => make.event({ title: 'Own', start_date: `2030-08-0${day} 10:00` })),
    )
    const own = (await server.ask('GET', '/events.ics?search=Own')).bytes
    host.answer = (_, response) => response.end(own)
    const { refresh, row } = await subscribe(server.db, { url: host.url })
    equal((await refresh()).state, 'failed')
    match((await row()).note, /own-calendar/)
    equal(events.length, (await eventsOf('own')).length)
    await rejects(subscribe(server.db, { url: 'https://calendar.example/events.ics' }), { code: 'rest_invalid_param' })
  })

  test('our JSON Feed is read by another calendar', async () => {
    const item = (id: string, _event?: object) => ({
      id,
      title: `JSON ${id}`,
      content_text: 'Text',
      tags: ['Music'],
      _event,
    })
    const times = { start: '2030-07-01T10:00:00+02:00', end: '2030-07-01T11:00:00+02:00', timezone: 'Europe/Berlin' }
    const items = [item('1', times), item('2'), { title: 'no id' }]
    host.answer = (_, response) => response.end(JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', items }))
    const { refresh } = await subscribe(server.db, { url: host.url, type: 'jsonfeed' })
    const { counts, problems } = await refresh()
    deepEqual(counts, { created: 1, refused: 2 })
    deepEqual(
      problems.map(({ place, field }) => [place, field]),
      [
        ['item 2', '_event'],
        ['item 3', 'id'],
      ],
    )
    const { body } = await server.ask('GET', `/events/${await idOf('1')}`, { as: 'editor' })
    deepEqual([body.title, body.start_date, body.timezone], ['JSON 1', '2030-07-01 10:00:00', 'Europe/Berlin'])
  })

  test('a subscription to JSCalendar follows its changes', async () => {
    const entry = (uid: string, members: object) => ({
      ...{ '@type': 'Event', uid, title: `Jumping ${uid}`, start: '2030-07-01T10:00:00', timeZone: 'Europe/Berlin' },
      ...members,
    })
    const serveEntries = (...entries: object[]) => {
      host.answer = (_, response) => response.end(JSON.stringify({ '@type': 'Group', entries }))
    }
    const places = { locations: { 1: { name: 'Gym' }, 2: { name: 'Yard' } } }
    serveEntries(entry('a', places), entry('b', {}), { '@type': 'Task', uid: 'c' })
    const { refresh } = await subscribe(server.db, { url: host.url, type: 'jscalendar' })
    const { counts, problems } = await refresh()
    deepEqual([counts, problems.map(({ place }) => place)], [{ created: 2, refused: 1 }, ['entry 3']])
    ok(await server.db.get(sql`SELECT place FROM place_venue WHERE name = 'Gym'`))
    serveEntries(entry('a', places), entry('b', { title: 'Jumping high' }))
    deepEqual((await refresh()).counts, { updated: 1, unchanged: 1 })
    deepEqual(await eventsOf('Jumping'), [
      ['Jumping a', 'pending', 'scheduled'],
      ['Jumping high', 'pending', 'scheduled'],
    ])
    host.answer = (_, response) => response.end('{"@type":"Group","entries":[')
    equal((await refresh()).state, 'failed')
  })

  test('content that a client sent is read instead of a request, once', async () => {
    const { refresh, row, id } = await subscribe(server.db, {})
    equal((await refresh()).state, 'unchanged', 'there is nothing to request')
    const requests = host.requests.length
    await server.db.transaction((tx) =>
      storeSubscriptionContent(tx, id, icsCalendar(icsEvent('sent', 'Sent', 1)), TEST_NOW),
    )
    deepEqual((await refresh()).counts, { created: 1 })
    deepEqual([(await row()).content, host.requests.length], ['', requests])
    equal((await refresh()).state, 'unchanged')
  })

  test('one process claims a subscription that is due', async () => {
    await server.db.transaction((tx) => tx.run(sql`UPDATE subscription SET is_on = 0`))
    equal(await isSubscriptionRefreshDue(server.db, TEST_NOW), false)
    const { id } = await subscribe(server.db, { url: host.url, every_minutes: 60 })
    const claim = () => claimDueSubscription(server.db, { now: TEST_NOW, random: 0 })
    deepEqual((await Promise.all([claim(), claim()])).map((row) => row?.id).sort(), [id, undefined])
    equal(await isSubscriptionRefreshDue(server.db, TEST_NOW + 3239), false)
    equal(await isSubscriptionRefreshDue(server.db, TEST_NOW + 3240), true)
  })
})
