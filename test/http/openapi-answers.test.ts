import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import sharp from 'sharp'
import { FACES, type Face, NATIVE, TEC } from '../../src/core/faces.ts'
import { storePicture } from '../../src/media/picture-store.ts'
import { validatePicture } from '../../src/media/validate-picture.ts'
import { insertSubmission } from '../../src/submissions/submission-store.ts'
import { exportOf, importFrom } from '../kit/calendar/importing.ts'
import { EVENT, makersOf } from '../kit/calendar/makers.ts'
import { PIXEL } from '../kit/calendar/pixel.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { loadScope } from '../kit/engines/load-scope.ts'
import { type Checker, checkerOf, documentOf } from '../kit/openapi/document.ts'
import { startListening } from '../kit/server/listening.ts'
import type { Ask, TestServer } from '../kit/server/server.ts'
import { withServer } from '../kit/server/with-server.ts'

const png = () =>
  sharp({ create: { width: 400, height: 300, channels: 3, background: '#c04' } })
    .png()
    .toBuffer()

async function store({ db, ids, clock }: TestServer) {
  const bytes = await png()
  const inspected = await validatePicture(bytes)
  assert.ok(inspected)
  const picture = { bytes, name: 'a.png', authorId: ids.author, ...inspected }
  return db.transaction((tx) => storePicture(tx, picture, clock.now))
}

