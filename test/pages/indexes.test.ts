import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import type { TestCaller } from '../kit/server/accounts.ts'
import { withServer } from '../kit/server/with-server.ts'

forEachEngine('indexes of venues, organizers, series and categories', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)
  const open = async (path: string, as: TestCaller = 'guest') => {
    const { status, body } = await server.ask('GET', `host:${path}`, { as })
    return { status, page: String(body) }
  }
  /** The lines of an index, as text. */
  const linesOf = async (path: string, as?: TestCaller) => {
    const [, names = ''] = /<div class="names">(.*?)<\/main>/s.exec((await open(path, as)).page) ?? []
    return [...names.matchAll(/<li>(.*?)<\/li>/gs)].map(([, line = '']) => line.replace(/<[^>]*>/g, ''))
  }

  before(async () => {
    const park = await make.venue({ venue: 'Élan park', city: 'Porto' })
    await make.venue({ venue: 'zoo' })
    await make.venue({ venue: '1st Hall' })
    await make.venue({ venue: 'Secret cellar', status: 'draft' })
    const category = await make.category({ name: 'Music' })
    const jazz = await make.category({ name: 'Jazz', parent: category.id })
    const hidden = await make.category({ name: 'Surprise' })
    const festival = await make.series({ title: 'River nights', kind: 'festival' })
    const organizer = await make.organizer({ organizer: 'Choir' })
    const links = { venue: park.id, organizer: organizer.id, series: festival.id }
    await make.event({ ...links, categories: [jazz.id] })
    await make.event({ ...links, start_date: '2030-08-01', end_date: '2030-08-01' })
    await make.event({ ...links, start_date: '2030-06-01', end_date: '2030-06-01' })
    await make.event({ ...links, hide_from_listings: true, categories: [hidden.id] })
    await make.event({ ...links, status: 'draft' })
  })

  test('list what everybody may see by name, with the numbers of upcoming public events', async () => {
    assert.deepEqual(await linesOf('/venues/'), ['1st Hall', 'Élan park Porto · 2 upcoming events', 'zoo'])
    assert.deepEqual(await linesOf('/organizers/'), ['Choir · 2 upcoming events'])
    assert.deepEqual(await linesOf('/series/'), ['River nights · 2 upcoming events'])
    assert.deepEqual(await linesOf('/categories/'), ['Jazz · 1 upcoming event', 'Music · 1 upcoming event'])
  })

  test('show editors what is not public', async () => {
    assert.ok((await linesOf('/venues/', 'editor')).includes('Secret cellar'))
    assert.doesNotMatch((await open('/venues/')).page, /Secret/)
  })

  test('are divided by first letter, without accents; a letter without names does not exist', async () => {
    const { page } = await open('/venues/')
    const letters = [...page.matchAll(/<a class="chip" data-moves href="([^"]*)"/g)].map(([, address]) => address)
    assert.deepEqual(letters, ['/venues/', '/venues/?letter=%23', '/venues/?letter=e', '/venues/?letter=z'])
    assert.deepEqual(await linesOf('/venues/?letter=e'), ['Élan park Porto · 2 upcoming events'])
    assert.deepEqual(await linesOf('/venues/?letter=%23'), ['1st Hall'])
    for (const path of ['?letter=s', '?letter=%00', '?letter[]=z', '?page=2', '?page=0'])
      assert.equal((await open(`/venues/${path}`)).status, 404, path)
  })

  test('exist in all languages, are in the site map, and in the footer of all pages', async () => {
    const { page } = await open('/de/venues/')
    assert.match(page, /<h1><span class="month-name">Orte</)
    assert.match(page, /<link rel="alternate" hreflang="fr" href="http:\/\/localhost\/fr\/venues\/">/)
    const sitemap = String((await server.ask('GET', 'host:/sitemap.xml')).body)
    const home = (await open('/de/')).page
    for (const path of ['/de/venues/', '/de/organizers/', '/de/series/', '/de/categories/']) {
      assert.ok(sitemap.includes(`<loc>http://localhost${path}</loc>`), path)
      assert.ok(home.includes(`href="${path}"`), path)
    }
  })

  test('leave the pages of records and their addresses as they are', async () => {
    assert.equal((await open('/series/river-nights/')).status, 200)
    assert.equal((await open('/series/feed/')).status, 404)
    assert.equal((await open('/venues/zoo/')).status, 404)
  })
})
