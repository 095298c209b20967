import { equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { DEFAULT_SETTINGS } from '../../src/settings/site-settings.ts'
import { assertRedirect, signIn } from '../kit/admin/client.ts'
import { inputsOf } from '../kit/admin/inputs.ts'
import { PIXEL } from '../kit/calendar/pixel.ts'
import { onSqlite } from '../kit/engines/engines.ts'
import { withServer } from '../kit/server/with-server.ts'

onSqlite('appearance of pages', (engine) => {
  const server = withServer(engine)
  const page = async (path = '/') => {
    const { bytes, headers } = await server.ask('GET', `host:${path}`, { headers: { accept: 'text/html' } })
    return { html: bytes.toString(), policy: String(headers['content-security-policy']) }
  }
  const set = async (body: object) => server.ask('POST', '/settings', { as: 'administrator', body })

  test('pages change with the settings, and are as before without them', async () => {
    const before = (await page()).html
    ok(!before.includes('site.css'))
    await set({
      accent_color: '#123456',
      background_color: '#f4f7fa',
      heading_font: 'sans',
      extra_css: '.masthead { padding: 2rem; }',
      footer_links: 'de | Impressum | /impressum\nen | Imprint | https://example.org/imprint',
      header_links: 'en | Shop | https://shop.example/',
      share_picture: '/media/share.png',
      favicon: '/media/icon.png',
      logo: '/media/logo.png',
    })
    const { html } = await page()
    match(html, /<img class="logo" src="\/media\/logo.png" alt="Almanac">/)
    match(html, /<link rel="icon" href="\/media\/icon.png">/)
    match(html, /<meta property="og:image" content="http:\/\/localhost\/media\/share.png">/)
    match(html, /<a href="https:\/\/example.org\/imprint">Imprint<\/a>/)
    match(html, /<a href="https:\/\/shop.example\/">Shop<\/a>/)
    ok(!html.includes('Impressum'))
    ok((await page('/de/')).html.includes('Impressum'))
    const [, path = ''] = /href="(\/assets\/site\/[\w-]+\/site\.css)"/.exec(html) ?? []
    const style = await server.ask('GET', `host:${path}`)
    match(style.bytes.toString(), /scheme: light\) { :root { --accent: #123456; --on-accent: #fff;.*padding: 2rem/s)
    match(style.bytes.toString(), /--paper: #f4f7fa; --sheet: #fbfcfd; --tint: #edf0f3;/)
    match(html, /theme-color" content="#f4f7fa" media="\(prefers-color-scheme: light/)
    match(html, /theme-color" content="#14171f" media="\(prefers-color-scheme: dark/)
    match(String(style.headers['cache-control']), /immutable/)
    const older = await server.ask('GET', 'host:/assets/site/older/site.css')
    equal(older.headers['cache-control'], 'no-store')
    await set(DEFAULT_SETTINGS)
    equal((await page()).html, before)
  })

  test('only the script of the setting is added to the content security policy', async () => {
    const before = (await page()).policy
    await set({ analytics_url: 'https://count.example/js/count.js' })
    const { html, policy } = await page()
    match(html, /<script src="https:\/\/count.example\/js\/count.js" async>/)
    equal(
      policy,
      before
        .replace("script-src 'self'", "script-src 'self' https://count.example/js/count.js")
        .replace("connect-src 'self'", "connect-src 'self' https://count.example"),
    )
    await set(DEFAULT_SETTINGS)
  })

  test('the calendar begins with the chosen view', async () => {
    await set({ default_view: 'week' })
    const { headers } = await server.ask('GET', 'host:/events/')
    match(String(headers.location), /^\/events\/week\//)
    await set(DEFAULT_SETTINGS)
  })

  test('weeks begin on the chosen day, and times are written with the chosen clock', async () => {
    const when = { start_date: '2030-06-16 19:30', end_date: '2030-06-16 21:00' }
    await server.ask('POST', '/events', { as: 'editor', body: { title: 'Sunday song', ...when } })
    const heads = async () => [...(await page('/events/month/2030-06/')).html.matchAll(/<abbr title="(\w+)"/g)][0]?.[1]
    equal(await heads(), 'Monday')
    match((await page('/events/week/2030-06-16/')).html, /Week 24.*Sunday song/s)
    await set({ week_start: 'sunday', clock: '12-hour' })
    equal(await heads(), 'Sunday')
    const week = (await page('/events/week/2030-06-19/')).html
    match(week, /Week 25.*Sunday song/s)
    match((await page('/event/sunday-song/')).html, /7:30\s?–\s?9:00\s?pm/i)
    await set(DEFAULT_SETTINGS)
  })

  test('an administrator changes the appearance with a form and uploads a logo', async () => {
    const client = await signIn(server, 'administrator')
    const path = '/admin/settings/appearance'
    const form = inputsOf((await client.get(path)).html)
    const refused = await client.post(path, {
      ...form,
      accent_color: '#ffd400',
      footer_links: 'en | No address',
      background_color: '#777777',
    })
    equal(refused.status, 400)
    match(refused.html, /Colour of links and buttons must be a colour.*its contrast is 1\.\d/)
    match(refused.html, /Background must be a light colour.*at least 18\.3.*its contrast is 4\.6/)
    match(refused.html, /href="#field-footer_links"/)
    assertRedirect(await client.post(path, { ...form, accent_color: '#1F5F8B' }), path)
    equal((await server.ask('GET', '/settings', { as: 'administrator' })).body.accent_color, '#1f5f8b')
    assertRedirect(await client.upload(`${path}/logo`, {}, { name: 'logo.png', bytes: PIXEL }), path)
    const [, logo = ''] = /<img class="logo" src="([^"]+)"/.exec((await page()).html) ?? []
    equal((await server.ask('GET', `host:${logo}`)).status, 200)
    const text = { name: 'logo.png', bytes: Buffer.from('no picture') }
    equal((await client.upload(`${path}/logo`, {}, text)).status, 400)
    equal((await (await signIn(server, 'editor')).get(path)).status, 403)
    await set(DEFAULT_SETTINGS)
  })
})