/** Validates responses, with all their keys, against the OpenAPI document of the same server. */
forEachEngine('responses match the OpenAPI document', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)
  const checkers = new Map<Face, Checker>()
  before(async () => {
    for (const face of FACES) checkers.set(face, checkerOf(await documentOf(server, face)))
  })

  /** Sends a request to a face, and fails unless the response matches the document. */
  async function ask(method: string, path: string, options: Ask = {}, status = 200, code?: string) {
    const answer = await server.ask(method, path, options)
    const said = `${method} ${path}: ${JSON.stringify(answer.body)}`
    assert.equal(answer.status, status, said)
    if (code) assert.equal(answer.body.code, code, said)
    checkers.get(options.face ?? NATIVE)?.answers(method, path, answer)
    return answer.body
  }

  // How responses are written does not depend on the engine: each tests one of the faces.
  for (const face of FACES.filter((_, index) => index === Number(engine.name === 'sqlite'))) {
    const asEditor = { as: 'editor', face } as const
    const { name } = face

    test(`events with zero, one and two links of each kind (${name})`, async () => {
      const [one, two] = [await make.venue({ address: 'Quay 1', geo_lat: 1.5, geo_lng: -2 }), await make.venue()]
      const [first, second] = [await make.organizer({ email: 'a@b.example', phone: '1' }), await make.organizer()]
      const above = await make.category()
      const { id: below } = await make.category({ parent: above.id })
      const { id: tag } = await make.tag()
      for (const links of [
        {},
        { venue: one.id, organizer: [first.id], categories: [above.id], tags: [tag] },
        { venue: [one.id, two.id], organizer: [first.id, second.id], categories: [below] },
      ]) {
        const made = await ask('POST', '/events', { ...asEditor, body: { ...EVENT, cost: '10', ...links } }, 201)
        await ask('GET', `/events/${made.id}`, { face })
        await ask('GET', `/events/by-slug/${made.slug}`, { face })
        await ask('PATCH', `/events/${made.id}`, {
          ...asEditor,
          body: { title: 'Other', website: 'https://a.example/' },
        })
      }
      await ask('GET', '/events?per_page=1&page=2', { face })
      await ask('GET', '/events?search=nothing-at-all', { face })
    })

    test(`events in every status (${name})`, async () => {
      for (const status of ['draft', 'pending', 'private', 'publish']) {
        const made = await ask('POST', '/events', { ...asEditor, body: { ...EVENT, status } }, 201)
        await ask('GET', `/events/${made.id}`, asEditor)
        await ask('DELETE', `/events/${made.id}`, asEditor)
        await ask('GET', `/events/${made.id}`, asEditor)
      }
      await ask('POST', '/events', { ...asEditor, body: { ...EVENT, status: 'future', date: '2031-01-01' } }, 201)
      await ask('GET', '/events?status=trash,draft,future', asEditor)
    })

    test(`venues and organizers (${name})`, async () => {
      const full = { description: 'Text', website: 'https://a.example/', phone: '1' }
      const venue = { ...full, city: 'Lisbon', zip: '1', state: 'X', show_map: 'no', geo_lat: 0, geo_lng: 0 }
      for (const [path, kind, fields] of [
        ['/venues', 'venue', venue],
        ['/organizers', 'organizer', full],
      ] as const) {
        for (const [index, body] of [{}, fields].entries()) {
          const named = { [kind]: `${kind} ${name} ${index}`, ...body }
          const made = await ask('POST', path, { ...asEditor, body: named }, 201)
          await ask('GET', `${path}/${made.id}`, { face })
          await ask('PUT', `${path}/by-slug/${made.slug}`, { ...asEditor, body: { status: 'draft' } })
          await ask('DELETE', `${path}/${made.id}`, asEditor)
          await ask('DELETE', `${path}/${made.id}`, asEditor, 410)
          await ask('GET', `${path}/${made.id}`, { face }, 403)
        }
        await ask('GET', `${path}?status=trash`, asEditor)
        await ask('GET', path, { face })
      }
    })

    test(`categories and tags (${name})`, async () => {
      for (const path of ['/categories', '/tags']) {
        const body = { name: `word ${name}`, description: 'Text' }
        const made = await ask('POST', path, { ...asEditor, body }, 201)
        await ask('POST', path, { ...asEditor, body }, 400, 'term_exists')
        await ask('GET', `${path}/${made.id}`, { face })
        await ask('GET', `${path}?hide_empty=0`, { face })
        await ask('PATCH', `${path}/${made.id}`, { ...asEditor, body: { description: 'Other' } })
        await ask('DELETE', `${path}/${made.id}`, asEditor)
      }
      await ask('POST', '/tags', { ...asEditor, body: { name: 'x', parent: 1 } }, 400, 'rest_taxonomy_not_hierarchical')
    })

    test(`translations (${name})`, async () => {
      for (const [path, title, record] of [
        ['/events', 'title', await make.event()],
        ['/venues', 'venue', await make.venue()],
        ['/organizers', 'organizer', await make.organizer()],
        ['/categories', 'name', await make.category()],
        ['/tags', 'name', await make.tag()],
      ] as const) {
        const texts = `${path}/${record.id}/translations`
        const german = { ...asEditor, body: { [title]: `Deutsch ${record.id}` } }
        await ask('PUT', `${texts}/de`, german)
        await ask('PUT', `${texts}/de`, { ...asEditor, body: {} }, 400, 'rest_missing_callback_param')
        await ask('PUT', `${texts}/xx`, german, 400, 'rest_invalid_param')
        await ask('GET', texts, { face })
        await ask('GET', `${path}/${record.id}?${face.languageParameter}=de`, { face })
        await ask('DELETE', `${texts}/en`, asEditor, 400, 'original-translation')
        await ask('DELETE', `${texts}/fr`, asEditor, 404, 'translation-not-found')
        await ask('DELETE', `${texts}/de`, { face }, 401, 'rest_forbidden')
        await ask('DELETE', `${texts}/de`, asEditor)
      }
      const { id, slug } = await make.event()
      await ask('PUT', `/events/by-slug/${slug}/translations/de`, { ...asEditor, body: { title: 'Deutsch' } })
      await ask('GET', `/events/by-slug/${slug}/translations`, { face })
      await ask('DELETE', `/events/${id}`, asEditor)
      await ask('DELETE', `/events/${id}/translations/de`, asEditor, 410, 'event-is-in-trash')
      await ask('GET', `/events/${id}/translations`, { face }, 403)
      const [taken, other] = [await make.tag(), await make.tag()]
      await ask(
        'PUT',
        `/tags/${other.id}/translations/en`,
        { ...asEditor, body: { name: taken.name } },
        400,
        'term_exists',
      )
    })

    test(`pictures (${name})`, async () => {
      const { id } = await store(server)
      await ask('GET', `/media/${id}`, { face })
      await ask('PATCH', `/media/${id}`, { ...asEditor, body: { alt: 'A colour' } })
      await ask('GET', '/media', asEditor)
      await ask('PUT', `/media/${id}/file`, { ...asEditor, body: PIXEL, headers: { 'content-type': 'image/png' } })
      await ask('POST', '/events', { ...asEditor, body: { ...EVENT, image: id } }, 201)
      await ask('POST', '/venues', { ...asEditor, body: { venue: `Pictured ${name}`, image: id } }, 201)
      await ask('DELETE', `/media/${id}`, asEditor)
      await ask('GET', `/media/${id}`, { face }, 404, 'picture-not-found')
      await ask('GET', '/media', { face }, 401, 'rest_forbidden')
    })

    test(`submissions (${name})`, async () => {
      const fields = { title: `Choir ${name}`, start_date: '2031-07-01 19:00', end_date: '2031-07-01 21:00' }
      const sender = { name: 'Aino', email: 'aino@choir.example', message: '' }
      const sent = { fields, sender, nonce: name, networkHash: '', state: 'waiting' } as const
      await server.db.transaction((tx) => insertSubmission({ ...loadScope(server.db), db: tx }, sent))
      const { submissions } = await ask('GET', '/submissions', asEditor)
      const one = `/submissions/${submissions[0].id}`
      await ask('GET', '/submissions?state=unconfirmed', asEditor, 400, 'rest_invalid_param')
      await ask('GET', '/submissions', { face }, 401, 'rest_forbidden')
      await ask('POST', `${one}/notes`, { ...asEditor, body: { note: 'Good' } })
      await ask('GET', one, asEditor)
      await ask('POST', `${one}/decision`, { ...asEditor, body: {} }, 400, 'rest_missing_callback_param')
      await ask('POST', `${one}/decision`, { ...asEditor, body: { decision: 'draft' } })
      await ask('POST', `${one}/decision`, { ...asEditor, body: { decision: 'spam' } }, 409, 'submission-decided')
      await ask('GET', '/submissions/999999', asEditor, 404, 'submission-not-found')
    })

    test(`site routes (${name})`, async () => {
      const asAdministrator = { as: 'administrator', face } as const
      await ask('GET', '/settings', asAdministrator)
      await ask('POST', '/settings', { ...asAdministrator, body: { currency_symbol: '€' } })
      await ask('GET', '/settings', { face }, 401, 'rest_forbidden')
      await ask('GET', '/audit', asAdministrator)
      await ask('GET', '/audit?action=read', asAdministrator, 400, 'rest_invalid_param')
      await ask('GET', '/audit', { face, as: 'editor' }, 403, 'rest_forbidden')
      for (const path of ['/languages', '/', '/doc']) await ask('GET', path, { face })
      for (const path of ['/health', '/health/ready', '/health/live']) {
        checkers.get(face)?.answers('GET', path, await server.ask('GET', `host:${path}`))
      }
    })

    test(`subscriptions (${name})`, async () => {
      const asAdministrator = { as: 'administrator', face } as const
      const fields = { name: `Club ${name}`, type: 'ics', url: 'https://club.example/feed.ics' }
      const made = await ask('POST', '/imports/sources', { ...asAdministrator, body: fields }, 201)
      const one = `/imports/sources/${made.id}`
      await ask('POST', '/imports/sources', { ...asEditor, body: fields }, 403, 'rest_forbidden')
      await ask('GET', '/imports/sources', asEditor)
      await ask('GET', one, asEditor)
      await ask('PATCH', one, { ...asAdministrator, body: { every_minutes: 30 } })
      await ask('POST', `${one}/run`, asEditor, 202)
      await ask('PUT', `${one}/content`, { ...asEditor, body: { content: 'BEGIN:VCALENDAR' } }, 202)
      await ask('PUT', `${one}/content`, { ...asEditor, body: {} }, 400, 'rest_missing_callback_param')
      const preview = { type: 'jsonfeed', content: '{"version":"https://jsonfeed.org/version/1.1","items":[]}' }
      await ask('POST', '/imports/preview', { ...asAdministrator, body: preview })
      await ask(
        'POST',
        '/imports/preview',
        { ...asAdministrator, body: { ...preview, content: 'x' } },
        400,
        'rest_invalid_param',
      )
      await ask('DELETE', one, asAdministrator)
      await ask('GET', one, asEditor, 404, 'subscription-not-found')
      const { counts } = await importFrom(server.db, exportOf([{ kind: 'event', external_id: '1' }], `json:${name}`))
      assert.deepEqual(counts, { events: { refused: 1 } })
      const [run] = (await ask('GET', '/imports/runs', asEditor)).runs
      await ask('GET', `/imports/runs/${run.id}`, asEditor)
      await ask('GET', `/imports/runs/${run.id}/problems`, asEditor)
      await ask('GET', '/imports/runs/999999', asEditor, 404, 'run-not-found')
      const undo = await ask('POST', `/imports/runs/${run.id}/undo`, { ...asAdministrator, body: { force: true } }, 202)
      const file = {
        ...asAdministrator,
        body: 'Event Name,Event Start Date\nA,2031-05-01\n',
        headers: { 'content-type': 'text/csv' },
      }
      const dry = await ask('POST', '/imports/runs?dry_run=1', file, 202)
      await ask('POST', '/imports/runs', asAdministrator, 400, 'rest_missing_callback_param')
      await ask('POST', `/imports/runs/${dry.id}/import`, asAdministrator, 409, 'run-not-importable')
      await ask('POST', '/imports/runs/999999/import', asAdministrator, 404, 'run-not-found')
      await ask('POST', `/imports/runs/${undo.id}/undo`, asAdministrator, 409, 'run-not-undoable')
    })

    test(`refusals (${name})`, async () => {
      const guest = { face }
      const draft = await ask('POST', '/events', { ...asEditor, body: { ...EVENT, status: 'draft' } }, 201)
      const basic = (who: string) => ({ face, headers: { authorization: `Basic ${btoa(`${who}:wrong`)}` } })
      const json = { 'content-type': 'application/json' }
      for (const [method, path, options, status, code] of [
        ['GET', '/events?page=0', guest, 400, 'rest_invalid_param'],
        ['GET', '/events?page=99', guest, 404, 'event-archive-page-not-found'],
        ['GET', '/venues?page=99', guest, 404, 'venue-archive-page-not-found'],
        ['GET', '/organizers?page=99', guest, 404, 'organizer-archive-page-not-found'],
        ['GET', `/events?${face.languageParameter}=xx`, guest, 400, 'rest_invalid_param'],
        ['GET', `/events/${draft.id}`, guest, 403, 'event-not-accessible'],
        ['GET', '/?namespace=other', guest, 404, 'rest_invalid_namespace'],
        ['GET', '/doc', basic('editor'), 401, 'incorrect_password'],
        ['GET', '/events', basic('nobody'), 401, 'invalid_username'],
        ['GET', '/tags', { face, headers: { authorization: 'Bearer alm_x' } }, 401, 'rest_invalid_token'],
        ['POST', '/events', { ...asEditor, body: {} }, 400, 'rest_missing_callback_param'],
        ['POST', '/events', { ...asEditor, body: { ...EVENT, all_day: 'yes', cost: {} } }, 400, 'rest_invalid_param'],
        ['POST', '/venues', { face, headers: json, body: '{' }, 400, 'rest_invalid_json'],
        ['POST', '/events', { face, body: EVENT }, 401, 'rest_forbidden'],
        ['POST', '/tags', { face, as: 'author', body: { name: 'x' } }, 403, 'rest_forbidden'],
        ['PATCH', `/events/${draft.id}`, { face, as: 'other', body: { title: 'x' } }, 403, 'rest_forbidden'],
        ['DELETE', `/events/${draft.id}`, guest, 401, 'rest_forbidden'],
        ['POST', '/events', { face, headers: json, body: ' '.repeat(2 ** 20 + 1) }, 413, 'rest_body_too_large'],
        ['POST', '/media', { ...asEditor, body: {} }, 400, 'rest_missing_callback_param'],
      ] as [string, string, Ask, number, string][]) {
        await ask(method, path, options, status, code)
      }
      await ask('DELETE', `/events/${draft.id}`, asEditor)
      await ask('PATCH', `/events/${draft.id}`, { ...asEditor, body: { title: 'x' } }, 410, 'event-is-in-trash')
    })
  }

  test('an upload', async () => {
    const listening = await startListening(await engine.open())
    try {
      const body = new FormData()
      body.append('file', new File([new Uint8Array(await png())], 'a.png', { type: 'image/png' }))
      const made = await listening.send('POST', '/media', { as: 'author', body })
      assert.equal(made.status, 201)
      checkers.get(NATIVE)?.answers('POST', '/media', made)
    } finally {
      await listening.close()
    }
  })

  test('each face refuses unknown ids and slugs as its document says', async () => {
    for (const path of ['/events', '/venues', '/organizers', '/categories', '/tags']) {
      await ask('GET', `${path}/99999`, {}, 404)
      await ask('DELETE', `${path}/99999`, { as: 'editor' }, 404)
      await ask('PATCH', `${path}/99999`, { as: 'editor', body: {} }, 404)
      await ask('DELETE', `${path}/99999`, { as: 'editor', face: TEC }, 400)
      await ask('GET', `${path}/99999`, { face: TEC }, path === '/events' ? 404 : 400)
    }
    const trashed = await make.event()
    await server.ask('DELETE', `/events/${trashed.id}`, { as: 'editor' })
    await ask('GET', `/events/${trashed.id}`, { face: TEC }, 403, 'event-no-longer-available')
  })
})
