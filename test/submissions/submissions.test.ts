import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { beforeEach, test } from 'node:test'
import sharp from 'sharp'
import { sql } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { claimNextDueMail } from '../../src/mail/mail-outbox.ts'
import { type Settings, writeSiteSettings } from '../../src/settings/site-settings.ts'
import {
  deleteOldSubmissions,
  deleteSubmissionsAndMailsOfSender,
  readSubmissionDataOfSender,
} from '../../src/submissions/delete-and-export-submissions.ts'
import { createHiddenFormStamp, PROOF_BITS, readFormSigningSecret } from '../../src/submissions/spam-check-of-form.ts'
import { createAdminClient, signIn } from '../kit/admin/client.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { COMMAND_NOW, runHere } from '../kit/processes/command.ts'
import { startServer, TEST_NOW, type TestServer } from '../kit/server/server.ts'
import { withServer } from '../kit/server/with-server.ts'

const FIELDS = {
  title: 'Choir of the harbour',
  start_date: '2030-07-01T19:00',
  end_date: '2030-07-01T21:00',
  venue: 'Old customs house',
  description: 'Songs of the sea.',
  sender_name: 'Aino Virta',
  sender_email: 'Aino@choir.example',
  message: 'Please list us.',
  consent: '1',
  homepage: '',
}
const HOUR = 3600
const MAIL = { mail: { smtpUrl: 'smtp://127.0.0.1:1', from: 'calendar@town.example' } }

const proofOf = (stamp: string): string => {
  for (let number = 0; ; number += 1) {
    const hash = createHash('sha256').update(`${stamp}.${number}`).digest()
    if (hash.readUInt32BE(0) >>> (32 - PROOF_BITS) === 0) return String(number)
  }
}

/** Sends the form as a browser with script does, or without script. */
async function send(server: TestServer, fields: Record<string, string> = {}, hasScript = true, from = '198.51.100.1') {
  const stamp = createHiddenFormStamp(await readFormSigningSecret(server.db), server.clock.now - 60)
  const proof = hasScript ? proofOf(stamp) : ''
  const headers = { 'x-forwarded-for': from }
  return createAdminClient(server).post('/submit', { ...FIELDS, stamp, proof, ...fields }, headers)
}

const allow = (server: TestServer, submissions: Settings['submissions']) =>
  server.db.transaction((tx) => writeSiteSettings(tx, { submissions }))
const empty = (server: TestServer) =>
  server.db.transaction(async (tx) => {
    for (const table of [sql`submission`, sql`mail`, sql`event`]) await tx.run(sql`DELETE FROM ${table}`)
  })
const countIn = async (server: TestServer, state: string) =>
  (await server.db.all(sql`SELECT id FROM submission WHERE state = ${state}`)).length
const newestId = async (server: TestServer) =>
  (await server.db.get<{ id: number }>(sql`SELECT MAX(id) AS id FROM submission`))?.id as number

