import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FACES, TEC } from '../../src/core/faces.ts'
import { LINKED_KINDS } from '../kit/calendar/kinds.ts'
import { EVENT, makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { withServer } from '../kit/server/with-server.ts'

for (const { kind, path } of LINKED_KINDS) {
  forEachEngine(`names of ${path.slice(1)}`, (engine) => {
    const server = withServer(engine)
    const makers = makersOf(server)
    const make = makers[kind]

    const named = (name: string, rest: Record<string, unknown> = {}) => ({ [kind]: name, ...rest })
    const item = ({ id }: { id: number }) => `${path}/${id}`
    const editor = { as: 'editor' } as const

    // The TEC face compares name and description only; the native one all fields (test/contract/writes.test.ts).
    test('on the TEC face an inline record with an existing name links that record unchanged, for every caller', async () => {
      const made = await make(named('Unique É', { phone: '1', description: 'The one' }), { face: TEC })
      for (const [as, body] of [
        ['editor', named('Unique É')],
        ['editor', named('unique  e', { phone: '2', website: 'https://example.org', status: 'draft' })],
        ['author', named('UNIQUE É', { description: null, phone: '2' })],
        ['contributor', named('Unique É', { description: '', date: '2020-01-01' })],
        ['contributor', named('Unique É', { description: 'The one' })],
      ] as const) {
        const again = await server.ask('POST', path, { as, body, face: TEC })
        assert.equal(again.status, 201)
        assert.match(String(again.headers.location), new RegExp(`/${made.id}$`))
        assert.deepEqual(again.body, made)
      }
    })

    test('an inline record with an existing name and another description is created', async () => {
      const one = await make(named('Twins', { description: 'One' }))
      const two = await make(named('Twins', { description: 'Two' }))
      assert.notEqual(two.id, one.id)
      assert.equal(two.slug, 'twins-2')
      assert.equal((await make(named('Twins', { description: 'Two' }))).id, two.id)
    })

    test('a description that differs in case or accents only is the same', async () => {
      const made = await make(named('Echo', { description: 'Größe and café' }))
      for (const face of FACES) {
        const body = named('ECHO', { description: 'größe AND Cafe' })
        assert.equal((await server.ask('POST', path, { ...editor, face, body })).body.id, made.id)
        const event = await server.ask('POST', '/events', { ...editor, face, body: { ...EVENT, [kind]: body } })
        assert.equal([event.body[kind]].flat()[0].id, made.id)
      }
    })

    test('names of records that the caller cannot see are free; own drafts and, for editors, all drafts match', async () => {
      const draft = await make(named('Hidden name'), { as: 'contributor' })
      assert.notEqual((await make(named('Hidden name'), { as: 'author' })).id, draft.id)
      const another = await make(named('Second hidden name'), { as: 'contributor' })
      assert.equal((await make(named('Second hidden name'), { as: 'contributor' })).id, another.id)
      assert.equal((await make(named('Second hidden name'), { as: 'editor' })).id, another.id)
    })

    test('concurrent inline records with one name link one record', async () => {
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => server.ask('POST', path, { ...editor, body: named('At once') })),
      )
      assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1)
    })

    test('a venue and an organizer may have the same name, with different ids', async () => {
      const venue = await makers.venue({ venue: `Same ${kind}` })
      const organizer = await makers.organizer({ organizer: `Same ${kind}` })
      assert.notEqual(venue.id, organizer.id)
      assert.equal(venue.slug, organizer.slug)
    })

    test('concurrent updates of different fields are both stored', async () => {
      const made = await make()
      await Promise.all(
        [{ phone: '7' }, { website: 'https://example.org' }, { description: 'Both' }].map((body) =>
          server.ask('PATCH', item(made), { ...editor, body }),
        ),
      )
      const { phone, website, description } = (await server.ask('GET', item(made))).body
      assert.deepEqual([phone, website, description], ['7', 'https://example.org', '<p>Both</p>'])
    })

    test('an inline record is created like over its own route', async () => {
      const inline = named(`Inline ${kind}`, { phone: '5', website: 'https://example.org' })
      const made = await server.ask('POST', '/events', { ...editor, body: { ...EVENT, [kind]: inline } })
      const [place] = [made.body[kind]].flat()
      const { json_ld, ...read } = (await server.ask('GET', item(place))).body
      assert.deepEqual(place, read)
      assert.deepEqual([read.phone, read.website], ['5', 'https://example.org'])
    })
  })
}
