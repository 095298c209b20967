import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import createClient from 'openapi-fetch'
import { PIXEL } from '../test/kit/calendar/pixel.ts'
import { ADMIN } from '../test/kit/processes/serve.ts'
import { type ClientServer, startClientServer } from './documents.ts'
import type { components, paths } from './output/native/openapi-typescript.ts'

/**
 * One call of each kind with openapi-fetch and the types that openapi-typescript generates. The compiler checks that
 * these calls are typed as a caller would write them; the tests, that the server answers what the types say.
 */

let server: ClientServer
let client: ReturnType<typeof createClient<paths>>
before(async () => {
  server = await startClientServer()
  client = createClient<paths>({
    baseUrl: `${server.origin}/cal/events/v1`,
    headers: { authorization: ADMIN },
    // The document declares lists as one parameter with commas; openapi-fetch does not read that from the document.
    querySerializer: { array: { style: 'form', explode: false } },
  })
})
after(() => server[Symbol.asyncDispose]())

type Event = components['schemas']['Event']

async function createEvent(title: string, categories: string[] = []): Promise<Event> {
  const { data, error, response } = await client.POST('/events', {
    body: { title, start_date: '2031-05-01 19:30:00', end_date: '2031-05-01 22:00:00', categories },
  })
  assert.equal(response.status, 201, error?.message)
  assert.ok(data)
  return data
}

test('creates and lists', async () => {
  await createEvent('Concert', ['Music'])
  await createEvent('Screening', ['Film'])
  await createEvent('Market')
  const query = { start_date: '2031-01-01', end_date: '2031-12-31', categories: ['music', 'film'], per_page: 10 }
  const { data, error } = await client.GET('/events', { params: { query } })
  assert.ok(data, error?.message)
  assert.deepEqual(
    data.events.map(({ title }) => title),
    ['Concert', 'Screening'],
  )
  assert.equal(data.total, 2)
})

test('creates with new records in the fields of the event', async () => {
  const { data, error } = await client.POST('/events', {
    body: {
      ...{ title: 'Opening', start_date: '2031-05-02', end_date: '2031-05-02', all_day: true },
      venue: { venue: 'Harbour Hall', city: 'Lisbon' },
      organizer: [{ organizer: 'Quay Society' }],
    },
  })
  assert.ok(data, error?.message)
  assert.ok(!Array.isArray(data.venue))
  assert.equal(data.venue.city, 'Lisbon')
  assert.equal(data.organizer[0]?.organizer, 'Quay Society')
})

test('reads by id and by slug', async () => {
  const { id, slug } = await createEvent('Reading')
  const byId = await client.GET('/events/{id}', { params: { path: { id } } })
  const bySlug = await client.GET('/events/by-slug/{slug}', { params: { path: { slug } } })
  assert.equal(byId.data?.title, 'Reading')
  assert.deepEqual(bySlug.data, byId.data)
})

test('updates one field', async () => {
  const { id } = await createEvent('Draft title')
  const { data, error } = await client.PATCH('/events/{id}', {
    params: { path: { id } },
    body: { title: 'Final title' },
  })
  assert.ok(data, error?.message)
  assert.equal(data.title, 'Final title')
  assert.equal(data.start_date, '2031-05-01 19:30:00')
})

test('deletes', async () => {
  const { id } = await createEvent('Cancelled')
  const { data, error } = await client.DELETE('/events/{id}', { params: { path: { id } } })
  assert.ok(data, error?.message)
  assert.equal(data.status, 'trash')
})

test('writes, reads and deletes a translation', async () => {
  const { id } = await createEvent('Party')
  const path = { id, language: 'de' } as const
  const written = await client.PUT('/events/{id}/translations/{language}', {
    params: { path },
    body: { title: 'Feier' },
  })
  assert.equal(written.data?.title, 'Feier')
  const read = await client.GET('/events/{id}/translations', { params: { path: { id } } })
  assert.deepEqual(
    read.data?.translations.map(({ language, title }) => `${language} ${title}`),
    ['en Party', 'de Feier'],
  )
  const event = await client.GET('/events/{id}', { params: { path: { id } } })
  assert.deepEqual(Object.keys(event.data?.translations ?? {}).sort(), ['de', 'en'])
  assert.ok(event.data?.translations.de?.slug)
  const deleted = await client.DELETE('/events/{id}/translations/{language}', { params: { path } })
  assert.equal(deleted.response.status, 200, deleted.error?.message)
})

test('uploads a picture', async () => {
  const file = new File([new Uint8Array(PIXEL)], 'pixel.png', { type: 'image/png' })
  const { data, error } = await client.POST('/media', {
    // openapi-typescript types a file as string.
    body: { file: file as unknown as string, title: 'A pixel' },
    bodySerializer(body) {
      const form = new FormData()
      for (const [name, value] of Object.entries(body)) form.append(name, value as string | File)
      return form
    },
  })
  assert.ok(data, error?.message)
  assert.equal(data.title, 'A pixel')
  assert.equal(data.mime_type, 'image/png')
})

test('reads a feed', async () => {
  const text = await client.GET('/events.ics', { parseAs: 'text' })
  assert.match(String(text.data), /^BEGIN:VCALENDAR\r\n/)
  const json = await client.GET('/events.feed.json')
  assert.equal(json.data?.version, 'https://jsonfeed.org/version/1.1')
})

test('reads an error', async () => {
  const { error, response } = await client.GET('/events/{id}', { params: { path: { id: 999_999 } } })
  assert.equal(response.status, 404)
  assert.equal(error?.code, 'event-not-found')
  assert.equal(error?.data.status, 404)
})
