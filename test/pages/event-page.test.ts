import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { makersOf } from '../kit/calendar/makers.ts'
import { onSqlite } from '../kit/engines/engines.ts'
import { withServer } from '../kit/server/with-server.ts'

const HOUR = 3600

onSqlite('the page of an event', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)
  const open = async (path: string) => String((await server.ask('GET', `host:${path}`)).body)
  const pathOf = ({ url }: { url: string }) => new URL(url).pathname
  const pageOf = async (fields: object) => open(pathOf(await make.event({ ...fields })))
  /** The box at the top of the page, with its buttons. */
  const overviewIn = (page: string) => /<div class="overview">.*?<div class="panel"/s.exec(page)?.[0] ?? assert.fail()
  /** The titles of the cards below a heading. */
  const cardsBelow = (page: string, heading: string) => {
    const [, section = ''] = new RegExp(`<h2>${heading}</h2>(.*?)</section>`, 's').exec(page) ?? []
    return [...section.matchAll(/<a class="event"[^>]*>([^<]*)</g)].map(([, title]) => title)
  }
  // biome-ignore lint/suspicious/noExplicitAny: bodies are looked into freely
  let hall: any

  before(async () => {
    hall = await make.venue({ venue: 'Old hall', city: 'Porto', phone: '+351 22 1', website: 'https://hall.example/' })
  })

  test('begins with when, where and how much, and with buttons that need no script', async () => {
    const overview = overviewIn(await pageOf({ title: 'Fado', venue: hall.id, cost: '12' }))
    assert.match(
      overview,
      /<dt>When<\/dt>.*Monday, 1 July 2030.*<dt>Where<\/dt>.*Old hall<\/a>, Porto.*<dd class="cost">/s,
    )
    assert.deepEqual(
      [...overview.matchAll(/popovertarget="(\w+)"/g)].map(([, panel]) => panel),
      ['add', 'share'],
    )
  })

  test('says in the language of the page that some visitors pay nothing', async () => {
    const offers = [
      { name: 'Child', price: '0', currency: 'EUR' },
      { name: 'Adult', price: '24', currency: 'EUR' },
    ]
    const path = pathOf(await make.event({ title: 'Circus', offers }))
    const costIn = async (root: string) => /<dd class="cost">([^<]*)/.exec(await open(`${root}${path}`))?.[1]
    assert.deepEqual([await costIn(''), (await costIn('/fr'))?.replace(/\s/g, ' ')], ['Free – €24', 'Gratuit – 24 €'])
  })

  const offer = (url: string, more: object = {}) => ({ name: 'Seat', price: '10', url, ...more })
  const registration = [{ type: 'link', value: 'https://sign-up.example/' }]
  const first = offer('https://first.example/')
  const [soldOut, second] = [{ ...first, availability: 'sold_out' }, offer('https://second.example/')]
  for (const [what, fields, expected] of [
    ['to the first offer', { offers: [first, second] }, 'https://first.example/'],
    ['not to an offer that is sold out', { offers: [soldOut, second] }, 'https://second.example/'],
    ['not to an offer whose sale has ended', { offers: [{ ...first, valid_until: '2030-06-01' }, second] }, second.url],
    ['to the registration without offers', { registration }, 'https://sign-up.example/'],
    ['nowhere if the event is sold out', { offers: [first], registration, sold_out: true }, undefined],
    ['nowhere if the event is cancelled', { offers: [first], event_status: 'cancelled' }, undefined],
    ['nowhere without offers and registration', { website: 'https://band.example/' }, undefined],
  ] as const) {
    test(`the button for tickets leads ${what}`, async () => {
      const [, address] = /<a class="button" href="([^"]*)"/.exec(overviewIn(await pageOf(fields))) ?? []
      assert.equal(address, expected)
    })
  }

  test('shows the button when the sale of tickets begins, though the page is cached', async () => {
    const event = await make.event({ title: 'Soon', offers: [{ ...first, valid_from: '2030-06-15 13:00' }] })
    assert.doesNotMatch(overviewIn(await open(pathOf(event))), /first\.example/)
    server.clock.now += HOUR
    assert.match(overviewIn(await open(pathOf(event))), /first\.example/)
    server.clock.now -= HOUR
  })

  const past = { start_date: '2030-06-01 10:00', end_date: '2030-06-01 12:00' }
  for (const [fields, notice] of [
    [{ event_status: 'cancelled' }, 'This event has been cancelled.'],
    [{ event_status: 'postponed' }, 'This event has been postponed. The new date is not known yet.'],
    [{ event_status: 'moved_online' }, 'This event takes place online.'],
    [{ sold_out: true }, 'This event is sold out.'],
    [past, 'This event is over.'],
    [{ ...past, sold_out: true }, 'This event is over.'],
    [{}, undefined],
  ] as const) {
    test(`${JSON.stringify(fields)}: ${notice ?? 'no notice'}`, async () => {
      const page = await pageOf(fields)
      const states = [...page.matchAll(/<p class="state">([^<]*)</g)].map(([, state]) => state)
      assert.deepEqual(states, notice === undefined ? [] : [notice])
    })
  }

  test('shows how to reach the venue and the organizers', async () => {
    const organizer = {
      organizer: 'Choir',
      email: 'choir@example.org',
      phone: '12 34',
      website: 'https://choir.example/',
    }
    const [, facts = ''] =
      /<aside class="facts">(.*?)<\/aside>/s.exec(await pageOf({ venue: hall.id, organizer })) ?? []
    for (const link of [
      'tel:+351221',
      'https://hall.example/',
      'mailto:choir@example.org',
      'tel:1234',
      'https://choir.example/',
    ])
      assert.ok(facts.includes(`href="${link}"`), link)
  })

  test('lists what follows at the venue and in the category, each event once', async () => {
    const category = (await make.category({ name: 'Chamber music' })).id
    const place = (await make.venue({ venue: 'Chapel' })).id
    const at = (day: string) => ({ start_date: `2030-07-${day} 10:00`, end_date: `2030-07-${day} 11:00` })
    const event = await make.event({ title: 'Trio', venue: place, categories: [category], ...at('01') })
    await make.event({ title: 'Quartet', venue: place, categories: [category], ...at('02') })
    await make.event({ title: 'Weekly', venue: place, ...at('03'), recurrence: 'RRULE:FREQ=WEEKLY;COUNT=3' })
    await make.event({ title: 'Later', venue: place, ...at('06') })
    await make.event({ title: 'Secret', venue: place, status: 'draft', ...at('04') })
    await make.event({ title: 'Earlier', venue: place, start_date: '2030-06-01', end_date: '2030-06-01' })
    await make.event({ title: 'Elsewhere', categories: [category], ...at('05') })
    const page = await open(pathOf(event))
    assert.deepEqual(cardsBelow(page, 'More at this place'), ['Quartet', 'Weekly', 'Later'])
    assert.deepEqual(cardsBelow(page, 'You may also like'), ['Elsewhere'])
  })

  test('of a date of a repeated event lists the other dates', async () => {
    const { id } = await make.event({ title: 'Yoga', recurrence: 'RRULE:FREQ=DAILY;COUNT=3' })
    const [, date] = (await server.ask('GET', `/events/${id}/occurrences`)).body.events
    const [, list = ''] = /<h2>Other dates<\/h2>(.*?)<\/ul>/s.exec(await open(pathOf(date))) ?? []
    assert.deepEqual(
      [...list.matchAll(/href="([^"]*)"/g)].map(([, path]) => path),
      ['/event/yoga/2030-07-01/', '/event/yoga/2030-07-03/'],
    )
  })

  test('has the same breadcrumbs as links and as linked data', async () => {
    const category = await make.category({ name: 'Choral' })
    const event = await make.event({ title: 'Mass', categories: [category.id] })
    const page = await open(`/de${pathOf(event)}`)
    const [, nav = ''] = /<nav class="breadcrumbs"[^>]*>(.*?)<\/nav>/s.exec(page) ?? []
    const links = [...nav.matchAll(/href="([^"]*)"/g)].map(([, path]) => path)
    assert.deepEqual(links, ['/de/', '/de/events/category/choral/'])
    const data = [...page.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
      .map(([, json]) => JSON.parse(json as string))
      .find((one) => one['@type'] === 'BreadcrumbList')
    // biome-ignore lint/suspicious/noExplicitAny: linked data is looked into freely
    const listed = data.itemListElement.map(({ item }: any) => new URL(item).pathname)
    assert.deepEqual(listed, [...links, `/de${pathOf(event)}`])
  })
})
