import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../src/db/database.ts'
import { deliverDueMails } from '../../src/mail/deliver-due-mails.ts'
import {
  claimNextDueMail,
  deleteFailedMails,
  queueMail,
  readMailOutboxState,
  removeMailFromOutbox,
} from '../../src/mail/mail-outbox.ts'
import { verifyMailServer } from '../../src/mail/send-mail.ts'
import { assertRedirect, createAdminClient, signIn } from '../kit/admin/client.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { startSmtpServer } from '../kit/mail/smtp-server.ts'
import { withServer } from '../kit/server/with-server.ts'

const FROM = 'Town calendar <calendar@town.example>'
const HOUR = 3600

forEachEngine('mail', (engine) => {
  const server = withServer(engine, { mail: { smtpUrl: 'smtp://127.0.0.1:1', from: FROM } })
  const signal = new AbortController().signal
  const failures: string[] = []
  const deliver = (smtpUrl: string, now = server.clock.now) =>
    deliverDueMails(
      server.db,
      { smtpUrl, from: FROM },
      { now: () => now, onFailure: (one) => failures.push(one), signal },
    )
  const queue = (recipient: string, text = 'Text') =>
    server.db.transaction((tx) => queueMail(tx, { recipient, subject: 'Ä subject\nBcc: x@y', text }, server.clock.now))
  const empty = () => server.db.transaction((tx) => tx.run(sql`DELETE FROM mail`))

  test('a mail reaches the mail server once, with its text unchanged, and leaves the outbox', async () => {
    const smtp = await startSmtpServer()
    await queue('a,b@town.example', 'Grüße\n.\nhttps://calendar.example/x\n')
    await Promise.all([deliver(smtp.url), deliver(smtp.url)])
    await smtp.close()
    equal(smtp.mails.length, 1)
    const [{ from = '', to = '', subject = '', text = '', messageId = '' } = {}] = smtp.mails
    deepEqual([from, to, subject], ['calendar@town.example', '"a,b"@town.example', 'Ä subject Bcc: x@y'])
    equal(text.trimEnd(), 'Grüße\n.\nhttps://calendar.example/x')
    match(messageId, /^<[\w-]{36}@town\.example>$/)
    equal((await readMailOutboxState(server.db)).waiting, 0)
  })

  test('a mail that a process has claimed before it was killed is sent again later, with the same Message-ID', async () => {
    const smtp = await startSmtpServer()
    await queue('a@town.example')
    const claimed = await claimNextDueMail(server.db, server.clock.now)
    await deliver(smtp.url)
    equal(smtp.mails.length, 0, 'the other process may still be sending it')
    await deliver(smtp.url, server.clock.now + 301)
    await smtp.close()
    equal(smtp.mails[0]?.messageId, `<${claimed?.message_id}@town.example>`)
  })

  test('all mails wait while the mail server cannot be reached, and are given up after three days', async () => {
    const smtp = await startSmtpServer()
    await smtp.close()
    await queue('a@town.example', 'secret link')
    await queue('b@town.example')
    await deliver(smtp.url)
    const attempts = await server.db.all<{ attempts: number }>(sql`SELECT attempts FROM mail ORDER BY id`)
    deepEqual(
      attempts.map((row) => row.attempts),
      [1, 0],
      'the second mail is not attempted in vain',
    )
    failures.length = 0
    for (let hours = 1; hours <= 73; hours++) await deliver(smtp.url, server.clock.now + hours * HOUR)
    const { waiting, failed } = await readMailOutboxState(server.db)
    deepEqual({ waiting, failed }, { waiting: 0, failed: 2 })
    equal(failures.length, 2)
    const rows = await server.db.all<{ body: string; problem: string }>(sql`SELECT body, problem FROM mail`)
    for (const { body, problem } of rows) {
      equal(body, '')
      match(problem, /ECONNREFUSED/)
    }
    equal(await deleteFailedMails(server.db, server.clock.now + 73 * HOUR + 7 * 86_400), 2)
  })

  test('a recipient that is refused for good is given up, one that is refused for now is tried again, others get their mail', async () => {
    const smtp = await startSmtpServer()
    smtp.answerRecipient = (address) =>
      address.startsWith('gone') ? '550 no such user' : address.startsWith('full') ? '452 mailbox full' : '250 ok'
    for (const name of ['gone', 'full', 'here']) await queue(`${name}@town.example`)
    await deliver(smtp.url)
    deepEqual(
      smtp.mails.map(({ to }) => to),
      ['here@town.example'],
    )
    const { waiting, failed } = await readMailOutboxState(server.db)
    deepEqual({ waiting, failed }, { waiting: 1, failed: 1 })
    smtp.answerRecipient = () => '250 ok'
    await deliver(smtp.url, server.clock.now + 61)
    equal(smtp.mails.at(-1)?.to, 'full@town.example')
    await verifyMailServer({ smtpUrl: smtp.url, from: FROM })
    await smtp.close()
    await empty()
  })

  test('who has forgotten the password gets a link by mail, and the page does not reveal who has an account', async () => {
    const client = createAdminClient(server)
    match((await client.get('/admin/sign-in')).html, /href="\/admin\/sign-in\/forgotten"/)
    await server.db.transaction((tx) =>
      tx.run(sql`UPDATE account SET email = 'ed@town.example', language = 'de' WHERE login = 'editor'`),
    )
    const ask = (login: string) => client.post('/admin/sign-in/forgotten', { login })
    const answers = [await ask('nobody@town.example'), await ask('author'), await ask('ED@town.example')]
    equal(new Set(answers.map(({ status, html }) => `${status} ${html}`)).size, 1)
    const mail = await claimNextDueMail(server.db, server.clock.now)
    equal(mail?.recipient, 'ed@town.example')
    equal(mail?.subject, 'Ein Passwort für Almanac')
    const [, path = ''] = /http:\/\/localhost(\/admin\/sign-in\/link\/[\w-]{43})\n/.exec(mail?.body ?? '') ?? []
    equal(await claimNextDueMail(server.db, server.clock.now), undefined, 'the only mail')
    for (let count = 0; count < 5; count++) await ask('editor')
    equal((await readMailOutboxState(server.db)).waiting, 3, 'requests do not fill a mailbox')
    assertRedirect(await client.post(path, { new_password: 'plum river 47 lamp' }), '/de/admin/')
    const later = await claimNextDueMail(server.db, server.clock.now)
    const [, other = ''] = /http:\/\/localhost(\/admin\/sign-in\/link\/[\w-]{43})\n/.exec(later?.body ?? '') ?? []
    notEqual(other, path)
    equal((await client.get(other)).status, 410, 'no other link of the account is valid any more')
    await empty()
  })

  test('a new user with an address gets the invitation by mail', async () => {
    const admin = await signIn(server, 'administrator')
    const user = { login: 'mina', name: 'Mina', email: 'mina@town.example', role: 'editor' }
    const { html } = await admin.post('/admin/users/new', user)
    const mail = await claimNextDueMail(server.db, server.clock.now)
    equal(mail?.recipient, 'mina@town.example')
    const [address = ''] = /http:\/\/localhost\/admin\/sign-in\/link\/[\w-]{43}/.exec(mail?.body ?? '') ?? []
    ok(address !== '' && html.includes(address))
    match(html, /on its way to mina@town\.example/)
    equal(await removeMailFromOutbox(server.db, mail as NonNullable<typeof mail>), 1)
  })
})

forEachEngine('a server without a mail server', (engine) => {
  const server = withServer(engine)
  test('offers no link by mail', async () => {
    const client = createAdminClient(server)
    equal((await client.get('/admin/sign-in/forgotten')).status, 404)
    equal((await client.post('/admin/sign-in/forgotten', { login: 'editor' })).status, 404)
    ok(!(await client.get('/admin/sign-in')).html.includes('forgotten"'))
  })
})
