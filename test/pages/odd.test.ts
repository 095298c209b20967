import assert from 'node:assert/strict'
import { test } from 'node:test'
import { escapeHtml } from '../../src/core/text/html.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { onSqlite } from '../kit/engines/engines.ts'
import type { Ask } from '../kit/server/server.ts'
import { withServer } from '../kit/server/with-server.ts'

/** Unusual requests and unusual events. The test clock is Saturday 2030-06-15 12:00 UTC. */
onSqlite('odd pages', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)

  const open = async (path: string, options: Ask = {}) => {
    const answer = await server.ask('GET', `host:${path}`, options)
    return { ...answer, page: String(answer.body) }
  }

  for (const [path, status] of [
    ['/events/list/?search[a]=b', 404],
    ['/events/list/?search[0][0]=b', 404],
    ['/events/month/?categories[a][b]=c', 404],
    ['/events/list/?page[a]=b', 404],
    ['/events/list/?search=a&search=b', 200],
    ['/?post_type=toString&p=1', 404],
    ['/?post_type=__proto__&p=1', 404],
    ['/?post_type[x]=tribe_events&p=1', 404],
    ['/?post_type=tribe_events&p[x]=1', 404],
    ['/?post_type[x]=tribe_events', 200],
    ['/?tribe-bar-date[x]=2030-07-01&eventDisplay[]=month&ical[x]=1', 200],
    ['/?tribe_events_cat[x]=music', 404],
    ['/event/a%00b/', 404],
    ['/events/category/%00/', 404],
    ['/events/list/?search=%00', 404],
    ['/event/%ED%A0%80/', 404],
  ] as const) {
    test(`${path} is ${status}`, async () => {
      const { status: answered, page } = await open(path)
      assert.equal(answered, status)
      assert.match(page, /<main id="main"/)
    })
  }

  test('texts that are written from right to left have this direction, and drop caps are only for letters that have them', async () => {
    const { slug } = await make.event({ title: 'مهرجان', description: '<p>يبدأ مساء</p>', slug: 'right-to-left' })
    const { page } = await open(`/event/${slug}/`)
    assert.match(page, /<h1 dir="rtl">مهرجان</)
    assert.match(page, /<div class="story" dir="rtl">/)
    await make.event({ title: 'Jazz', description: '<p>“Swing”</p>', slug: 'left-to-right' })
    assert.match((await open('/event/left-to-right/')).page, /<h1>Jazz<[\s\S]*<div class="story drop-cap">/)
  })

  test('an event on the last possible date has a page and a feed, and no page links beyond the calendar range', async () => {
    await make.event({
      title: 'Last',
      start_date: '9999-12-31 10:00:00',
      end_date: '9999-12-31 11:00:00',
      slug: 'last',
    })
    const days = { start_date: '9999-12-30', end_date: '9999-12-31', all_day: true }
    const { id } = await make.event({ title: 'Last days', ...days, slug: 'last-days' })
    await make.event({
      title: 'First',
      start_date: '1000-01-01 10:00:00',
      end_date: '1000-01-01 11:00:00',
      slug: 'first',
    })
    for (const slug of ['last', 'last-days', 'first']) assert.equal((await open(`/event/${slug}/`)).status, 200, slug)
    const feed = String((await server.ask('GET', `/events/${id}.ics`)).body)
    assert.match(feed, /DTSTART;VALUE=DATE:99991230\r\nDTEND;VALUE=DATE:99991231\r\n/)
    for (const [path, rel] of [
      ['month/1900-01', 'prev'],
      ['month/2199-12', 'next'],
      ['week/1900-01-01', 'prev'],
      ['week/2199-12-31', 'next'],
      ['day/1900-01-01', 'prev'],
      ['day/2199-12-31', 'next'],
    ]) {
      const { status, page } = await open(`/events/${path}/`)
      assert.equal(status, 200, path)
      assert.doesNotMatch(page, new RegExp(`rel="${rel}"`), path)
    }
  })

  test('events can be filtered by a tag whose slug is a number', async () => {
    const tag = await make.tag({ name: '2030' })
    await make.event({
      title: 'Jubilee',
      start_date: '2030-06-20 10:00:00',
      end_date: '2030-06-20 11:00:00',
      tags: [tag.id],
    })
    const { page } = await open('/events/tag/2030/')
    const [month] = /\/events\/month\/[^"]*/.exec(page.slice(page.indexOf('<h1>'))) ?? ['']
    assert.match((await open(month)).page, />Jubilee</)
    const form = (await open('/events/list/')).page
    const value = /<option value="([^"]*)">2030</.exec(form)?.[1]
    assert.match((await open(`/events/list/?tags=${value}`)).page, />Jubilee</)
  })

  test('the Link header has the same language versions as the page', async () => {
    const { page, headers } = await open(`/de/events/list/?search=${encodeURIComponent('R&B 50% <ä>')}`)
    const said = [...String(headers.link).matchAll(/<([^>]*)>; rel="alternate"; hreflang="(\w+)"/g)]
    const written = [...page.matchAll(/<link rel="alternate" hreflang="(\w+)" href="([^"]*)">/g)]
    assert.equal(said.length, written.length)
    assert.ok(said.length > 1)
    for (const [index, [, address, language]] of said.entries()) {
      assert.deepEqual([language, escapeHtml(address ?? '')], [written[index]?.[1], written[index]?.[2]])
      assert.equal(new URL(address ?? '').searchParams.get('search'), 'R&B 50% <ä>')
    }
  })

  test('a page number beyond the last page is 404', async () => {
    for (const path of ['list/', 'weekend/', 'day/', 'day/2030-06-15/'])
      assert.equal((await open(`/events/${path}?page=99`)).status, 404, path)
  })

  test('authors reach the page of a draft without a slug', async () => {
    const day = { start_date: '2030-06-20 10:00:00', end_date: '2030-06-20 11:00:00' }
    const { id } = await make.event({ title: 'In preparation', status: 'draft', ...day })
    const { page } = await open('/events/day/2030-06-20/', { as: 'editor' })
    const address = `/?post_type=tribe_events&p=${id}`
    assert.ok(page.includes(`<a class="event" href="${escapeHtml(address)}">In preparation<`))
    assert.match((await open(address, { as: 'editor' })).page, /<h1>In preparation</)
  })

  test('links of embedded pages to other pages leave the frame', async () => {
    const place = await make.venue({ venue: 'Tower', geo_lat: 90, geo_lng: 180 })
    await make.event({
      title: 'Up',
      start_date: '2030-06-21 10:00:00',
      end_date: '2030-06-21 11:00:00',
      venue: place.id,
    })
    for (const path of [
      'map/',
      'list/',
      'day/2030-06-21/',
      'week/',
      'now/',
      'weekend/',
      'month/2030-13/',
      'list/?tags=none',
    ]) {
      const { page } = await open(`/embed/${path}`)
      for (const [link, address = ''] of page.matchAll(/<a [^>]*href="([^"]*)"[^>]*>/g))
        assert.ok(address.startsWith('/embed/') || link.includes('target="_top"'), `${path}: ${link}`)
    }
  })

  test('an event that ends at midnight is not on the next day', async () => {
    await make.event({ title: 'Three days', start_date: '2030-09-03 10:00:00', end_date: '2030-09-06 00:00:00' })
    const { page } = await open('/events/month/2030-09/')
    const days = [...page.matchAll(/<td[^>]*>.*?<\/td>/gs)]
      .map(([day]) => day)
      .filter((day) => day.includes('Three days'))
    assert.deepEqual(
      days.map((day) => /\/events\/day\/([\d-]+)\//.exec(day)?.[1]),
      ['2030-09-03', '2030-09-04', '2030-09-05'],
    )
    assert.match((await open('/events/day/2030-09-03/')).page, />until 5 Sept?</)
  })

  test('an address with a slug that two records have in other languages leads to both', async () => {
    const when = { start_date: '2030-08-01 10:00', end_date: '2030-08-01 11:00', slug: 'sommer' }
    await make.event({ title: 'Sommer day', ...when })
    const { body } = await server.ask('POST', '/events', {
      as: 'editor',
      root: 'de',
      body: { title: 'Sommertag', ...when },
    })
    assert.equal(body.slug, 'sommer')
    const { body: french } = await server.ask('GET', `/events/${body.id}`, { root: 'fr' })
    const { status, bytes } = await server.ask('GET', `host:${new URL(french.url).pathname}`)
    assert.equal(status, 300)
    const links = [...bytes.toString().matchAll(/<li><a href="http:\/\/localhost([^"]*)" lang="(..)">([^<]*)</g)].map(
      (link) => link.slice(1),
    )
    assert.deepEqual(links, [
      ['/event/sommer/', 'en', 'Sommer day'],
      ['/de/event/sommer/', 'de', 'Sommertag'],
    ])
    for (const [path] of links) assert.equal((await server.ask('GET', `host:${path}`)).status, 200)
    assert.equal((await server.ask('GET', 'host:/fr/event/sommer/ical/')).status, 404)
  })

  test('a page that shows a text of another language has the address of that version as canonical', async () => {
    await make.event({ title: 'Only here', start_date: '2030-06-22 10:00:00', end_date: '2030-06-22 11:00:00' })
    for (const root of ['', '/fi'])
      assert.match(
        (await open(`${root}/event/only-here/`)).page,
        /rel="canonical" href="http:\/\/localhost\/event\/only-here\/"/,
      )
  })

  test('a filter that matches all events does not change the counts of the map, and hidden events are not counted', async () => {
    const venue = await make.venue({ venue: 'Counted', geo_lat: 10, geo_lng: 10 })
    const day = { start_date: '2030-06-25 10:00:00', end_date: '2030-06-25 11:00:00', venue: venue.id }
    await make.event({ title: 'Counted once', ...day })
    await make.event({ title: 'Counted twice', ...day })
    await make.event({ title: 'Counted not', status: 'draft', ...day })
    await make.event({ title: 'Counted neither', hide_from_listings: true, ...day })
    await make.event({
      title: 'Counted later',
      ...day,
      start_date: '2031-06-25 10:00:00',
      end_date: '2031-06-25 11:00:00',
    })
    for (const path of ['/events/map/', '/events/map/?search=counted', `/events/map/?venue=${venue.id}`])
      assert.match(
        (await open(path)).page,
        /\/venue\/counted\/"[^>]*>Counted<\/a>.*<span class="count">2 events</,
        path,
      )
  })

  test('an event of several days that begins on a busy day is on all of its days', async () => {
    for (let minute = 0; minute < 6; minute += 1)
      await make.event({
        title: `Early ${minute}`,
        start_date: `2030-10-04 08:0${minute}:00`,
        end_date: '2030-10-04 09:00:00',
      })
    await make.event({
      title: 'Three days of jazz',
      start_date: '2030-10-04 19:00:00',
      end_date: '2030-10-06 22:00:00',
    })
    await make.event({ title: 'Late night', start_date: '2030-10-04 22:00:00', end_date: '2030-10-05 03:00:00' })
    const { page } = await open('/events/month/2030-10/')
    const days = [...page.matchAll(/<td[^>]*>.*?<\/td>/gs)].map(([day]) => day)
    const on = (title: string) =>
      days.filter((day) => day.includes(title)).map((day) => /\/events\/day\/([\d-]+)\//.exec(day)?.[1])
    assert.deepEqual(on('Three days of jazz'), ['2030-10-04', '2030-10-05', '2030-10-06'])
    assert.deepEqual(on('Late night'), [])
  })
})
