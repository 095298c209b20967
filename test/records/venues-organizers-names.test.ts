import assert from 'node:assert/strict'
import { test } from 'node:test'
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

    test('the same name is the same record, unchanged, whoever says it', async () => {
      const made = await make(named('Unique É', { phone: '1', description: 'The one' }))
      for (const [as, body] of [
        ['editor', named('Unique É')],
        ['editor', named('unique  e', { phone: '2', website: 'https://example.org', status: 'draft' })],
        ['author', named('UNIQUE É', { description: null, phone: '2' })],
        ['contributor', named('Unique É', { description: '', date: '2020-01-01' })],
        ['contributor', named('Unique É', { description: 'The one' })],
      ] as const) {
        const again = await server.ask('POST', path, { as, body })
        assert.equal(again.status, 201)
        assert.match(String(again.headers.location), new RegExp(`/${made.id}$`))
        assert.deepEqual(again.body, made)
      }
    })

    test('the same name with another description is another record', async () => {
      const one = await make(named('Twins', { description: 'One' }))
      const two = await make(named('Twins', { description: 'Two' }))
      assert.notEqual(two.id, one.id)
      assert.equal(two.slug, 'twins-2')
      assert.equal((await make(named('Twins', { description: 'Two' }))).id, two.id)
    })

    test('of what a caller cannot see the name is free; own drafts and, for editors, all drafts are known', async () => {
      const draft = await make(named('Hidden name'), { as: 'contributor' })
      assert.notEqual((await make(named('Hidden name'), { as: 'author' })).id, draft.id)
      const another = await make(named('Second hidden name'), { as: 'contributor' })
      assert.equal((await make(named('Second hidden name'), { as: 'contributor' })).id, another.id)
      assert.equal((await make(named('Second hidden name'), { as: 'editor' })).id, another.id)
    })

    test('many who name the same at once all get the same', async () => {
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => server.ask('POST', path, { ...editor, body: named('At once') })),
      )
      assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1)
    })

    test('venues and organizers do not share names, but ids and slugs are apart', async () => {
      const venue = await makers.venue({ venue: `Same ${kind}` })
      const organizer = await makers.organizer({ organizer: `Same ${kind}` })
      assert.notEqual(venue.id, organizer.id)
      assert.equal(venue.slug, organizer.slug)
    })

    test('two who change different fields at once undo nothing of each other', async () => {
      const made = await make()
      await Promise.all(
        [{ phone: '7' }, { website: 'https://example.org' }, { description: 'Both' }].map((body) =>
          server.ask('PATCH', item(made), { ...editor, body }),
        ),
      )
      const { phone, website, description } = (await server.ask('GET', item(made))).body
      assert.deepEqual([phone, website, description], ['7', 'https://example.org', '<p>Both</p>'])
    })

    test('an event made with one inline makes it as its route would', async () => {
      const inline = named(`Inline ${kind}`, { phone: '5', website: 'https://example.org' })
      const made = await server.ask('POST', '/events', { ...editor, body: { ...EVENT, [kind]: inline } })
      const [place] = [made.body[kind]].flat()
      const { json_ld, ...read } = (await server.ask('GET', item(place))).body
      assert.deepEqual(place, read)
      assert.deepEqual([read.phone, read.website], ['5', 'https://example.org'])
    })
  })
}
