import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { test } from 'node:test'
import { sql } from '../../src/db/database.ts'
import { LIMITS } from '../../src/http/all-limits.ts'
import { readReportOfImportRun } from '../../src/import/runs/import-report.ts'
import { uploadFolder } from '../../src/import/uploads/upload-folder.ts'
import { type AdminClient, assertRedirect, type PageAnswer, signIn } from '../kit/admin/client.ts'
import { performDueImports } from '../kit/calendar/perform-due-imports.ts'
import { icsCalendar, icsEvent, withFeedHost } from '../kit/calendar/subscriptions.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { withServer } from '../kit/server/with-server.ts'

forEachEngine('pages of imports', (engine) => {
  const server = withServer(engine)
  const host = withFeedHost()
  const folder = () => uploadFolder(server.dataDir)
  const filesIn = () => (existsSync(folder()) ? readdirSync(folder()) : [])
  const titles = async () =>
    (await server.db.all<{ title: string }>(sql`SELECT title FROM event_text ORDER BY title`)).map(({ title }) => title)

  const upload = (admin: AdminClient, name: string, text: string | Buffer) =>
    admin.upload('/admin/import', {}, { name, bytes: Buffer.from(text) })
  const runIn = ({ location = '' }: PageAnswer) => Number(/runs\/(\d+)$/.exec(location)?.[1])
  const reportIn = async (answer: PageAnswer) => {
    await performDueImports(server)
    const report = await readReportOfImportRun(server.db, runIn(answer))
    return { counts: report?.counts, state: report?.state, isDry: report?.dry_run, problems: report?.problems ?? [] }
  }

  test('a table is uploaded, its columns get a meaning, and it is imported after a preview', async () => {
    const admin = await signIn(server, 'administrator')
    const table = 'Was;Wann;Wo\nKonzert;1.5.2031 20:00;Saal\nLesung;niemals;Saal\nTheater;13.5.2031;\n'
    const { location: settings = '' } = await upload(admin, 'programm.csv', table)
    match(settings, /^\/admin\/import\/files\/[\da-f]{32}$/)
    const { html } = await admin.get(settings)
    ok(html.includes('Konzert · Lesung · Theater') && html.includes('programm.csv'), 'samples')
    match((await admin.get(`${settings}?kind=venue`)).html, /<option value="stateprovince">/)
    const refused = await admin.post(settings, { kind: 'event', column_0: '', column_1: 'start_day' })
    equal(refused.status, 400)
    ok(refused.html.includes('<a href="#field-column_0">'))
    const columns = { column_0: 'title', column_1: 'start_day', column_2: 'venue' }
    const fields = { kind: 'event', ...columns, date_order: '', status: 'publish', tags: 'Imported', pictures: 'true' }
    const ordered = await admin.post(settings, { ...fields, timezone: '' })
    const preview = await reportIn(ordered)
    deepEqual(
      [preview.counts, preview.state, preview.isDry],
      [{ events: { created: 2, refused: 1 } }, 'finished', true],
    )
    deepEqual(
      preview.problems.filter(({ severity }) => severity === 'refused').map(({ place, field }) => [place, field]),
      [
        ['line 3', 'start_date'],
        ['line 3', 'end_date'],
      ],
    )
    deepEqual(await titles(), [])
    const go = `/admin/import/runs/${runIn(ordered)}/go`
    const shown = (await admin.get(ordered.location as string)).html
    ok(shown.includes(`action="${go}"`) && shown.includes(`href="${settings}"`))
    const started = await admin.post(go)
    equal((await admin.post(go)).location, started.location, 'a second click')
    const real = await reportIn(started)
    deepEqual({ ...real, isDry: true }, preview)
    deepEqual(await titles(), ['Konzert', 'Theater'])
    deepEqual(filesIn(), [])
    const { body: log } = await server.ask('GET', '/audit?action=imported', { as: 'administrator' })
    deepEqual(
      log.audit.map(({ title, user }: { title: string; user: string }) => [title, user]),
      [['csv: csv:programm.csv', 'administrator']],
    )
    equal((await admin.get(settings)).status, 404)
    assertRedirect(await admin.post(go), '/admin/import')
    const again = await upload(admin, 'programm.csv', table)
    match((await admin.get(again.location as string)).html, /<option value="start_day" selected>/)
  })

  test('the type of a file is found out, and other files are refused and not stored', async () => {
    const admin = await signIn(server, 'administrator')
    const before = filesIn().length
    for (const [name, content] of [
      ['page.html', '<!DOCTYPE html><title>Sign in</title>'],
      ['archive.zip', Buffer.from('504b0304', 'hex')],
      ['empty.csv', ''],
      ['', ''],
    ] as const) {
      const { status, html } = await upload(admin, name, content)
      equal(status, 400, name)
      ok(html.includes('<a href="#field-file">'), name)
    }
    equal(filesIn().length, before)
    const { location = '' } = await upload(admin, '../..\\evil.ics', icsCalendar(icsEvent('w-1', 'From a file', 3)))
    const { html } = await admin.get(location)
    ok(html.includes('evil.ics') && !html.includes('name="column_0"'))
    const { counts } = await reportIn(await admin.post(location, { status: '', pictures: 'false' }))
    deepEqual(counts, { events: { created: 1 } })
    const wrong = await admin.post(location, { timezone: 'Mars' })
    equal(wrong.status, 400)
    ok(wrong.html.includes('<a href="#field-timezone">'))
  })

  test('a file that is too large is refused by name, and not stored', async () => {
    const admin = await signIn(server, 'administrator')
    const before = filesIn().length
    const { status, html } = await upload(admin, 'large.ics', Buffer.alloc(LIMITS.importBytes.value + 1, 'x'))
    equal(status, 413)
    ok(html.includes('<a href="#field-file">'))
    equal(filesIn().length, before)
  })

  test('posts in the trash of an export of WordPress are imported if that is chosen', async () => {
    const admin = await signIn(server, 'administrator')
    const meta = (name: string, value: string) =>
      `<wp:postmeta><wp:meta_key>${name}</wp:meta_key><wp:meta_value>${value}</wp:meta_value></wp:postmeta>`
    const { location = '' } = await upload(
      admin,
      'site.xml',
      `<?xml version="1.0"?><rss version="2.0" xmlns:wp="http://wordpress.org/export/1.2/"><channel><item>
        <title>Deleted there</title><wp:post_id>70</wp:post_id><wp:post_type>tribe_events</wp:post_type>
        <wp:status>trash</wp:status>${meta('_wp_trash_meta_status', 'publish')}
        ${meta('_EventStartDate', '2031-05-01 20:00:00')}${meta('_EventEndDate', '2031-05-01 22:00:00')}
      </item></channel></rss>`,
    )
    match((await admin.get(location)).html, /<select id="[^"]+" name="with_trash">/)
    const preview = async (choice: string) =>
      (await reportIn(await admin.post(location, { pictures: 'false', with_trash: choice }))).counts
    deepEqual(await preview('false'), {})
    const chosen = await admin.post(location, { pictures: 'false', with_trash: 'true' })
    deepEqual((await reportIn(chosen)).counts, { events: { created: 1 } })
    await reportIn(await admin.post(`/admin/import/runs/${runIn(chosen)}/go`))
    const trashed = await server.ask('GET', '/events?status=trash', { as: 'administrator' })
    ok(trashed.body.events.some(({ title }: { title: string }) => title === 'Deleted there'))
  })

  test('an address is downloaded, or imported as a site', async () => {
    const admin = await signIn(server, 'administrator')
    host.answer = (_, response) => response.end(icsCalendar(icsEvent('x-1', 'From an address', 4)))
    const { location = '' } = await admin.post('/admin/import', { url: `${host.url}/calendar.ics` })
    match((await admin.get(location)).html, /calendar\.ics/)
    host.answer = (_, response) => response.end('<!doctype html><title>Home</title>')
    const site = await admin.post('/admin/import', { url: host.url })
    const report = await reportIn(site)
    deepEqual([report.state, report.isDry], ['finished', true])
    match((await admin.get(site.location as string)).html, /\/go"/)
    host.answer = (_, response) => response.writeHead(500).end()
    for (const url of ['ftp://old.example/', 'http://127.0.0.1:1/', host.url]) {
      const { status, html } = await admin.post('/admin/import', { url })
      equal(status, 400, url)
      ok(html.includes('<a href="#field-url">') && html.includes(`value="${url}"`), url)
    }
    equal((await admin.post('/admin/import', { url: '' })).status, 400)
  })

  test('a file that is gone, or a run that cannot be imported, starts nothing', async () => {
    const admin = await signIn(server, 'administrator')
    equal((await admin.get('/admin/import/files/xyz')).status, 404)
    equal((await admin.get(`/admin/import/files/${'0'.repeat(32)}`)).status, 404)
    equal((await admin.post('/admin/import/runs/999999/go')).status, 404)
    const editor = await signIn(server, 'editor')
    for (const path of ['/admin/import', '/admin/import/files/x']) equal((await editor.get(path)).status, 403)
    const before = filesIn().length
    equal((await upload(editor, 'a.ics', icsCalendar())).status, 403)
    equal(filesIn().length, before)
  })
})
