import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { assertRefused } from '../kit/server/refusals.ts'
import { withServer } from '../kit/server/with-server.ts'

/** Every field of an organizer. */
const FULL = {
  organizer: 'Full club',
  description: 'About it',
  phone: '+49 30 1',
  website: 'https://club.example/',
  email: 'ada@club.example',
}

forEachEngine('the fields of organizers', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server).organizer

  const editor = { as: 'editor' } as const
  const change = (id: number, body: unknown) => server.ask('PATCH', `/organizers/${id}`, { ...editor, body })

  test('an organizer has all its fields, and linked data in single reads', async () => {
    const made = await make(FULL)
    assert.deepEqual({ ...made, ...FULL, description: '<p>About it</p>' }, made)
    const { json_ld, ...read } = (await server.ask('GET', `/organizers/${made.id}`)).body
    assert.deepEqual(read, made)
    assert.deepEqual(json_ld, {
      '@context': 'https://schema.org',
      '@type': 'Organization',
      name: 'Full club',
      url: made.url,
      description: 'About it',
      telephone: '+49 30 1',
      email: 'ada@club.example',
      sameAs: 'https://club.example/',
    })
  })

  test('an update of one field changes no other', async () => {
    const made = await make({ ...FULL, organizer: 'Changed club' })
    assert.deepEqual((await change(made.id, { email: 'bob@club.example' })).body, {
      ...made,
      email: 'bob@club.example',
      version: 2,
    })
  })

  test('null has the same effect as leaving a field out', async () => {
    const nulls = { author: null, date: null, date_utc: null, status: null, description: null, image: null }
    const made = await make({ ...nulls, phone: null, website: null, email: null })
    assert.deepEqual([made.status, made.author], ['publish', String(server.ids.editor)])
    const draft = await make({ status: 'draft', author: server.ids.author, date: '2031-01-01' })
    const { body } = await change(draft.id, { author: null, date: null, date_utc: null, status: null })
    assert.deepEqual([body.status, body.author, body.date], ['draft', draft.author, '2031-01-01 00:00:00'])
  })

  test('an e-mail address is cleared by empty text and null', async () => {
    const { id } = await make()
    for (const nothing of ['', null]) {
      assert.equal((await change(id, { email: 'ada@club.example' })).body.email, 'ada@club.example')
      assert.equal('email' in (await change(id, { email: nothing })).body, false)
    }
  })

  for (const email of ['a@b', "o'neil+tag@sub.example.org", 'UPPER@EXAMPLE.ORG']) {
    test(`the e-mail address ${email} is stored unchanged`, async () =>
      assert.equal((await make({ email })).email, email))
  }

  for (const email of [
    'nope',
    '@example.org',
    'ada@',
    'ada@-example.org',
    'ada@example..org',
    'ada @example.org',
    'ada@example.org, bob@example.org',
    'Ada <ada@example.org>',
    'ada@exämple.org',
    `${'a'.repeat(250)}@b.example`,
    5,
    ['ada@example.org'],
    { email: 'ada@example.org' },
    true,
  ]) {
    test(`the e-mail address ${JSON.stringify(email).slice(0, 40)} is refused`, async () => {
      const { id } = await make()
      const refusal = { status: 400, code: 'rest_invalid_param', params: ['email'] }
      const made = await server.ask('POST', '/organizers', { ...editor, body: { organizer: 'X', email } })
      assertRefused(made, refusal)
      assertRefused(await change(id, { email }), refusal)
      const inline = {
        title: 'E',
        start_date: '2030-07-01',
        end_date: '2030-07-01',
        organizer: { organizer: 'X', email },
      }
      const event = await server.ask('POST', '/events', { ...editor, body: inline })
      assertRefused(event, { ...refusal, params: ['organizer'] })
    })
  }
})
