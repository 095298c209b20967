import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, test } from 'node:test'
import sharp from 'sharp'
import { buildAuditEntryInsert } from '../../src/audit/audit-entry.ts'
import { deleteAuditEntriesBefore } from '../../src/audit/delete-old-audit-entries.ts'
import { type AuditRow, listAuditEntries } from '../../src/audit/list-audit-entries.ts'
import { FACES } from '../../src/core/faces.ts'
import { type Database, join, sql } from '../../src/db/database.ts'
import { EVENT, makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { refusingInserts } from '../kit/engines/refused-inserts.ts'
import { startListening } from '../kit/server/listening.ts'
import { type Ask, TEST_NOW, type TestAnswer } from '../kit/server/server.ts'
import { withServer } from '../kit/server/with-server.ts'

const SEVERAL = { page: 1, perPage: 1000 }

forEachEngine('the audit log', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)

  const entries = async (db: Database = server.db) => (await listAuditEntries(db, {}, SEVERAL)).rows.reverse()
  /** The entries that `work` adds to the log, oldest first. */
  async function added(work: () => Promise<unknown>): Promise<AuditRow[]> {
    const before = await entries()
    await work()
    return (await entries()).slice(before.length)
  }
  const told = ({ login, action, collection, language, fields, title }: AuditRow) =>
    [login, action, collection, language, fields.split(',').sort(), title].join(' | ')

  async function write(method: string, path: string, options: Ask, status = 200): Promise<TestAnswer> {
    const answer = await server.ask(method, path, options)
    assert.equal(answer.status, status, JSON.stringify(answer.body))
    return answer
  }

  describe('has one entry for', () => {
    const asEditor = { as: 'editor' } as const
    const cases: [what: string, work: () => Promise<unknown>, expected: string[]][] = [
      ['an event', () => make.event({ title: 'Jazz' }), ['editor | created | events | en |  | Jazz']],
      [
        'an event and each thing made along with it',
        () =>
          make.event({
            title: 'All',
            venue: { venue: 'Quay' },
            organizer: { organizer: 'Club' },
            categories: ['Art'],
            tags: ['new'],
          }),
        [
          'editor | created | venues | en |  | Quay',
          'editor | created | organizers | en |  | Club',
          'editor | created | categories | en |  | Art',
          'editor | created | tags | en |  | new',
          'editor | created | events | en |  | All',
        ],
      ],
      [
        'no venue that was there',
        () => make.event({ title: 'Again', venue: { venue: 'Quay' } }),
        ['editor | created | events | en |  | Again'],
      ],
      ['no venue that answers for its namesake', () => make.venue({ venue: 'Quay' }), []],
      [
        'a title of any length, shortened',
        () => make.event({ title: '𝄞'.repeat(300) }),
        [`editor | created | events | en |  | ${'𝄞'.repeat(199)}…`],
      ],
    ]
    for (const [what, work, expected] of cases) {
      test(what, async () => assert.deepEqual((await added(work)).map(told), expected))
    }

    for (const [collection, titleField, maker] of [
      ['events', 'title', 'event'],
      ['venues', 'venue', 'venue'],
      ['organizers', 'organizer', 'organizer'],
      ['categories', 'name', 'category'],
      ['tags', 'name', 'tag'],
    ] as const) {
      test(`each write to ${collection}`, async () => {
        const isTermKind = maker === 'category' || maker === 'tag'
        const name = (word: string) => `${word} of ${collection}`
        const { id } = await make[maker]({ [titleField]: name('Name') })
        const item = `/${collection}/${id}`
        const rows = await added(async () => {
          await write('PATCH', item, { ...asEditor, body: { [titleField]: name('Other'), description: 'Words' } })
          await write('POST', item, { ...asEditor, root: 'de', body: { [titleField]: name('Anderer') } })
          await write('PUT', `${item}/translations/fr`, { ...asEditor, body: { [titleField]: name('Nom') } })
          await write('DELETE', `${item}/translations/fr`, asEditor)
          await write('DELETE', item, asEditor)
          if (!isTermKind) await write('PUT', item, { ...asEditor, body: { status: 'publish' } })
        })
        assert.deepEqual(rows.map(told), [
          `editor | updated | ${collection} | en | ${['description', titleField].sort()} | ${name('Other')}`,
          `editor | updated | ${collection} | de | ${titleField} | ${name('Anderer')}`,
          `editor | translated | ${collection} | fr | ${titleField} | ${name('Nom')}`,
          `editor | translation-removed | ${collection} | fr |  | ${name('Nom')}`,
          `editor | ${isTermKind ? 'deleted' : 'trashed'} | ${collection} |  |  | ${name('Other')}`,
          ...(isTermKind ? [] : [`editor | restored | ${collection} | en | status | ${name('Other')}`]),
        ])
        assert.deepEqual([...new Set(rows.map(({ record_id }) => record_id))], [id])
      })
    }

    test('each picture that is uploaded, updated or deleted', async () => {
      const own = await engine.open()
      const listening = await startListening(own)
      try {
        const body = new FormData()
        body.append('file', new File([new Uint8Array(await png())], 'Quay.png', { type: 'image/png' }))
        const { id } = (await listening.send('POST', '/media', { as: 'author', body })).body
        for (const alt of [{ alt: 'Water' }, {}])
          await listening.send('PATCH', `/media/${id}`, { as: 'author', body: alt })
        await listening.send('DELETE', `/media/${id}`, { as: 'author' })
        assert.deepEqual((await entries(own)).map(told), [
          'author | created | media |  |  | Quay',
          'author | updated | media |  | alt | Quay',
          'author | deleted | media |  |  | Quay',
        ])
      } finally {
        await listening.close()
      }
    })

    test('each picture that is fetched, once', async () => {
      const bytes = await png()
      const elsewhere = createServer((_, response) => response.setHeader('content-type', 'image/png').end(bytes))
      await once(elsewhere.listen(0, '127.0.0.1'), 'listening')
      try {
        const image = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/boat.png`
        const rows = await added(async () => {
          for (const title of ['Sail', 'Row']) await make.event({ title, image })
        })
        assert.deepEqual(rows.map(told), [
          'editor | created | media |  |  | boat',
          'editor | created | events | en |  | Sail',
          'editor | created | events | en |  | Row',
        ])
      } finally {
        elsewhere.close()
      }
    })

    test('each change of settings, unless it is empty', async () => {
      const rows = await added(async () => {
        for (const body of [{ per_page: 4, title: 'Almanac' }, {}])
          await write('POST', '/settings', { as: 'administrator', body })
      })
      assert.deepEqual(rows.map(told), ['administrator | updated | settings |  | per_page,title | '])
    })
  })

  test('records request id, face, time and account', async () => {
    for (const face of FACES) {
      server.clock.now = TEST_NOW + 60
      let answer: TestAnswer | undefined
      const rows = await added(async () => {
        answer = await write('POST', '/tags', { as: 'editor', face, body: { name: `By ${face.name}` } }, 201)
      })
      const [entry] = rows
      assert.equal(rows.length, 1)
      assert.deepEqual(
        [entry?.request_id, entry?.face, entry?.at, entry?.account_id, entry?.record_id],
        [answer?.headers['x-request-id'], face.name, TEST_NOW + 60, server.ids.editor, answer?.body.id],
      )
      server.clock.now = TEST_NOW
    }
  })

  test('has no entry for refused writes', async () => {
    const { id } = await make.event()
    const rows = await added(async () => {
      await write('POST', '/events', { as: 'editor', body: { title: 'x' } }, 400)
      await write('POST', '/events', { body: EVENT }, 401)
      await write('PATCH', `/events/${id}`, { as: 'other', body: { title: 'x' } }, 403)
      await write('DELETE', `/events/${id}`, { as: 'other' }, 403)
      await write('PUT', `/events/${id}/translations/de`, { as: 'editor', body: { title: '' } }, 400)
      await write('DELETE', `/events/${id}/translations/en`, { as: 'editor' }, 400)
      await write('POST', '/settings', { as: 'editor', body: { title: 'x' } }, 403)
      await write('DELETE', '/tags/99999', { as: 'editor' }, 404)
    })
    assert.deepEqual(rows, [])
  })

  test('has no entry when a scheduled event is published by its date', async () => {
    await make.event({ title: 'Later', date_utc: '2030-06-15 13:00:00' })
    const rows = await added(async () => {
      server.clock.now = TEST_NOW + 7200
      await server.ask('GET', '/events')
    })
    server.clock.now = TEST_NOW
    assert.deepEqual(rows, [])
  })

  for (const table of ['audit', 'event', 'event_text', 'event_venue', 'venue_text']) {
    test(`a create that fails at "${table}" leaves neither record nor entry`, async () => {
      const before = await recordsOf(server.db)
      const rows = await added(() =>
        refusingInserts(server.db, table, () =>
          write('POST', '/events', { as: 'editor', body: { ...EVENT, venue: { venue: `Never ${table}` } } }, 500),
        ),
      )
      assert.deepEqual(rows, [])
      assert.deepEqual(await recordsOf(server.db), before)
    })
  }

  test('a write whose entry fails is rolled back', async () => {
    const { id } = await make.event({ title: 'Before' })
    await refusingInserts(server.db, 'audit', async () => {
      await write('PATCH', `/events/${id}`, { as: 'editor', body: { title: 'After' } }, 500)
      await write('DELETE', `/events/${id}`, { as: 'editor' }, 500)
    })
    const { body } = await write('GET', `/events/${id}`, { as: 'editor' })
    assert.deepEqual([body.title, body.status], ['Before', 'publish'])
  })

  test('refuses to update, delete or truncate entries', async () => {
    await make.tag()
    for (const statement of [
      sql`UPDATE audit SET login = 'nobody'`,
      sql`DELETE FROM audit`,
      ...(engine.name === 'postgres' ? [sql`TRUNCATE audit`] : []),
    ]) {
      const before = await entries()
      await assert.rejects(server.db.transaction((tx) => tx.run(statement)))
      assert.deepEqual(await entries(), before)
    }
  })

  test('deletes exactly the entries older than the given time', async () => {
    const own = await engine.open()
    const at = async (now: number, count: number) => {
      for (let nth = 0; nth < count; nth += 1) {
        const actor = { accountId: null, login: 'cli:test', requestId: '', face: 'cli', now } as const
        await own.transaction((tx) =>
          tx.runAll([buildAuditEntryInsert(actor, { action: 'created', collection: 'tags' })]),
        )
      }
    }
    await at(TEST_NOW, 3)
    await own.transaction(async (tx) => {
      await tx.run(sql`INSERT INTO audit (at, login, request_id, face, action, collection, language, fields, title)
        SELECT ${TEST_NOW + 1}, 'cli:test', '', 'cli', 'created', 'tags', '', '', '' FROM
          (SELECT 1 AS one ${join(Array(40).fill(sql`UNION ALL SELECT 1`), ' ')}) a CROSS JOIN
          (SELECT 1 AS one ${join(Array(40).fill(sql`UNION ALL SELECT 1`), ' ')}) b`)
    })
    await at(TEST_NOW + 2, 2)
    assert.equal(await deleteAuditEntriesBefore(own, TEST_NOW), 0)
    const version = own.version()
    assert.equal(await deleteAuditEntriesBefore(own, TEST_NOW), 0)
    assert.equal(own.version(), version)
    assert.equal(await deleteAuditEntriesBefore(own, TEST_NOW + 2), 3 + 41 * 41)
    assert.deepEqual(
      (await listAuditEntries(own, {}, SEVERAL)).rows.map((row) => row.at),
      [TEST_NOW + 2, TEST_NOW + 2],
    )
    await assert.rejects(own.transaction((tx) => tx.run(sql`DELETE FROM audit`)))
  })

  describe('is read by administrators', () => {
    const asked = async (query = '') => (await write('GET', `/audit${query}`, { as: 'administrator' })).body

    test('newest first, with all fields', async () => {
      const { headers, body: tag } = await write('POST', '/tags', { as: 'editor', body: { name: 'Newest' } }, 201)
      const answer = await server.ask('GET', '/audit?per_page=1', { as: 'administrator' })
      const { audit, total } = answer.body
      assert.equal(answer.headers.allow, 'GET')
      assert.match(String(answer.headers['cache-control']), /no-store/)
      assert.equal(answer.headers.etag, undefined)
      assert.deepEqual([answer.headers['x-tec-total'], answer.headers['x-tec-totalpages']].map(Number), [total, total])
      const { id, ...entry } = audit[0]
      assert.equal(typeof id, 'number')
      assert.deepEqual(entry, {
        date: '2030-06-15 12:00:00',
        date_utc: '2030-06-15 12:00:00',
        user: 'editor',
        user_id: server.ids.editor,
        action: 'created',
        collection: 'tags',
        record: tag.id,
        title: 'Newest',
        language: 'en',
        fields: [],
        face: 'native',
        request_id: headers['x-request-id'],
      })
    })

    test('in pages that contain every entry once', async () => {
      const { total } = await asked('?per_page=1')
      const seen: number[] = []
      for (let page = 1; ; page += 1) {
        const { audit, total_pages, next_rest_url } = await asked(`?per_page=7&page=${page}`)
        assert.equal(total_pages, Math.ceil(total / 7))
        seen.push(...audit.map(({ id }: { id: number }) => id))
        if (next_rest_url === undefined) break
        assert.match(next_rest_url, new RegExp(`/audit/\\?per_page=7&page=${page + 1}$`))
      }
      assert.equal(seen.length, total)
      assert.deepEqual(
        seen,
        [...new Set(seen)].sort((one, other) => other - one),
      )
      assert.deepEqual((await asked('?page=9999')).audit, [])
    })

    test('filtered by user, action, collection, record and date', async () => {
      server.clock.now = TEST_NOW + 86_400
      const { id } = await make.venue({ venue: 'Asked for' }, { as: 'other' })
      await write('DELETE', `/venues/${id}`, { as: 'other' })
      server.clock.now = TEST_NOW
      for (const [query, expected] of [
        ['user=Other', ['trashed', 'created']],
        ['user=other&action=trashed', ['trashed']],
        [`collection=venues&record=${id}`, ['trashed', 'created']],
        [`collection=events&record=${id}`, []],
        ['after=2030-06-16', ['trashed', 'created']],
        ['after=2030-06-16+12:00:01', []],
        ['user=other&before=2030-06-16+12:00:00', []],
        ['user=other&before=2030-06-16+12:00:01', ['trashed', 'created']],
        ['user=nobody', []],
      ] as const) {
        const { audit, total } = await asked(`?per_page=50&${query}`)
        assert.deepEqual(
          audit.map(({ action }: { action: string }) => action),
          expected,
          query,
        )
        assert.equal(total, expected.length)
      }
    })

    for (const [why, query, as, status, code, names] of [
      ['a guest', '', 'guest', 401, 'rest_forbidden'],
      ['an editor', '', 'editor', 403, 'rest_forbidden'],
      ['an action there is not', '?action=read', 'administrator', 400, 'rest_invalid_param', ['action']],
      [
        'everything wrong at once',
        '?page=0&per_page=x&after=soon-ish&before=%00&user=%20&collection=all&record=-1',
        'administrator',
        400,
        'rest_invalid_param',
        ['after', 'before', 'collection', 'page', 'per_page', 'record', 'user'],
      ],
    ] as const) {
      test(`refused: ${why}`, async () => {
        const { body } = await write('GET', `/audit${query}`, { as }, status)
        assert.equal(body.code, code)
        if (names) assert.deepEqual(Object.keys(body.data.params).sort(), names)
      })
    }

    test('and not writable over HTTP', async () => {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
        await write(method, '/audit', { as: 'administrator', body: {} }, 404)
    })
  })
})

const png = () =>
  sharp({ create: { width: 2, height: 2, channels: 3, background: '#c04' } })
    .png()
    .toBuffer()

/** The number of rows in each table that a create may write to. */
const recordsOf = (db: Database) =>
  db.get(sql`SELECT (SELECT count(*) FROM event) AS events, (SELECT count(*) FROM event_text) AS texts,
    (SELECT count(*) FROM venue) AS venues`)
