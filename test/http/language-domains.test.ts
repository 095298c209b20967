import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { startTestSession } from '../kit/admin/client.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { onSqlite } from '../kit/engines/engines.ts'
import { cacheResponse, startCountingServer } from '../kit/server/counting.ts'
import { withServer } from '../kit/server/with-server.ts'

const MAIN = 'https://calendar.example'
const FRENCH = 'https://calendrier.example'
const DOMAINS = { publicUrl: MAIN, languageUrls: { fr: FRENCH } } as const
const onFrench = { headers: { host: 'calendrier.example' } }
const onMain = { headers: { host: 'calendar.example' } }

onSqlite('a language with a domain of its own', (engine) => {
  const server = withServer(engine, DOMAINS)
  const make = makersOf(server)
  const get = (path: string, ask: { headers: Record<string, string> } = onFrench) =>
    server.ask('GET', `host:${path}`, ask)
  let id: number
  before(async () => {
    ;({ id } = await make.event({ title: 'Concert', slug: 'concert', start_date: '2030-07-01 20:00:00' }))
    await server.ask('PUT', `/events/${id}/translations/fr`, {
      as: 'editor',
      body: { title: 'Récital', slug: 'recital' },
    })
  })

  test('its pages have their addresses there, without a prefix', async () => {
    const { status, headers, bytes } = await get('/event/recital/')
    const page = String(bytes)
    assert.equal(status, 200)
    assert.equal(headers['content-language'], 'fr')
    assert.match(page, /<html lang="fr">/)
    assert.ok(page.includes(`<link rel="canonical" href="${FRENCH}/event/recital/">`))
    assert.ok(page.includes(`hreflang="fr" href="${FRENCH}/event/recital/">`))
    assert.ok(page.includes(`hreflang="x-default" href="${MAIN}/event/concert/">`))
    assert.match(page, new RegExp(`"url":"${FRENCH}/event/recital/"`))
    assert.match(page, new RegExp(`href="${FRENCH}/cal/events/v1/events/${id}\\.ics"`))
    assert.match(page, /<a class="site" href="\/">/)
    assert.doesNotMatch(page, /"\/fr\//)
  })

  test('links of other languages lead to the main domain', async () => {
    const page = String((await get('/events/list/')).bytes)
    assert.ok(page.includes(`hreflang="de" href="${MAIN}/de/events/list/">`))
    const main = String((await get('/events/list/', onMain)).bytes)
    assert.match(main, /<html lang="en">/)
    assert.ok(main.includes(`hreflang="fr" href="${FRENCH}/events/list/">`))
  })

  test('feeds, site maps and the API name its addresses', async () => {
    const feed = String((await get('/cal/events/v1/events.ics')).bytes)
    assert.match(feed, /SUMMARY[^\r]*:Récital/)
    assert.ok(feed.includes(`URL:${FRENCH}/event/recital/`))
    const event = await get(`/cal/events/v1/events/${id}`)
    assert.equal(event.body.url, `${FRENCH}/event/recital/`)
    assert.equal(event.body.rest_url, `${FRENCH}/cal/events/v1/events/${id}`)
    // The same id on all domains: it identifies the event to other servers.
    assert.equal(event.body.global_id, `calendar.example?id=${id}`)
    const asked = await get(`/cal/events/v1/events/${id}?translation_language=fr`, onMain)
    assert.equal(asked.body.url, `${FRENCH}/event/recital/`)
    assert.equal(asked.body.rest_url, `${MAIN}/cal/events/v1/events/${id}?translation_language=fr`)
    const prefixed = await get(`/fr/wp-json/tribe/events/v1/events/${id}`, onMain)
    assert.equal(prefixed.body.rest_url, `${FRENCH}/wp-json/tribe/events/v1/events/${id}`)
    assert.equal(prefixed.headers['x-tec-api-root'], `${FRENCH}/wp-json/tribe/events/v1/`)
    const siteMap = String((await get('/sitemap.xml', onMain)).bytes)
    assert.ok(siteMap.includes(`<loc>${FRENCH}/event/recital/</loc>`))
    assert.ok(siteMap.includes(`hreflang="fr" href="${FRENCH}/events/list/"`))
    // A site map may list addresses of another domain if the robots.txt of that domain names it.
    assert.match(String((await get('/robots.txt')).bytes), new RegExp(`Sitemap: ${MAIN}/sitemap\\.xml`))
    const oembed = `/wp-json/oembed/1.0/embed?url=${encodeURIComponent(`${FRENCH}/event/recital/`)}`
    assert.equal((await get(oembed, onMain)).body.title, 'Récital')
  })

  for (const [what, path, ask, location] of [
    ['its former prefix', '/fr/event/recital/?a=1', onMain, `${FRENCH}/event/recital/?a=1`],
    ['its former front page', '/fr', onMain, `${FRENCH}/`],
    ['its former feeds', '/fr/cal/events/v1/events.ics', onMain, `${FRENCH}/cal/events/v1/events.ics`],
    ['the prefix on its domain', '/fr/events/list/', onFrench, `${FRENCH}/events/list/`],
    ['another language on its domain', '/de/events/list/', onFrench, `${MAIN}/de/events/list/`],
    ['its admin pages', '/admin/events?status=draft', onFrench, `${MAIN}/fr/admin/events?status=draft`],
    ['admin pages with a prefix', '/de/admin/', onFrench, `${MAIN}/de/admin/`],
    ['its form for submissions', '/submit/', onFrench, `${MAIN}/fr/submit/`],
  ] as const) {
    test(`redirects: ${what}`, async () => {
      const answer = await get(path, ask)
      assert.equal(answer.status, 301)
      assert.equal(answer.headers.location, location)
    })
  }

  test('a form sent to its domain leads to the page on the main domain', async () => {
    const headers = { ...onFrench.headers, 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await server.ask('POST', 'host:/admin/sign-in', { headers, body: 'login=x&password=y' })
    assert.equal(answer.status, 303)
    assert.equal(answer.headers.location, `${MAIN}/fr/admin/sign-in`)
    assert.equal(answer.headers['set-cookie'], undefined)
  })

  test('admin pages in its language stay on the main domain', async () => {
    const { status, bytes } = await get('/fr/admin/sign-in', onMain)
    assert.equal(status, 200)
    assert.match(String(bytes), /<html lang="fr">/)
  })

  test('a preview on the main domain has links in its language', async () => {
    const cookie = `__Host-almanac=${await startTestSession(server, 'editor')}`
    const { bytes } = await get(`/fr/admin/events/${id}/preview`, { headers: { ...onMain.headers, cookie } })
    const html = String(bytes)
    assert.match(html, /<html lang="fr">/)
    assert.match(html, /<a class="site" href="\/fr\/">/)
  })

  test('an unknown host gets the pages of the main domain', async () => {
    assert.match(String((await get('/events/list/', { headers: { host: '10.0.0.1' } })).bytes), /<html lang="en">/)
  })

  test('cached responses of the domains differ', async () => {
    const counting = await startCountingServer(engine, DOMAINS)
    try {
      const english = await cacheResponse(counting, 'host:/events/list/', onMain)
      const french = await cacheResponse(counting, 'host:/events/list/', onFrench)
      assert.match(String(english.bytes), /<html lang="en">/)
      assert.match(String(french.bytes), /<html lang="fr">/)
    } finally {
      await counting.close()
    }
  })
})
