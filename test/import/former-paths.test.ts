import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { importFrom } from '../kit/calendar/importing.ts'
import { siteEvent, tecSite } from '../kit/calendar/tec-site.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { withServer } from '../kit/server/with-server.ts'

const ORIGIN = 'https://old.example'

const EVENTS = [
  siteEvent(401, 'jazz-night', {
    url: `${ORIGIN}/veranstaltung/jazz-night/`,
    image: { id: 41, url: `${ORIGIN}/wp-content/uploads/2029/05/choir.png` },
  }),
  siteEvent(402, 'rehearsal', {
    url: `${ORIGIN}/de/termin/rehearsal/`,
    status: 'private',
    image: { id: 42, url: `${ORIGIN}/wp-content/uploads/2029/05/stage.png` },
  }),
]

forEachEngine('addresses of a site before it moved', (engine) => {
  const server = withServer(
    engine,
    {},
    async ({ db }) => void (await importFrom(db, tecSite({ events: EVENTS }).source)),
  )
  const open = async (path: string, as?: 'editor') => {
    const { status, headers } = await server.ask('GET', `host:${path}`, as ? { as } : {})
    return [status, headers.location]
  }

  for (const [path, location] of [
    ['/veranstaltung/jazz-night/', '/event/jazz-night/'],
    ['/Veranstaltung/Jazz-Night', '/event/jazz-night/'],
    ['/veranstaltung/jazz-night/?ical=1', '/event/jazz-night/?ical=1'],
    ['/de/termin/rehearsal/2031-03-01/', '/de/event/rehearsal/2031-03-01/'],
    ['/?p=401', '/event/jazz-night/'],
    ['/events/list/featured/', '/events/list/?featured=1'],
  ] as const) {
    test(`${path} leads to ${location}`, async () => deepEqual(await open(path), [301, location]))
  }

  test('an uploaded picture, also in another size, leads to the picture here, if everyone may see it', async () => {
    for (const name of ['choir.png', 'choir-300x200.png', 'Choir-scaled.png']) {
      const [status, location] = await open(`/wp-content/uploads/2029/05/${name}`)
      equal(status, 301, name)
      equal((await open(String(location)))[0], 200)
    }
    equal((await open('/wp-content/uploads/2029/05/stage.png'))[0], 404)
    equal((await open('/?p=42'))[0], 404)
    equal((await open('/wp-content/uploads/2029/05/unknown.png'))[0], 404)
  })

  test('other unknown addresses stay unknown, whoever asks', async () => {
    for (const path of [
      '/termin/x/',
      '/wp-content/plugins/x.php',
      `/${'a/'.repeat(40)}`,
      '/%ff/',
      '/veranstaltungx/',
      '/index.php//',
    ]) {
      deepEqual(await open(path), [404, undefined], path)
      deepEqual(await open(path, 'editor'), [404, undefined], path)
    }
    equal((await server.ask('POST', 'host:/veranstaltung/jazz-night/', { body: {} })).status, 404)
  })
})
