import { deepEqual, equal, match } from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { test } from 'node:test'
import { sql } from '../../src/db/database.ts'
import { uploadFolder } from '../../src/import/uploads/upload-folder.ts'
import { performDueImports } from '../kit/calendar/perform-due-imports.ts'
import { icsCalendar, icsEvent, withFeedHost } from '../kit/calendar/subscriptions.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { withServer } from '../kit/server/with-server.ts'

const TABLE = 'Was;Wann;Wo\nKonzert;1.5.2031 20:00;Saal\nLesung;niemals;Saal\nTheater;13.5.2031;\n'
const MAPPING = 'Was=title,Wann=start_day,Wo=venue'

forEachEngine('routes of imports', (engine) => {
  const server = withServer(engine)
  const host = withFeedHost()
  const filesIn = () => {
    const folder = uploadFolder(server.dataDir)
    return existsSync(folder) ? readdirSync(folder) : []
  }
  const countEvents = async () =>
    (await server.db.get<{ events: number }>(sql`SELECT COUNT(*) AS events FROM event WHERE status <> 'trash'`))?.events
  const post = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
    server.ask('POST', path, { as: 'administrator', body, headers })
  /** Sends a multipart form with a file and other fields. */
  const upload = async (name: string, content: string | Buffer, fields: Record<string, string> = {}) => {
    const form = new FormData()
    for (const [field, value] of Object.entries(fields)) form.append(field, value)
    form.append('file', new File([new Uint8Array(Buffer.from(content))], name))
    const request = new Response(form)
    const type = String(request.headers.get('content-type'))
    return post('/imports/runs', Buffer.from(await request.arrayBuffer()), { 'content-type': type })
  }
  /** The run after it has been performed, with its problems. */
  const readRun = async (id: number) => {
    await performDueImports(server)
    const { body: run } = await server.ask('GET', `/imports/runs/${id}`, { as: 'editor' })
    const { body } = await server.ask('GET', `/imports/runs/${id}/problems`, { as: 'editor' })
    const places = body.problems.map(({ place, field }: Record<string, string>) => `${place} ${field}`)
    return { state: run.state, dry: run.dry_run, counts: run.counts, problems: places }
  }

  test('a dry run of a table reports, and its import writes the same file once', async () => {
    const { status, body: dry } = await upload('programm.csv', TABLE, { dry_run: 'true', mapping: MAPPING })
    deepEqual([status, dry.state, dry.dry_run, dry.name], [202, 'running', true, 'csv:programm.csv'])
    equal((await post(`/imports/runs/${dry.id}/import`)).body.code, 'run-not-importable')
    const counts = { events: { created: 2, refused: 1 } }
    const problems = ['line 1 external_id', 'line 3 start_date', 'line 3 end_date']
    deepEqual(await readRun(dry.id), { state: 'finished', dry: true, counts, problems })
    equal(await countEvents(), 0)
    const { status: accepted, body: real } = await post(`/imports/runs/${dry.id}/import`)
    equal(accepted, 202)
    equal((await post(`/imports/runs/${dry.id}/import`)).body.id, real.id, 'a second request')
    deepEqual(await readRun(real.id), { state: 'finished', dry: false, counts, problems })
    deepEqual([await countEvents(), filesIn()], [2, []])
    equal((await post(`/imports/runs/${dry.id}/import`)).status, 409)
    equal((await post('/imports/runs/999999/import')).body.code, 'run-not-found')
  })

  test('the body may be the file, and options are in the query', async () => {
    const send = (content: string, type: string, query = '', name = '') =>
      post(`/imports/runs${query}`, content, {
        'content-type': type,
        ...(name && { 'content-disposition': `attachment; filename="${name}"` }),
      })
    const calendar = icsCalendar(icsEvent('raw-1', 'Whole body', 1))
    const before = Number(await countEvents())
    for (const [content, type, query, source] of [
      [calendar, 'text/calendar; charset=utf-8', '?status=draft', 'ics:file'],
      [TABLE, 'text/csv', `?mapping=${encodeURIComponent(MAPPING)}&name=Programme`, 'Programme'],
      [
        '[{"@type":"Event","uid":"js-1","title":"J","start":"2031-05-01T10:00:00"}]',
        'application/jscalendar+json',
        '',
        '',
      ],
    ] as const) {
      const { status, body } = await send(content, type, query)
      equal(status, 202, JSON.stringify(body))
      if (source !== '') equal(body.name, source)
      const { state, problems } = await readRun(body.id)
      equal(state, 'finished')
      equal(
        problems.some((problem: string) => problem.startsWith('line 3')),
        type === 'text/csv',
      )
    }
    equal(await countEvents(), before + 4)
    const { body } = await send(calendar, 'text/calendar', '', 'club.ics')
    equal(body.name, 'ics:club.ics')
    deepEqual((await readRun(body.id)).counts, { events: { created: 1 } })
    const again = await send(calendar, 'text/calendar', '', 'club.ics')
    deepEqual((await readRun(again.body.id)).counts, { events: { unchanged: 1 } })
  })

  test('an address is downloaded', async () => {
    host.answer = (_, response) => response.end(icsCalendar(icsEvent('url-1', 'From an address', 2)))
    const { body } = await post('/imports/runs', { url: `${host.url}/calendar.ics`, categories: 'Imported' })
    equal(body.name, 'ics:calendar.ics')
    deepEqual((await readRun(body.id)).counts, { events: { created: 1 } })
    host.answer = (_, response) => response.end('<!doctype html><title>Home</title>')
    equal((await post('/imports/runs', { url: host.url, dry_run: true })).body.type, 'tec')
  })

  for (const [what, file, fields, code, field] of [
    ['nothing', undefined, {}, 'rest_missing_callback_param', 'file'],
    ['a sign-in page', '<!DOCTYPE html><title>Sign in</title>', {}, 'rest_invalid_param', 'file'],
    ['an archive', Buffer.from('504b0304', 'hex'), {}, 'rest_invalid_param', 'file'],
    ['an empty file', '', {}, 'rest_invalid_param', 'file'],
    ['a table without titles', TABLE, {}, 'rest_invalid_param', 'mapping'],
    ['an empty table', '', { type: 'csv' }, 'rest_invalid_param', 'mapping'],
    ['a wrong type', TABLE, { type: 'xlsx' }, 'rest_invalid_param', 'type'],
    ['a wrong zone', TABLE, { timezone: 'Mars' }, 'rest_invalid_param', 'timezone'],
    ['a wrong address', undefined, { url: 'ftp://old.example/' }, 'rest_invalid_param', 'url'],
    ['a host that does not answer', undefined, { url: 'http://127.0.0.1:1/' }, 'rest_invalid_param', 'url'],
    ['the name of a subscription', icsCalendar(), { name: 'Followed' }, 'rest_invalid_param', 'name'],
  ] as const) {
    test(`refused: ${what}`, async () => {
      if ('name' in fields) await post('/imports/sources', { name: 'Followed', type: 'ics' })
      const before = filesIn()
      const answer = file === undefined ? await post('/imports/runs', fields) : await upload('a.csv', file, fields)
      deepEqual([answer.status, answer.body.code], [400, code])
      match(JSON.stringify(answer.body.data.params), new RegExp(`"${field}"`))
      deepEqual(filesIn(), before)
    })
  }

  test('the file of users who may not import is not stored', async () => {
    const before = filesIn()
    for (const [as, status] of [
      ['editor', 403],
      ['guest', 401],
    ] as const) {
      const headers = { 'content-type': 'text/calendar' }
      equal((await server.ask('POST', '/imports/runs', { as, body: icsCalendar(), headers })).status, status)
    }
    deepEqual(filesIn(), before)
  })
})
