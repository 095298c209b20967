import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { FACES, type Face } from '../../src/core/faces.ts'
import { isPostKind, KIND_PROPERTIES, KINDS, type Kind } from '../../src/core/kinds.ts'
import type { Language } from '../../src/core/language.ts'
import { writeSiteSettings } from '../../src/settings/site-settings.ts'
import { EVENT } from '../kit/calendar/makers.ts'
import { PIXEL } from '../kit/calendar/pixel.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { storedRows } from '../kit/engines/stored-rows.ts'
import { effortOf } from '../kit/generated/run-limits.ts'
import type { TestServer } from '../kit/server/server.ts'
import { withServer } from '../kit/server/with-server.ts'

type Fields = Record<string, unknown>

/** Ids of records that the generated records refer to. */
interface Linked {
  picture: number
  venues: number[]
  organizers: number[]
  categories: number[]
  tags: number[]
}

const flag = () => fc.boolean()
const text = () => fc.constantFrom('Plain', 'Two\n\nparagraphs', '<p>Some <b>HTML</b></p>', 'Ä & ö', '<i>', '"quoted"')
const line = () => fc.constantFrom('Main St 1', 'São Paulo', '<b>bold</b>', "O'Neil & Sons", '')
const title = () => fc.constantFrom('Jazz', 'Straße', 'Café <em>Müller</em>', '日本', '!', 'A & B')
const date = () => fc.constantFrom('2029-01-02 03:04:05', '2031-05-01', '2030-06-15 12:00:00', '1999-12-31 23:59:59')
/** Also the hours that clock changes skip or repeat in Berlin and New York. */
const start = () =>
  fc.constantFrom(
    '2031-03-30 02:30:00',
    '2027-10-31 02:30:00',
    '2030-11-03 01:30:00',
    '2030-07-01 10:00:00',
    '0001-01-03',
  )
const end = () => fc.constantFrom('2031-03-30 03:30:00', '2027-10-31 02:45:00', '2030-07-01 09:00:00', '2032-01-01')
const zone = () => fc.constantFrom('Europe/Berlin', 'America/New_York', 'UTC', 'utc+5:30', 'asia/tokyo', '')
const cost = () => fc.constantFrom<unknown>('10', 5.5, ['0$', '20$', '30$'], '10 EUR', 'Free', 'from $5 to 7', '')
const website = () => fc.constantFrom('https://example.org/?a=1&b=2', 'mailto:a@example.org', '')
const slug = () => fc.constantFrom('own-slug', 'Straße 7', '日本', 'own-slug-2')
const some = (ids: number[]) => fc.shuffledSubarray(ids)

const postFields = ({ picture }: Linked) => ({
  status: fc.constantFrom('publish', 'draft', 'pending', 'private', 'future'),
  date: date(),
  date_utc: date(),
  image: fc.constantFrom(picture, String(picture)),
})

/** Fields that only one kind of record has, with values that every face accepts. */
const ownFieldsOf = (kind: Kind, linked: Linked): Record<string, fc.Arbitrary<unknown>> => {
  switch (kind) {
    case 'event':
      return {
        ...{ slug: slug(), excerpt: text(), all_day: flag(), start_date: start(), end_date: end(), timezone: zone() },
        ...{ show_map: flag(), show_map_link: flag(), hide_from_listings: flag(), sticky: flag(), featured: flag() },
        ...{ cost: cost(), website: website(), venue: some(linked.venues), organizer: some(linked.organizers) },
        ...{ categories: some(linked.categories), tags: some(linked.tags) },
      }
    case 'venue':
      return {
        ...{ address: line(), city: line(), province: line(), state: line(), stateprovince: line(), zip: line() },
        ...{ show_map: fc.constantFrom('1', '0'), website: website(), geo_lat: fc.constantFrom(52.5, 0, null) },
      }
    case 'organizer':
      return { phone: line(), email: fc.constant('a@example.org'), website: website() }
    case 'category':
      return { parent: fc.constantFrom(...linked.categories) }
    default:
      return {}
  }
}

/** Fields of a kind of record, with values that every face accepts. */
const fieldsOf = (kind: Kind, linked: Linked): Record<string, fc.Arbitrary<unknown>> => ({
  ...{ [KIND_PROPERTIES[kind].titleField]: title(), description: text() },
  ...(isPostKind(kind) ? postFields(linked) : { slug: slug() }),
  ...ownFieldsOf(kind, linked),
})

/** A record, made by a creation and further writes, and one change of it. */
const recordOf = (linked: Linked) =>
  fc.constantFrom(...KINDS).chain((kind) => {
    const fields = fieldsOf(kind, linked)
    const some = fc.record(fields, { requiredKeys: [] })
    const { titleField } = KIND_PROPERTIES[kind]
    const language = fc.constantFrom<Language>('en', 'de')
    return fc.record({
      kind: fc.constant(kind),
      face: fc.constantFrom(...FACES),
      created: fc.record({ fields: some, title: fields[titleField] as fc.Arbitrary<string>, root: language }),
      updates: fc.array(fc.record({ fields: some, root: language }), { maxLength: 2 }),
      isTrashed: fc.nat({ max: 5 }).map((number) => number === 0),
      root: language,
      change: fc
        .constantFrom(...Object.keys(fields))
        .chain((name) => (fields[name] as fc.Arbitrary<unknown>).map((value): Fields => ({ [name]: value }))),
    })
  })

