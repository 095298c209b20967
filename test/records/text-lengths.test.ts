import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HTML_TEXT_MAX, LINE_TEXT_MAX } from '../../src/collections/shared-fields.ts'
import { EVENT } from '../kit/calendar/makers.ts'
import { withServer } from '../kit/server/with-server.ts'

const server = withServer('sqlite')

test('texts have a maximum length', async () => {
  for (const [path, field, max] of [
    ['/events', 'title', LINE_TEXT_MAX],
    ['/events', 'description', HTML_TEXT_MAX],
    ['/events', 'excerpt', HTML_TEXT_MAX],
    ['/venues', 'description', HTML_TEXT_MAX],
    ['/venues', 'city', LINE_TEXT_MAX],
    ['/organizers', 'organizer', LINE_TEXT_MAX],
    ['/tags', 'description', LINE_TEXT_MAX],
  ] as const) {
    const needed = {
      '/events': EVENT,
      '/venues': { venue: 'V' },
      '/organizers': { organizer: 'O' },
      '/tags': { name: path + field },
    }
    for (const [length, status] of [
      [max, 201],
      [max + 1, 400],
    ] as const) {
      const body = { ...needed[path], [field]: 'x '.repeat(max).slice(0, length) }
      const answer = await server.ask('POST', path, { as: 'editor', body })
      assert.equal(answer.status, status, `${path} ${field} ${length}`)
      if (status === 400) assert.deepEqual(Object.keys(answer.body.data.params), [field])
    }
  }
})

test('a body full of markup is refused if the caller may not write or the text is too long', async () => {
  const markup = (length: number) => '<td>x'.repeat(length / 5)
  const inline = Array.from({ length: 5 }, (_, index) => ({ organizer: `O${index}`, description: markup(180_000) }))
  for (const [as, body, status] of [
    ['guest', { ...EVENT, description: markup(HTML_TEXT_MAX) }, 401],
    ['guest', { ...EVENT, organizer: inline }, 401],
    ['subscriber', { ...EVENT, organizer: inline }, 403],
    ['editor', { ...EVENT, description: markup(1_000_000) }, 400],
    ['guest', { ...EVENT, description: 'x\u0000'.repeat(10_000) }, 400],
    ['guest', { ...EVENT, title: '' }, 400],
  ] as const) {
    const answer = await server.ask('POST', '/events', { as, body })
    assert.equal(answer.status, status, answer.bytes.toString())
  }
})
