import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAuditEntries } from '../../src/audit/list-audit-entries.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { exportOf, importFrom } from '../kit/calendar/importing.ts'
import { EVENT, makersOf } from '../kit/calendar/makers.ts'
import { storePixel } from '../kit/calendar/unpublished.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { storedRows } from '../kit/engines/stored-rows.ts'
import { runHere } from '../kit/processes/command.ts'
import { startServer } from '../kit/server/server.ts'

const NAME = 'Zaphira'
const PERSON = {
  organizer: `${NAME} Person`,
  description: `<p>${NAME} lives at the quay</p>`,
  email: 'zaphira@person.example',
  phone: '+358 40 zaphira',
  website: 'https://zaphira.example/',
}

forEachEngine('organizers anonymize', (engine) => {
  /** A calendar with a person as organizer of an event, with a translation, a former address and a picture. */
  async function start({ isPictureShared = false } = {}) {
    const DATABASE_URL = await engine.url()
    // Only the caches of a server contain the write of a command as soon as the command has ended.
    const server = await startServer(await openDatabase(DATABASE_URL, { isServing: true }))
    const make = makersOf(server)
    // Their responses are stored for clients that repeat the requests.
    const keyed = (key: string) => ({ as: 'editor', headers: { 'idempotency-key': key } }) as const
    const picture = await storePixel(server, NAME)
    const { id } = await make.organizer({ ...PERSON, image: String(picture.id) }, keyed('one'))
    const write = async (method: string, path: string, body: object) => {
      const answer = await server.ask(method, path, { as: 'editor', body })
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      return answer.body
    }
    await server.ask('PUT', `/organizers/${id}/translations/de`, {
      as: 'editor',
      body: { organizer: `${NAME} Mensch` },
    })
    await write('POST', `/organizers/${id}`, { slug: 'zaphira-new' })
    const event = await make.event(
      { organizer: [id], ...(isPictureShared && { image: String(picture.id) }) },
      keyed('two'),
    )
    return { server, DATABASE_URL, id, event, picture }
  }

  test('erases the person from all tables and addresses, not the organizer from the event', async () => {
    const { server, DATABASE_URL, id, event, picture } = await start()
    const { db } = server
    const addresses = [
      `/organizers/${id}`,
      '/organizers/by-slug/zaphira-new',
      '/organizers/by-slug/zaphira-person',
      '/organizers?search=zaphira',
      '/organizers',
      `/events/${event.id}`,
      'host:/organizer/zaphira-new/',
      'host:/organizer/zaphira-person/',
      'host:/de/organizer/zaphira-mensch/',
      `host:/media/${picture.fileName}`,
      `host:${new URL(event.url).pathname}`,
      '/events.ics',
      `host:/de/cal/events/v1/organizers/${id}`,
    ]
    const read = async () => {
      const answers = await Promise.all(addresses.map((path) => server.ask('GET', path)))
      return answers.map(
        ({ status, bytes }, at) => [addresses[at] as string, status, /zaphira/i.test(String(bytes))] as const,
      )
    }
    assert.ok(
      (await read()).some(([, , isNamed]) => isNamed),
      'cached with the name',
    )
    const stored = await storedRows(db)
    assert.equal(stored.idempotency?.filter((row) => row.includes(NAME)).length, 2)
    const { code, out } = await runHere({ DATABASE_URL }, 'organizers', 'anonymize', String(id))
    assert.deepEqual([code, out.split('.')[0]], [0, `Organizer ${id} is anonymous`])

    for (const [address, status, isNamed] of await read()) {
      const isNamedInAddress = /zaphira/.test(address)
      if (isNamedInAddress && !address.includes('search')) assert.equal(status, 404, address)
      if (!isNamedInAddress) assert.deepEqual([status, isNamed], [200, false], address)
    }
    assert.equal((await server.ask('GET', '/organizers?search=zaphira')).body.total, 0)
    assert.equal((await server.ask('GET', '/organizers?search=anonymous')).body.total, 1)
    const { body } = await server.ask('GET', `/events/${event.id}`)
    const [organizer] = body.organizer
    assert.deepEqual([organizer.id, organizer.organizer, organizer.slug], [id, 'Anonymous', `organizer-${id}`])
    const personal = ['email', 'phone', 'website', 'image', 'description'].filter((name) => organizer[name])
    assert.deepEqual(personal, [])
    const german = await server.ask('GET', `host:/de/cal/events/v1/organizers/${id}`)
    assert.equal(german.body.organizer, 'Anonym')

    const { audit = [], ...others } = await storedRows(db)
    for (const [table, rows] of Object.entries(others))
      assert.deepEqual(
        rows.filter((row) => /zaphira/i.test(row)),
        [],
        table,
      )
    assert.ok(
      audit.some((row) => row.includes(NAME)),
      'titles in earlier entries stay',
    )
    const { rows } = await listAuditEntries(db, { after: 1_900_000_000 }, { page: 1, perPage: 100 })
    const own = rows.filter(({ face }) => face === 'cli')
    assert.deepEqual(
      own.map(({ action, collection, record_id, title, fields }) => [action, collection, record_id, title, fields]),
      [
        ['deleted', 'media', picture.id, '', ''],
        ['anonymized', 'organizers', id, '', ''],
      ],
    )
    assert.equal((await runHere({ DATABASE_URL }, 'check', '--all')).code, 0)
    await server.close()
  })

  test('erases what an import stored, and no later import brings it back', async () => {
    const DATABASE_URL = await engine.url()
    const server = await startServer(await openDatabase(DATABASE_URL, { isServing: true }))
    const person = (fields: object) => ({
      kind: 'organizer',
      external_id: 'p1',
      fields: { organizer: NAME, ...fields },
    })
    const event = (title: string) => ({
      kind: 'event',
      external_id: 'e1',
      fields: { ...EVENT, title },
      references: { organizer: ['p1'] },
    })
    await importFrom(server.db, exportOf([person({ phone: '+358 1' }), event('One')]))
    await importFrom(server.db, exportOf([person({ phone: PERSON.phone, email: 'not an address' }), event('One')]))
    await importFrom(server.db, exportOf([person({ phone: PERSON.phone, email: PERSON.email }), event('One')]))
    const [organizer] = (await server.ask('GET', '/organizers')).body.organizers
    assert.equal(organizer.email, PERSON.email)
    await runHere({ DATABASE_URL }, 'organizers', 'anonymize', String(organizer.id))
    const { audit: _, ...others } = await storedRows(server.db)
    for (const [table, rows] of Object.entries(others)) assert.equal(/zaphira/i.test(rows.join()), false, table)

    const again = [person({ ...PERSON, phone: '+358 2' }), event('Two')]
    await importFrom(server.db, exportOf(again))
    const [read] = (await server.ask('GET', '/events')).body.events
    assert.deepEqual(
      [read.title, read.organizer[0].id, read.organizer[0].organizer],
      ['Two', organizer.id, 'Anonymous'],
    )
    assert.deepEqual([read.organizer[0].email, read.organizer[0].phone].filter(Boolean), [])
    await server.close()
  })

  test('does not delete a picture that another record uses, and works in the trash and a second time', async () => {
    const { server, DATABASE_URL, id, picture } = await start({ isPictureShared: true })
    await server.ask('DELETE', `/organizers/${id}`, { as: 'editor' })
    for (const _ of ['first', 'second'])
      assert.equal((await runHere({ DATABASE_URL }, 'organizers', 'anonymize', String(id))).code, 0)
    assert.equal((await server.ask('GET', `host:/media/${picture.fileName}`)).status, 200)
    const { body } = await server.ask('GET', `/organizers?status=trash`, { as: 'editor' })
    assert.deepEqual([body.organizers[0].organizer, body.organizers[0].slug], ['Anonymous', `organizer-${id}__trashed`])
    const { body: restored } = await server.ask('POST', `/organizers/${id}`, {
      as: 'editor',
      body: { status: 'publish' },
    })
    assert.equal(restored.slug, `organizer-${id}`)
    await server.close()
  })

  test('refuses what is not the id of an organizer', async () => {
    const DATABASE_URL = await engine.url()
    for (const [argv, exit] of [
      [[], 2],
      [['x'], 2],
      [['12'], 1],
    ] as const)
      assert.equal((await runHere({ DATABASE_URL }, 'organizers', 'anonymize', ...argv)).code, exit, argv.join())
  })
})