forEachEngine('submissions', (engine) => {
  const server = withServer(engine, { trustProxy: 1 })
  beforeEach(async () => {
    await empty(server)
    await allow(server, 'anyone')
  })

  test('an end before the start is refused at the end, in the form and in that of the sender', async () => {
    const wrong = { end_date: '2030-07-01T18:00' }
    const refused = await send(server, wrong)
    equal(refused.status, 400)
    match(refused.html, /href="#field-end_date">End must not be before the start of the event\.</)
    const { location = '' } = await send(server)
    const changed = await createAdminClient(server).post(location, { ...FIELDS, ...wrong })
    equal(changed.status, 400)
    match(changed.html, /href="#field-end_date"/)
  })

  test('nobody can hand in an event unless the setting allows it', async () => {
    await allow(server, 'off')
    equal((await createAdminClient(server).get('/submit')).status, 404)
    equal((await send(server)).status, 404)
    const linkOn = async (path: string) =>
      /href="([^"]*\/submit\/)">([^<]*)/.exec((await createAdminClient(server).get(path)).html)?.slice(1)
    equal(await linkOn('/'), undefined)
    await allow(server, 'accounts')
    deepEqual(await linkOn('/de/events/month/'), ['/de/submit/', 'Veranstaltung einsenden'])
    equal((await createAdminClient(server).get('/submit')).location, '/admin/sign-in?to=%2Fsubmit')
    match((await (await signIn(server, 'subscriber')).get('/submit')).html, /name="stamp"/)
    await allow(server, 'anyone')
    for (const root of ['', '/de', '/fr', '/es', '/fi']) {
      const { status, headers } = await createAdminClient(server).get(`${root}/submit/`)
      equal(status, 200)
      equal(headers['cache-control'], 'no-store')
    }
  })

  test('a submitted website may contain letters outside ASCII', async () => {
    equal((await send(server, { website: 'https://müller.example/straße' })).status, 303)
    const { html } = await (await signIn(server, 'editor')).get(`/admin/submissions/${await newestId(server)}`)
    match(html, /https:\/\/xn--mller-kva\.example\/stra%C3%9Fe/)
  })

  test('an accepted submission becomes an event, in one step, and its sender sees that', async () => {
    const sent = await send(server, { sender_name: '<script>alert(1)</script>' })
    equal(sent.status, 303, sent.html)
    const link = sent.location as string
    const sender = createAdminClient(server)
    match((await sender.get(link)).html, /Waits for an editor/)
    const editor = await signIn(server, 'editor')
    const path = `/admin/submissions/${await newestId(server)}`
    match((await editor.get('/admin/submissions')).html, /Choir of the harbour/)
    const page = await editor.get(path)
    match(page.html, /aino@choir\.example/)
    ok(!page.html.includes('<script>alert'))
    await editor.post(`${path}/notes`, { note: 'I know them <b>well</b>' })
    match((await editor.get(path)).html, /editor, .*I know them &#60;b&#62;well/s)
    equal((await server.ask('GET', '/events')).body.total, 0)
    equal((await editor.post(path, { decision: 'publish' })).status, 303)
    const { body } = await server.ask('GET', '/events')
    deepEqual(
      body.events.map((event: { title: string; venue: { venue: string } }) => [event.title, event.venue.venue]),
      [['Choir of the harbour', 'Old customs house']],
    )
    ok(!JSON.stringify(body).includes('choir.example'))
    match((await sender.get(link)).html, /See it in the calendar/)
    equal((await sender.post(`${link}/withdraw`)).status, 409)
    equal((await editor.post(path, { decision: 'refuse', reason: 'no' })).status, 409, 'decided once')
    await server.ask('DELETE', `/events/${body.events[0].id}?force=true`, { as: 'editor' })
    equal((await sender.get(link)).status, 404, 'deleting the event for good deletes the submission and its notes')
    equal((await server.db.all(sql`SELECT id FROM submission_note`)).length, 0)
  })

  test('a sender answers a question by changing the submission, and may withdraw it', async () => {
    const sent = await send(server)
    equal(sent.status, 303, sent.html)
    const link = sent.location as string
    const editor = await signIn(server, 'editor')
    const path = `/admin/submissions/${await newestId(server)}`
    const unasked = await editor.post(path, { decision: 'ask', reason: ' ' })
    equal(unasked.status, 400)
    match(unasked.html, /Write what you want to know/)
    await editor.post(path, { decision: 'ask', reason: 'Which choir?' })
    const sender = createAdminClient(server)
    match((await sender.get(link)).html, /Waits for your answer.*Which choir\?/s)
    match((await editor.get(path)).html, /Waits for the sender.*1 July 2030, 19:00/s)
    ok(!(await editor.get(path)).html.includes('Waits for your answer'), 'which an editor would take for a task')
    equal((await sender.post(link, { ...FIELDS, title: 'Choir of Turku' })).status, 303)
    match((await editor.get('/admin/submissions')).html, /Choir of Turku/)
    equal((await sender.post(`${link}/withdraw`)).status, 303)
    equal((await sender.get(link)).status, 404)
    equal((await editor.get(path)).status, 404)
  })

  for (const [what, fields, message] of [
    ['without a title', { title: '' }, /field-title">Title must/],
    [
      'with a date in the past',
      { start_date: '2030-06-01T10:00', end_date: '2030-06-01T11:00' },
      /must not be in the past/,
    ],
    ['with three links', { description: 'http://a.example http://b.example www.c.example' }, /at most 2 links/],
    ['with a link in the title', { title: 'See http://a.example' }, /at most 0 links/],
    ['with a broken date', { start_date: 'soon' }, /Start must/],
    ['without consent', { consent: '' }, /Without your consent/],
    ['without an address', { sender_email: '' }, /Your e-mail address must/],
    ['with a script as website', { website: 'javascript:alert(1)' }, /Website must/],
    ['with a field that only programs fill in', { homepage: 'x' }, /Leave this field empty/],
    ['with a changed stamp', { stamp: '1.x.y' }, /older than a day/],
    ['with an unstorable name', { sender_name: 'a\0b' }, /Your name must/],
    ['with a long title', { title: 'x'.repeat(201) }, /at most 200/],
  ] as const) {
    test(`a submission ${what} is refused with a message, and what was typed is shown again`, async () => {
      const { status, html } = await send(server, fields)
      equal(status, 400)
      match(html, message)
      match(html, /value="Old customs house"/)
      equal(await countIn(server, 'waiting'), 0)
    })
  }

  test('a form that is sent too fast, twice, from another site or with another submission of the same event is refused', async () => {
    const secret = await readFormSigningSecret(server.db)
    const stamp = createHiddenFormStamp(secret, server.clock.now)
    match((await send(server, { stamp })).html, /very fast/)
    const used = createHiddenFormStamp(secret, server.clock.now - 60)
    const proof = proofOf(used)
    const first = await send(server, { stamp: used, proof })
    equal(first.status, 303, first.html)
    const again = await send(server, { stamp: used, proof, title: 'Another' })
    equal(again.status, 429)
    match((await send(server)).html, /has been sent already/)
    const foreign = await createAdminClient(server).post('/submit', FIELDS, { origin: 'http://evil.example' })
    equal(foreign.status, 403)
    equal(await countIn(server, 'waiting'), 1)
  })

  test('of 1,000 submissions of one sender 5 get through, and another sender is not blocked', async () => {
    const answers = await Promise.all([
      ...Array.from({ length: 20 }, (_, index) => send(server, { title: `Buy ${index}` })),
      ...Array.from({ length: 980 }, (_, index) => send(server, { title: `Cheap ${index}` }, false, '203.0.113.9')),
    ])
    for (const { status } of answers) ok(status === 303 || status === 429 || status === 503, String(status))
    ok((await countIn(server, 'waiting')) <= 6)
    equal((await send(server, { title: 'A real concert' }, true, '198.51.100.77')).status, 303)
  })

  test('of many senders in an hour 200 get through, the next reads why not, and editors see the list', async () => {
    await server.db.transaction((tx) =>
      tx.run(sql`WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 199)
        INSERT INTO submission (token_hash, form_nonce, state, language, title, start_date, fields, content_hash,
          sender_name, sender_email, message, network_hash, sent_at)
        SELECT 't' || number, 'n' || number, 'waiting', 'en', 'Buy ' || number, '2030-07-01T10:00', '{}', 'c' || number,
          'Spam', 'a' || number || '@b.example', '', 'w' || number, ${server.clock.now} FROM numbers`),
    )
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => send(server, { title: `Many ${index}` }, false, `203.0.113.${index}`)),
    )
    deepEqual(answers.map(({ status }) => status).toSorted(), [303, ...Array(19).fill(429)])
    const refused = answers.find(({ status }) => status === 429)
    match(refused?.html ?? '', /class="problems"[\s\S]*value="Many \d+"/)
    equal(await countIn(server, 'waiting'), 200)
    const { status, html } = await (await signIn(server, 'editor')).get('/admin/submissions')
    deepEqual([status, /Waits? for an editor \(200\)/.test(html)], [200, true], html.slice(0, 3000))
  })

  test('a form of 50 MB is refused, and a page of it is never stored', async () => {
    const { status } = await send(server, { description: 'x'.repeat(50e6) })
    ok(status === 413 || status === 400, String(status))
    equal(await countIn(server, 'waiting'), 0)
  })

  test('a sender adds a picture, which only editors see, without metadata, until its event is published', async () => {
    const sent = await send(server)
    const link = sent.location as string
    const sender = createAdminClient(server)
    const bytes = await sharp({ create: { width: 30, height: 20, channels: 3, background: 'red' } })
      .withExif({ IFD0: { Make: 'Canary Person' } })
      .jpeg()
      .toBuffer()
    ok(bytes.includes('Canary Person'))
    const upload = (file: { name: string; bytes: Buffer }) =>
      sender.upload(`${link}/picture`, { file_alt: 'Choir' }, file)
    for (const refused of [
      Buffer.from('text'),
      Buffer.concat([bytes, Buffer.alloc(5 * 1024 * 1024)]),
      Buffer.alloc(0),
    ]) {
      const { status, html } = await upload({ name: 'choir.jpg', bytes: refused })
      equal(status, 400)
      match(html, /value="Old customs house".*cannot be stored/s)
    }
    equal((await sender.upload(`${link.slice(0, -1)}/picture`, {}, { name: 'choir.jpg', bytes })).status, 404)
    equal((await upload({ name: 'choir.jpg', bytes })).status, 303)
    match((await sender.get(link)).html, /A picture has been sent/)
    const path = `/admin/submissions/${await newestId(server)}`
    const contributor = await signIn(server, 'contributor')
    equal((await contributor.get(`${path}/picture`)).status, 403)
    equal((await createAdminClient(server).get(`${path}/picture`)).status, 303)
    const editor = await signIn(server, 'editor')
    match((await editor.get(path)).html, /<img src="[^"]*\/picture" alt="Choir">/)
    const shown = await editor.get(`${path}/picture`)
    deepEqual([shown.status, shown.headers['content-type']], [200, 'image/jpeg'])
    ok(!shown.bytes.includes('Canary Person'))
    equal((await server.ask('GET', '/media')).body.total ?? 0, 0)
    equal((await editor.post(path, { decision: 'publish', image: '1' })).status, 303)
    const { events } = (await server.ask('GET', '/events')).body
    equal(events[0].image.width, 30)
    equal((await editor.get(`${path}/picture`)).status, 404, 'deleted with the decision')
    equal((await upload({ name: 'choir.jpg', bytes })).status, 409)
  })

  test('nobody but editors sees senders, notes and submissions', async () => {
    await send(server, { title: 'Secret canary', sender_name: 'Canary name', sender_email: 'canary@choir.example' })
    const path = `/admin/submissions/${await newestId(server)}`
    for (const role of ['subscriber', 'contributor', 'author'] as const) {
      const client = await signIn(server, role)
      for (const address of ['/admin/submissions', path]) {
        const { status, html } = await client.get(address)
        equal(status, 403)
        ok(!/canary/i.test(html))
      }
      equal((await client.post(path, { decision: 'publish' })).status, 403)
    }
    for (const address of ['/events', '/events?status=pending,draft', '/venues', '/organizers']) {
      ok(!/canary/i.test(JSON.stringify((await server.ask('GET', address, { as: 'contributor' })).body)))
    }
    const audit = await server.ask('GET', '/audit', { as: 'administrator' })
    ok(!/canary name|canary@/i.test(JSON.stringify(audit.body)))
  })

  test('personal data end after the days of the setting, and earlier on request', async () => {
    await send(server)
    await send(server, { title: 'Second', sender_email: 'b@choir.example' })
    const path = `/admin/submissions/${await newestId(server)}`
    await (await signIn(server, 'editor')).post(path, { decision: 'refuse', reason: 'Not for us' })
    await deleteOldSubmissions(server.db, 90, TEST_NOW + 90 * 24 * HOUR - 1)
    equal(await countIn(server, 'refused'), 1)
    await deleteOldSubmissions(server.db, 90, TEST_NOW + 90 * 24 * HOUR)
    equal(await countIn(server, 'refused'), 0)
    equal(await countIn(server, 'waiting'), 1)
    equal((await readSubmissionDataOfSender(server.db, 'aino@choir.example'))[0]?.title, FIELDS.title)
    equal(await server.db.transaction((tx) => deleteSubmissionsAndMailsOfSender(tx, 'AINO@choir.example')), 1)
    equal((await readSubmissionDataOfSender(server.db, 'aino@choir.example')).length, 0)
  })
})

