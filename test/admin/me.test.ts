import { equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { changeAccountRole } from '../../src/accounts/account-store.ts'
import { hashNewPassword, replacePasswordAndEndSessions } from '../../src/accounts/store-password.ts'
import { sql } from '../../src/db/database.ts'
import { assertRedirect, createAdminClient, signIn } from '../kit/admin/client.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { withServer } from '../kit/server/with-server.ts'

const PASSWORD = 'plum river 47 lamp'
const NEW_PASSWORD = 'seven grey kettles'

forEachEngine('the own account', (engine) => {
  const server = withServer(engine, {}, async ({ db, ids }) => {
    const hash = await hashNewPassword(PASSWORD)
    await db.transaction((tx) => replacePasswordAndEndSessions(tx, ids.editor, hash))
  })

  test('a message is shown once, after the redirect', async () => {
    const client = await signIn(server, 'author')
    assertRedirect(await client.post('/admin/me', { language: 'fr' }), '/fr/admin/me')
    match((await client.get('/fr/admin/me')).html, /role="status"><p>Enregistré/)
    ok(!(await client.get('/fr/admin/me')).html.includes('role="status">'))
    client.cookies.set('almanac-notice', 'constructor')
    ok(!(await client.get('/admin/me')).html.includes('class="notice"'))
  })

  test('the stored language is that of the pages after signing in', async () => {
    const client = await signIn(server, 'editor')
    await client.post('/admin/me', { language: 'fi' })
    assertRedirect(
      await createAdminClient(server).post('/admin/sign-in', { login: 'editor', password: PASSWORD }),
      '/fi/admin/',
    )
  })

  for (const [language, message] of [
    ['xx', 'must be one of'],
    ['', 'must be one of'],
  ] as const) {
    test(`the language "${language}" is refused, with a link to the field`, async () => {
      const client = await signIn(server, 'author')
      const { status, html } = await client.post('/admin/me', { language })
      equal(status, 400)
      match(html, new RegExp(`<a href="#field-language">[^<]*${message}`))
      match(html, /aria-describedby="field-language-problem" aria-invalid="true"/)
    })
  }

  test('a new password ends all other sessions', async () => {
    const [client, other] = [await signIn(server, 'editor'), await signIn(server, 'editor')]
    assertRedirect(await client.post('/admin/me/password', { new_password: NEW_PASSWORD }), '/admin/me')
    equal((await client.get('/admin/me')).status, 200)
    equal((await other.get('/admin/me')).status, 303)
    const wrong = await createAdminClient(server).post('/admin/sign-in', { login: 'editor', password: PASSWORD })
    equal(wrong.status, 401)
    const entry = await server.db.get(
      sql`SELECT face, action, collection, fields, login FROM audit ORDER BY id DESC LIMIT 1`,
    )
    equal(
      JSON.stringify(entry),
      '{"face":"admin","action":"updated","collection":"users","fields":"password","login":"editor"}',
    )
    const hash = await hashNewPassword(PASSWORD)
    await server.db.transaction((tx) => replacePasswordAndEndSessions(tx, server.ids.editor, hash))
  })

  test('ten minutes after signing in, changing the password needs the old one', async () => {
    const client = await signIn(server, 'editor')
    server.clock.now += 601
    const page = await client.get('/admin/me/password')
    equal(page.status, 403)
    match(page.html, /give your password again/)
    equal((await client.post('/admin/me/password', { new_password: NEW_PASSWORD })).status, 403)
    equal((await client.post('/admin/me/proof', { password: 'not this one', to: '/admin/me/password' })).status, 401)
    const to = 'https://evil.example/'
    assertRedirect(await client.post('/admin/me/proof', { password: PASSWORD, to }), '/admin/me')
    assertRedirect(
      await client.post('/admin/me/proof', { password: PASSWORD, to: '/admin/me/password' }),
      '/admin/me/password',
    )
    equal((await client.get('/admin/me/password')).status, 200)
  })

  test('one session ends, or all others; never one of another account', async () => {
    const [client, second, third] = [
      await signIn(server, 'author'),
      await signIn(server, 'author'),
      await signIn(server, 'author'),
    ]
    const stranger = await signIn(server, 'other')
    const last = async (id: number) =>
      (await server.db.get<{ id: number }>(sql`SELECT MAX(id) AS id FROM session WHERE account_id = ${id}`))?.id
    equal((await client.post(`/admin/me/sessions/${await last(server.ids.other)}/end`)).status, 404)
    equal((await client.post('/admin/me/sessions/x/end')).status, 404)
    equal((await stranger.get('/admin/me')).status, 200)
    assertRedirect(await client.post(`/admin/me/sessions/${await last(server.ids.author)}/end`), '/admin/me')
    equal((await third.get('/admin/me')).status, 303)
    equal((await second.get('/admin/me')).status, 200)
    assertRedirect(await client.post('/admin/me/sessions/end-others'), '/admin/me')
    equal((await second.get('/admin/me')).status, 303)
    equal((await client.get('/admin/me')).status, 200)
    equal((await stranger.get('/admin/me')).status, 200)
  })

  /** The fields of the last form of a page, as a browser would send them. */
  const fieldsIn = (html: string) =>
    Object.fromEntries(
      [
        ...html
          .slice(html.lastIndexOf('<form'))
          .matchAll(/name="([^"]+)"[^>]*?(?: value="([^"]*)"|>([^<]*)<\/textarea>)/g),
      ].map(([, name = '', value, text]) => [
        name,
        (value ?? text ?? '').replaceAll('&#34;', '"').replaceAll('&#38;', '&'),
      ]),
    )

  test('a form that is sent after the session has ended is sent again after signing in, with what was typed', async () => {
    const client = createAdminClient(server)
    const refused = await client.post('/admin/me', {
      language: 'es',
      'tags[]': 'a "b" & c',
      new_password: NEW_PASSWORD,
    })
    equal(refused.status, 401)
    match(refused.html, /what you typed is not lost/)
    ok(!refused.html.includes(NEW_PASSWORD))
    const { resent_form = '' } = fieldsIn(refused.html)
    const wrong = await client.post('/admin/sign-in', { login: 'editor', password: 'wrong wrong', resent_form })
    equal(fieldsIn(wrong.html).resent_form, resent_form)
    const page = await client.post('/admin/sign-in', { login: 'editor', password: PASSWORD, resent_form })
    const fields = fieldsIn(page.html)
    equal(fields['tags[]'], 'a "b" & c')
    assertRedirect(await client.post('/admin/me', fields), '/es/admin/me')
  })

  test('a form of an earlier session is shown again, and changes nothing until it is sent', async () => {
    const client = await signIn(server, 'author')
    await client.post('/admin/me', { language: 'de' })
    const refused = await client.post('/admin/me', { language: 'fr', form_token: 'of another session' })
    equal(refused.status, 403)
    match((await client.get('/admin/me')).html, /value="de" selected/)
    assertRedirect(await client.post('/admin/me', fieldsIn(refused.html)), '/fr/admin/me')
  })

  for (const resent_form of [
    '{',
    '[]',
    '{"path":"https://evil.example/admin/","fields":[]}',
    '{"path":"/admin/me","fields":[1]}',
  ]) {
    test(`a form to be sent again that is not one of this site is ignored: ${resent_form}`, async () => {
      const client = createAdminClient(server)
      const answer = await client.post('/admin/sign-in', { login: 'editor', password: PASSWORD, resent_form })
      equal(answer.status, 303)
    })
  }

  test('a change of role ends the sessions of the account', async () => {
    const client = await signIn(server, 'contributor')
    await server.db.transaction((tx) => changeAccountRole(tx, 'contributor', 'subscriber'))
    equal((await client.get('/admin/me')).status, 303)
  })

  test('text from a browser is never markup', async () => {
    const client = createAdminClient(server)
    const { html } = await client.post(
      '/admin/sign-in',
      { login: '"><script>alert(1)</script>', password: 'x' },
      { 'user-agent': '<b>x</b>' },
    )
    ok(!html.includes('<script>'))
    match(html, /value="&#34;&#62;&#60;script&#62;alert/)
    await client.post('/admin/sign-in', { login: 'editor', password: PASSWORD }, { 'user-agent': '<b>agent</b>' })
    match((await client.get('/admin/me')).html, /&#60;b&#62;agent/)
  })

  test('unknown addresses and bodies that cannot be read get a page with the right status', async () => {
    const client = await signIn(server, 'author')
    equal((await client.get('/admin/nowhere')).status, 404)
    equal((await client.post('/admin/me', { language: 'x'.repeat(2 ** 21) })).status, 413)
    equal((await client.post('/admin/me', {}, { 'content-type': 'application/json' })).status, 400)
  })
})
