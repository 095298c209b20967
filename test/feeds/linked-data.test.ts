import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linkedDataOfBreadcrumbs } from '../../src/feeds/site/breadcrumb-linked-data.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { onSqlite } from '../kit/engines/engines.ts'
import { withServer } from '../kit/server/with-server.ts'

onSqlite('linked data of events', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)

  const linkedData = async (fields: object, root?: 'de') => {
    const { id } = await make.event(fields as Record<string, unknown>)
    return (await server.ask('GET', `/events/${id}`, root ? { root } : {})).body.json_ld
  }

  test('the linked data of an event has all fields', async () => {
    const venue = await make.venue({
      venue: 'Harbour <em>Hall</em>',
      description: '<p>Old &amp; loud</p>',
      address: 'Quay 1',
      city: 'Lisbon',
      country: 'Portugal',
      geo_lat: 38.7,
      geo_lng: -9.1,
    })
    const organizer = await make.organizer({ organizer: 'Quay Society', email: 'a@b.example' })
    const said = await linkedData({
      title: 'Jazz &amp; <strong>more</strong>',
      description: '<p>By the water.</p><p>Bring a coat.</p>',
      start_date: '2030-07-01 19:30:00',
      end_date: '2030-07-01 22:00:00',
      timezone: 'Europe/Lisbon',
      venue: venue.id,
      organizer: [organizer.id],
      tags: ['open air'],
      cost: '€10 – €20',
      website: 'https://quay.example/',
    })
    assert.deepEqual(said, {
      '@context': 'https://schema.org',
      '@type': 'Event',
      '@id': 'http://localhost/event/jazz-more/',
      name: 'Jazz & more',
      url: 'http://localhost/event/jazz-more/',
      description: 'By the water. Bring a coat.',
      startDate: '2030-07-01T19:30:00+01:00',
      endDate: '2030-07-01T22:00:00+01:00',
      eventStatus: 'https://schema.org/EventScheduled',
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
      location: {
        '@type': 'Place',
        name: 'Harbour Hall',
        url: venue.url,
        description: 'Old & loud',
        address: {
          '@type': 'PostalAddress',
          streetAddress: 'Quay 1',
          addressLocality: 'Lisbon',
          addressCountry: 'Portugal',
        },
        geo: { '@type': 'GeoCoordinates', latitude: 38.7, longitude: -9.1 },
      },
      organizer: { '@type': 'Organization', name: 'Quay Society', url: organizer.url, email: 'a@b.example' },
      isAccessibleForFree: false,
      offers: {
        '@type': 'AggregateOffer',
        lowPrice: 10,
        highPrice: 20,
        priceCurrency: 'EUR',
        url: 'https://quay.example/',
      },
      sameAs: 'https://quay.example/',
      keywords: ['open air'],
      inLanguage: 'en',
    })
  })

  for (const [cost, free, offer] of [
    ['', undefined, undefined],
    ['Free', true, { price: 0 }],
    ['kostenlos', true, { price: 0 }],
    ['0', true, { price: 0 }],
    ['CHF 12.50', false, { price: 12.5, priceCurrency: 'CHF' }],
    ['$5', false, { price: 5 }],
    ['Free – €10', false, { lowPrice: 0, highPrice: 10, priceCurrency: 'EUR' }],
    ['ask at the door', undefined, undefined],
  ] as const) {
    test(`offers for the cost ${cost || '(empty)'}`, async () => {
      const { isAccessibleForFree, offers } = await linkedData({ title: 'Priced', cost })
      assert.equal(isAccessibleForFree, free)
      const { '@type': _, url, ...rest } = offers ?? {}
      assert.deepEqual(offers && rest, offer)
    })
  }

  for (const [cost, currency] of [
    ['5', 'CAD'],
    ['$5', 'CAD'],
    ['€5', 'EUR'],
    ['US$5', 'USD'],
    ['kr 5', undefined],
  ] as const) {
    test(`with the setting currency_code CAD the currency of ${cost} is ${currency ?? 'unknown'}`, async () => {
      const administrator = { as: 'administrator' } as const
      await server.ask('PATCH', '/settings', { ...administrator, body: { currency_code: 'cad' } })
      const { offers } = await linkedData({ title: 'Priced', cost })
      await server.ask('PATCH', '/settings', { ...administrator, body: { currency_code: '' } })
      assert.equal(offers.priceCurrency, currency)
    })
  }

  test('all-day events have dates, and several venues are a list', async () => {
    const [one, two] = [await make.venue(), await make.venue()]
    const said = await linkedData({
      title: 'Fair',
      all_day: true,
      start_date: '2030-07-01',
      end_date: '2030-07-03',
      venue: [one.id, two.id],
    })
    assert.deepEqual([said.startDate, said.endDate, said.location.length], ['2030-07-01', '2030-07-03', 2])
  })

  test('pages with several events have one list of complete events, each event once', async () => {
    const venue = await make.venue({ venue: 'Town hall', city: 'Lisbon' })
    const { id, url } = await make.event({
      title: 'Three days',
      description: `<p>${'Long text. '.repeat(50)}</p>`,
      start_date: '2030-06-18 10:00:00',
      end_date: '2030-06-20 20:00:00',
      venue: venue.id,
      cost: '€5',
      tags: ['several days'],
    })
    await make.event({ title: 'Unlisted', hide_from_listings: true, start_date: '2030-06-18', end_date: '2030-06-18' })
    const own = (await server.ask('GET', `/events/${id}`)).body.json_ld
    for (const path of [
      '/events/list/',
      '/events/day/2030-06-18/',
      '/events/day/2030-06-19/',
      '/events/week/2030-06-18/',
      '/events/month/2030-06/',
      '/events/tag/several-days/',
      '/',
    ]) {
      const page = (await server.ask('GET', `host:${path}`)).bytes.toString()
      const scripts = [...page.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
      const lists = scripts.map(([, text = '']) => JSON.parse(text)).filter(Array.isArray)
      assert.equal(lists.length, 1, path)
      const [list = []] = lists
      const found = list.filter((event: { url: string }) => event.url === url)
      assert.equal(found.length, 1, path)
      const [{ description, ...said }] = found
      const { description: whole, ...wanted } = own
      assert.deepEqual(said, wanted, path)
      assert.ok(description.length <= 202 && whole.startsWith(description.slice(0, -2)), path)
      assert.ok(
        list.every((event: { name: string }) => event.name !== 'Unlisted'),
        path,
      )
    }
    const empty = (await server.ask('GET', 'host:/events/day/2031-01-01/')).bytes.toString()
    assert.doesNotMatch(empty, /ld\+json/)
  })

  test('linked data lists at most 12 events of a page', async () => {
    for (let number = 0; number < 13; number++) await make.event({ title: `No. ${number}`, start_date: '2032-02-10' })
    const page = (await server.ask('GET', 'host:/events/day/2032-02-10/')).bytes.toString()
    const [, text = ''] = /<script type="application\/ld\+json">(\[.*?)<\/script>/s.exec(page) ?? []
    assert.equal(JSON.parse(text).length, 12)
    assert.equal(page.match(/No\. 12</g)?.length, 1)
  })

  test('linked data cannot close its script element', async () => {
    const { id, slug } = await make.event({ title: 'A </script><script>alert(1)</script>', description: '</script>' })
    const said = (await server.ask('GET', `/events/${id}`)).body.json_ld
    assert.doesNotMatch(JSON.stringify(said), /<script/)
    const page = (await server.ask('GET', `host:/event/${slug}/`)).bytes.toString()
    const [, script = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page) ?? []
    assert.equal(JSON.parse(script).name, said.name)
  })
})

test('breadcrumbs have positions and addresses', () => {
  const named = [
    { name: 'Calendar', url: 'https://a.example/' },
    { name: 'Jazz', url: 'https://a.example/event/jazz/' },
  ]
  assert.deepEqual(linkedDataOfBreadcrumbs(named).itemListElement[1], {
    '@type': 'ListItem',
    position: 2,
    name: 'Jazz',
    item: 'https://a.example/event/jazz/',
  })
})