forEachEngine('submissions with mail', (engine) => {
  const server = withServer(engine, { ...MAIL, trustProxy: 1 }, async (started) => {
    await allow(started, 'anyone')
    await started.db.transaction((tx) =>
      tx.run(sql`UPDATE account SET email = 'ed@town.example' WHERE login = 'editor'`),
    )
  })
  const nextMail = () => claimNextDueMail(server.db, server.clock.now)
  beforeEach(() => empty(server))

  test('without script, the address is confirmed by mail before editors see the event', async () => {
    const { status, html } = await send(server, {}, false)
    equal(status, 200)
    match(html, /Look into your mail/)
    equal(await countIn(server, 'unconfirmed'), 1)
    const mail = await nextMail()
    equal(mail?.recipient, 'aino@choir.example')
    const link = /http:\/\/localhost(\/submit\/sent\/[\w-]{43})/.exec(mail?.body ?? '')?.[1] as string
    equal(await nextMail(), undefined, 'no mail to editors yet')
    const sender = createAdminClient(server)
    match((await sender.get(link)).html, /Confirm and send/)
    equal(await countIn(server, 'unconfirmed'), 1, 'opening the link changes nothing')
    equal((await sender.post(`${link}/confirm`)).status, 303)
    equal(await countIn(server, 'waiting'), 1)
    const notice = await nextMail()
    equal(notice?.recipient, 'ed@town.example')
    const editor = await signIn(server, 'editor')
    await editor.post(`/admin/submissions/${await newestId(server)}`, { decision: 'refuse', reason: 'Too far away' })
    match((await nextMail())?.body ?? '', /Too far away/)
  })

  test('editors get one mail until the list is empty again, and a stranger gets at most three', async () => {
    for (let index = 0; index < 5; index += 1)
      await send(server, { title: `Event ${index}` }, true, `198.51.100.${index}`)
    const rows = await server.db.all<{ recipient: string }>(sql`SELECT recipient FROM mail`)
    const to = (address: string) => rows.filter(({ recipient }) => recipient === address).length
    deepEqual([to('ed@town.example'), to('aino@choir.example')], [1, 3])
    equal(await countIn(server, 'waiting'), 5)
  })
})

