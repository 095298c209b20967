import { equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { assertRedirect, signIn } from '../kit/admin/client.ts'
import { onSqlite } from '../kit/engines/engines.ts'
import { withServer } from '../kit/server/with-server.ts'

onSqlite('settings and audit log', (engine) => {
  const server = withServer(engine)

  test('changed settings take effect, and the audit log names only those', async () => {
    const admin = await signIn(server, 'administrator')
    const { body: before } = await server.ask('GET', '/settings', { as: 'administrator' })
    const texts = Object.fromEntries(Object.entries(before).map(([name, value]) => [name, String(value)]))
    const fields = { ...texts, title: 'Town & Country', picture_credits: 'false', per_page: '7' }
    assertRedirect(await admin.post('/admin/settings', fields), '/admin/settings')
    const { body: after } = await server.ask('GET', '/settings', { as: 'administrator' })
    equal(
      JSON.stringify(after),
      JSON.stringify({ ...before, title: 'Town & Country', picture_credits: false, per_page: 7 }),
    )
    match((await admin.get('/admin/settings')).html, /value="Town &#38; Country"|value="Town &amp; Country"/)
    const { html } = await admin.get('/admin/audit?user=administrator&action=updated&collection=settings')
    match(html, />title, per_page, picture_credits<\/td>/)
    match(html, /<option value="settings" selected>/)
    ok(!(await admin.get('/admin/audit?user=nobody')).html.includes('<tbody>'))
  })

  test('the audit log names collections in the language of the page', async () => {
    const { html } = await (await signIn(server, 'administrator')).get('/de/admin/audit?collection=settings')
    match(html, /<option value="settings" selected>Einstellungen<.*<td data-column="Sammlung">Einstellungen</s)
  })

  test('a setting has no hint that only repeats its label', async () => {
    const { html } = await (await signIn(server, 'administrator')).get('/fr/admin/settings')
    match(html, />Nom du site</)
    ok(!html.includes('Nom du site.'))
    match(html, /Symbole monétaire[\s\S]+Devise des prix/)
  })

  test('invalid settings change nothing, and each is named with what was typed', async () => {
    const admin = await signIn(server, 'administrator')
    const { status, html } = await admin.post('/admin/settings', {
      title: 'Other',
      timezone: 'Mars/Olympus',
      per_page: '0',
    })
    equal(status, 400)
    for (const name of ['timezone', 'per_page']) ok(html.includes(`<a href="#field-${name}">`), name)
    match(html, /value="Mars\/Olympus"/)
    const { body } = await server.ask('GET', '/settings', { as: 'administrator' })
    ok(body.title !== 'Other')
  })

  for (const query of ['action=x', 'page=0', 'user[a]=1', 'collection=%00']) {
    test(`the filter ${query} is refused or ignored without an error of the server`, async () => {
      const admin = await signIn(server, 'administrator')
      equal((await admin.get(`/admin/audit?${query}`)).status, 400)
    })
  }
})