type Generated = ReturnType<typeof recordOf> extends fc.Arbitrary<infer T> ? T : never

/** How many records are at least sent back with a change. */
const CHANGED_MIN = 5

const EDITOR = { as: 'editor' } as const

async function makeLinked(server: TestServer): Promise<Linked> {
  const create = async (path: string, bodies: Fields[]) => {
    const ids: number[] = []
    for (const body of bodies) ids.push((await server.ask('POST', path, { ...EDITOR, body })).body.id)
    return ids
  }
  const headers = { 'content-type': 'image/png', 'content-disposition': 'attachment; filename=pixel.png' }
  const picture = await server.ask('POST', '/media', { ...EDITOR, headers, body: PIXEL })
  return {
    picture: picture.body.id,
    venues: await create('/venues', [{ venue: 'Hall' }, { venue: 'Attic' }]),
    organizers: await create('/organizers', [{ organizer: 'Club' }, { organizer: 'Band' }]),
    categories: await create('/categories', [{ name: 'Music' }, { name: 'Film' }]),
    tags: await create('/tags', [{ name: 'Loud' }, { name: 'Late' }]),
  }
}

/** Makes the record. @returns its path; undefined if the creation was refused */
async function makeRecord(server: TestServer, { kind, face, created, updates, isTrashed }: Generated, number: number) {
  const { collection, titleField } = KIND_PROPERTIES[kind]
  // Names of terms are unique, and a venue with a taken name is the existing one.
  const name = kind === 'event' ? created.title : `${created.title} ${number}`
  const body = { ...(kind === 'event' && EVENT), ...created.fields, [titleField]: name }
  const answer = await server.ask('POST', `/${collection}`, { ...EDITOR, face, root: created.root, body })
  if (answer.status !== 201) return undefined
  const path = `/${collection}/${answer.body.id}`
  for (const { fields, root } of updates) await server.ask('PATCH', path, { ...EDITOR, face, root, body: fields })
  if (isTrashed && isPostKind(kind)) await server.ask('DELETE', path, { ...EDITOR, face })
  return path
}

forEachEngine('a record that is sent back', (engine) => {
  const server = withServer(engine)
  const twin = withServer(engine)
  let linked: Linked
  let made = 0
  before(async () => {
    for (const one of [server, twin]) {
      await one.db.transaction((tx) => writeSiteSettings(tx, { timezone: 'America/New_York' }))
      linked = await makeLinked(one)
    }
  })

  const read = async (one: TestServer, path: string, face: Face, root: Language) => {
    const { status, body } = await one.ask('GET', path, { ...EDITOR, face, root })
    assert.equal(status, 200, JSON.stringify(body))
    return body as Fields
  }

  test('whole changes nothing, and with another field changes what this field alone changes', async (t) => {
    const { numRuns, isOver } = effortOf({ runs: 30, longRuns: 3000 })
    let [unchanged, changed] = [0, 0]
    const property = fc.asyncProperty(recordOf(linked), async (record) => {
      if (isOver()) return
      made += 1
      const path = await makeRecord(server, record, made)
      assert.equal(await makeRecord(twin, record, made), path)
      if (path === undefined) return
      const { face, root, change } = record
      for (const one of [server, twin]) one.clock.now += 60
      const shown = await read(server, path, face, root)
      const stored = await storedRows(server.db)
      for (const method of ['PUT', 'PATCH', 'POST']) {
        const { status, body } = await server.ask(method, path, { ...EDITOR, face, root, body: shown })
        assert.equal(status, 200, JSON.stringify(body))
      }
      assert.deepEqual(await read(server, path, face, root), shown)
      assert.deepEqual(await storedRows(server.db), stored)
      unchanged += 1
      // A text that the read showed in another language belongs to it; alone, it would be the text of a new
      // translation.
      const isOther = Object.entries(change).some(([name, value]) => !isDeepStrictEqual(shown[name], value))
      if (shown.language !== root || !isOther) return
      const whole = await server.ask('PUT', path, { ...EDITOR, face, root, body: { ...shown, ...change } })
      const alone = await twin.ask('PATCH', path, { ...EDITOR, face, root, body: change })
      assert.equal(whole.status, alone.status, JSON.stringify([shown, change, whole.body, alone.body]))
      assert.deepEqual(await read(server, path, face, root), await read(twin, path, face, root))
      changed += 1
    })
    await fc.assert(property, { numRuns })
    t.diagnostic(`${unchanged} sent back, ${changed} with a change`)
    assert.ok(changed >= CHANGED_MIN)
  })
})
