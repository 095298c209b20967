import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { DEFAULT_SETTINGS } from '../../src/settings/site-settings.ts'
import { EVENT, makersOf } from '../kit/calendar/makers.ts'
import { storePixel } from '../kit/calendar/unpublished.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { withServer } from '../kit/server/with-server.ts'

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

forEachEngine('pictures for previews of links', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)

  /** The properties of the picture that the page at a path names. */
  async function previewOf(path: string) {
    const { bytes, status } = await server.ask('GET', `host:${path}`)
    equal(status, 200, path)
    const property = (name: string) =>
      new RegExp(`<meta property="og:image${name}" content="([^"]*)"`).exec(bytes.toString())?.[1]
    const address = property('')?.replace('http://localhost', 'host:') ?? ''
    return { address, width: property(':width'), height: property(':height'), alt: property(':alt') }
  }
  const edit = (path: string, body: object) => server.ask('POST', path, { as: 'editor', body })

  test('every page without a picture has a generated one of the announced size', async () => {
    const categories = [(await make.category({ name: 'Music' })).id]
    const venue = { venue: 'Hall', address: 'Quay 1', city: 'Porto' }
    const organizer = { organizer: 'Society' }
    const { id } = await make.event({ ...EVENT, title: 'Jazz', categories, venue, organizer })
    const series = await server.ask('POST', '/series', { as: 'editor', body: { title: 'Nights', kind: 'festival' } })
    equal(series.status, 201)
    await edit(`/events/${id}`, { series: series.body.id })
    for (const path of [
      ...['/', '/de/', '/venues/', '/events/list/', '/events/map/', '/events/month/2031-02/'],
      ...['/events/week/2031-02-03/', '/de/events/day/2031-02-03/', '/event/jazz/', '/venue/hall/'],
      ...['/organizer/society/', '/series/nights/', '/events/category/music/'],
    ]) {
      const { address, width, height, alt } = await previewOf(path)
      match(address, /^host:(\/de)?\/share\/[a-z]+[\d-]*-[0-9a-f]{12}\.png$/, path)
      const { status, bytes, headers } = await server.ask('GET', address)
      equal(status, 200, path)
      deepEqual(bytes.subarray(0, 8), PNG, path)
      const metadata = await sharp(bytes).metadata()
      deepEqual([metadata.width, metadata.height], [Number(width), Number(height)], path)
      deepEqual([width, height], ['1200', '630'])
      ok(alt, path)
      equal(headers['content-type'], 'image/png')
      equal(headers['cache-control'], 'public, max-age=86400')
    }
    match((await previewOf('/event/jazz/')).alt ?? '', /^Jazz, .* 2030.*, Hall, Porto$/)
  })

  test('a client that has the picture gets 304', async () => {
    await make.event({ ...EVENT, title: 'Tango' })
    const { address } = await previewOf('/event/tango/')
    const { etag } = (await server.ask('GET', address)).headers
    const { status, bytes } = await server.ask('GET', address, { headers: { 'if-none-match': String(etag) } })
    deepEqual([status, bytes.length], [304, 0])
  })

  test('the address changes with the title, and the former one leads to the present picture', async () => {
    const { id } = await make.event({ ...EVENT, title: 'Polka', slug: 'polka' })
    const former = await previewOf('/event/polka/')
    const formerBytes = (await server.ask('GET', former.address)).bytes
    await edit(`/events/${id}`, { title: 'Waltz' })
    const present = await previewOf('/event/polka/')
    notEqual(present.address, former.address)
    const { bytes } = await server.ask('GET', present.address)
    const old = await server.ask('GET', former.address)
    ok(old.bytes.equals(bytes) && !old.bytes.equals(formerBytes))
    equal(old.headers['cache-control'], 'no-cache')
  })

  test('a record that anonymous readers cannot see has no picture, whoever asks', async () => {
    for (const [path, fields] of [
      ['events', { ...EVENT, title: 'Secret' }],
      ['venues', { venue: 'Secret' }],
      ['organizers', { organizer: 'Secret' }],
      ['series', { title: 'Secret' }],
    ] as const) {
      const { body } = await server.ask('POST', `/${path}`, { as: 'editor', body: { ...fields, status: 'publish' } })
      const { address } = await previewOf(new URL(body.url).pathname)
      equal((await server.ask('GET', address)).status, 200)
      for (const status of ['draft', 'private']) {
        equal((await edit(`/${path}/${body.id}`, { status })).status, 200)
        for (const as of ['anonymous', 'editor'] as const)
          equal((await server.ask('GET', address, as === 'editor' ? { as } : {})).status, 404, `${path} ${status}`)
      }
    }
  })

  test('what names no page has no picture', async () => {
    const hash = '0123456789ab'
    for (const name of [
      ...[`event-999999-${hash}.png`, `event-${hash}.png`, `user-1-${hash}.png`, `home-1-${hash}.png`],
      ...[`month-2031-13-${hash}.png`, `day-9999-01-01-${hash}.png`, `now-2031-01-${hash}.png`, 'home.png', 'x'],
      ...[`event-99999999999999999999-${hash}.png`, `event-1-${hash}.svg`, '%00', `event-1-2-${hash}.png`],
    ]) {
      equal((await server.ask('GET', `host:/share/${name}`)).status, 404, name)
    }
  })

  test('a title in a script that the font lacks does not prevent the picture', async () => {
    await make.event({ ...EVENT, title: 'ערב ג׳אז 日本', slug: 'far', venue: { venue: '日本' } })
    const { address } = await previewOf('/event/far/')
    const { bytes, status } = await server.ask('GET', address)
    equal(status, 200)
    deepEqual(bytes.subarray(0, 8), PNG)
  })

  test('the picture of a record and that of the settings come first', async () => {
    const picture = await storePixel(server, 'Poster')
    await make.event({ ...EVENT, title: 'Pictured', image: String(picture.id) })
    const own = await previewOf('/event/pictured/')
    match(own.address, /^host:\/media\/\d+-/)
    deepEqual([own.width, own.height, own.alt], ['1', '1', 'Poster'])
    const set = (share_picture: string) =>
      server.ask('POST', '/settings', { as: 'administrator', body: { share_picture } })
    await set('/media/share.png')
    equal((await previewOf('/')).address, 'host:/media/share.png')
    equal((await previewOf('/event/pictured/')).address, own.address)
    await set(DEFAULT_SETTINGS.share_picture)
  })
})