forEachEngine('submissions on the command line', (engine) => {
  test('the operator exports what is stored about a sender, and deletes it', async () => {
    const DATABASE_URL = await engine.url()
    const server = await startServer(await openDatabase(DATABASE_URL), MAIL)
    await allow(server, 'anyone')
    await send(server)
    await send(server, { title: 'Another', sender_name: 'Bea', sender_email: 'b@choir.example' })
    const exported = await runHere({ DATABASE_URL }, 'submissions', 'export', 'AINO@choir.example')
    const [line = '', ...more] = exported.out.trim().split('\n')
    deepEqual([exported.code, more], [0, []])
    const { title, sender_name: name, sender_email: email, message, fields } = JSON.parse(line)
    deepEqual([title, name, email, message], [FIELDS.title, FIELDS.sender_name, 'aino@choir.example', FIELDS.message])
    equal(JSON.parse(fields).venue, FIELDS.venue)
    const forgotten = await runHere({ DATABASE_URL }, 'submissions', 'forget', 'aino@choir.example')
    deepEqual([forgotten.code, forgotten.out.trim()], [0, 'Deleted submissions: 1. Events made from them remain.'])
    equal((await runHere({ DATABASE_URL }, 'submissions', 'export', 'aino@choir.example')).out.trim(), '')
    const left = JSON.stringify([
      await server.db.all(sql`SELECT * FROM submission`),
      await server.db.all(sql`SELECT * FROM mail`),
      await server.db.all(sql`SELECT * FROM audit`),
    ])
    ok(!/aino/i.test(left) && /b@choir\.example/.test(left))
    equal((await runHere({ DATABASE_URL }, 'submissions', 'forget')).code, 2, 'without an address')
    await server.close()
  })
  test('purge deletes the submission, its notes and the earlier versions with the event', async () => {
    const DATABASE_URL = await engine.url()
    const server = await startServer(await openDatabase(DATABASE_URL))
    await allow(server, 'anyone')
    equal((await send(server)).status, 303)
    const editor = await signIn(server, 'editor')
    const path = `/admin/submissions/${await newestId(server)}`
    await editor.post(`${path}/notes`, { note: 'I know them' })
    await editor.post(path, { decision: 'publish' })
    const { id } = (await server.ask('GET', '/events')).body.events[0]
    await server.ask('PATCH', `/events/${id}`, { as: 'editor', body: { title: 'Choir' } })
    await server.ask('DELETE', `/events/${id}`, { as: 'editor' })
    const counts = () =>
      server.db.get(sql`SELECT (SELECT COUNT(*) FROM submission) AS submissions, (SELECT COUNT(*) FROM submission_note) AS notes,
        (SELECT COUNT(*) FROM revision WHERE collection = 'events') > 0 AS has_revisions`)
    const { submissions, notes, has_revisions: hasRevisions } = (await counts()) as Record<string, unknown>
    deepEqual([Number(submissions), Number(notes), Boolean(hasRevisions)], [1, 1, true])
    await server.db.transaction((tx) => tx.run(sql`UPDATE event SET modified_at = ${COMMAND_NOW - 40 * 24 * HOUR}`))
    equal((await runHere({ DATABASE_URL }, 'purge', '--days', '30')).code, 0)
    const left = (await counts()) as Record<string, unknown>
    deepEqual([Number(left.submissions), Number(left.notes), Boolean(left.has_revisions)], [0, 0, false])
    await server.close()
  })
})
