import { deepEqual, doesNotMatch, equal, match } from 'node:assert/strict'
import { before, test } from 'node:test'
import ICAL from 'ical.js'
import { makersOf } from '../kit/calendar/makers.ts'
import { onSqlite } from '../kit/engines/engines.ts'
import { READERS, rowsIn } from '../kit/formats/feeds.ts'
import { withServer } from '../kit/server/with-server.ts'

const at = (day: string) => ({ start_date: `${day} 19:30:00`, end_date: `${day} 22:00:00` })

onSqlite('feeds of a series', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)
  let id: number
  let venue: number
  before(async () => {
    id = (await make.series({ title: 'Harbour &amp; nights', kind: 'festival' })).id
    venue = (await make.venue({ venue: 'Pier' })).id
    await make.event({ title: 'Before', series: id, ...at('2028-03-01') })
    await make.event({ title: 'Weekly', series: id, venue, recurrence: 'FREQ=WEEKLY;COUNT=3', ...at('2030-07-02') })
    await make.event({ title: 'Much later', series: id, ...at('2039-01-01') })
    await make.event({ title: 'zqdraft', series: id, status: 'draft', ...at('2030-07-01') })
    await make.event({ title: 'Elsewhere', ...at('2030-07-01') })
  })
  const textOf = async (path: string) => {
    const { status, bytes } = await server.ask('GET', path)
    equal(status, 200, path)
    return bytes.toString()
  }
  const titlesIn = (csv: string) => rowsIn(csv).map(({ title }) => title)

  test('contain all events of the series, also those long ago and far ahead', async () => {
    const weekly = ['Weekly', 'Weekly', 'Weekly']
    deepEqual(titlesIn(await textOf(`/series/${id}.csv`)), ['Before', ...weekly, 'Much later'])
    const calendar = new ICAL.Component(ICAL.parse(await textOf(`/series/${id}.ics`)))
    equal(calendar.getAllSubcomponents('vevent').length, 3)
    equal(READERS['jscal.json'](await textOf(`/series/${id}.jscal.json`)).uids.length, 3)
    deepEqual(
      titlesIn(await textOf(`/wp-json/tribe/events/v1/series/${id}.csv`.replace('/wp-json', 'host:/wp-json'))),
      ['Before', ...weekly, 'Much later'],
    )
  })

  test('accept the filters and dates of the list', async () => {
    deepEqual(titlesIn(await textOf(`/series/${id}.csv?start_date=2031-01-01`)), ['Much later'])
    deepEqual(titlesIn(await textOf(`/series/${id}.csv?venue=${venue}&per_page=2`)), ['Weekly', 'Weekly'])
    equal((await textOf(`/series/${id}.ics?expand=true`)).match(/BEGIN:VEVENT/g)?.length, 5)
    const { status, body } = await server.ask('GET', `/series/${id}.ics?venue=x`)
    deepEqual([status, Object.keys(body.data.params)], [400, ['venue']])
  })

  test('contain the upcoming events for news readers', async () => {
    const feed = await textOf(`/series/${id}.rss`)
    equal(READERS.rss(feed).uids.length, 4)
    doesNotMatch(feed, />Before</)
  })

  test('have the title, page and address of the series', async () => {
    const { title, home_page_url, feed_url } = JSON.parse(await textOf(`/series/${id}.feed.json?venue=${venue}`))
    deepEqual(
      [title, new URL(home_page_url).pathname, feed_url.replace(/.*\/v1/, '')],
      ['Harbour & nights', '/series/harbour-nights/', `/series/${id}.feed.json?venue=${venue}`],
    )
    const page = String((await server.ask('GET', 'host:/series/harbour-nights/')).body)
    match(page, new RegExp(`<link rel="alternate" type="text/calendar"[^>]*/series/${id}\\.ics"|/series/${id}\\.ics`))
  })

  test('show no draft, and exist only for series that the caller may read', async () => {
    doesNotMatch(await textOf(`/series/${id}.ics`), /zqdraft/)
    const hidden = await make.series({ title: 'zqhidden', status: 'draft' })
    await make.event({ title: 'zqlisted', series: hidden.id, ...at('2030-07-05') })
    for (const format of ['ics', 'csv', 'rss']) {
      const feed = await server.ask('GET', `/series/${hidden.id}.${format}`)
      equal(feed.status, (await server.ask('GET', `/series/${hidden.id}`)).status, format)
      doesNotMatch(feed.bytes.toString(), /zq/)
    }
    equal((await server.ask('GET', `/series/${hidden.id}.ics`, { as: 'editor' })).status, 200)
    equal((await server.ask('GET', `/series/${venue}.ics`)).status, 404)
  })
})
