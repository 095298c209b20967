import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { NATIVE, TEC } from '../../src/core/faces.ts'
import { writeSiteSettings } from '../../src/settings/site-settings.ts'
import { EVENT, makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { assertRefused } from '../kit/server/refusals.ts'
import { withServer } from '../kit/server/with-server.ts'

type Fields = Record<string, unknown>

const OFFER = {
  name: 'Full',
  price: '18.00',
  currency: 'EUR',
  availability: 'available',
  url: 'https://tickets.example/1',
}

/** Prices as sent, and as stored; undefined: refused. */
const PRICES: [sent: unknown, stored: string | null | undefined][] = [
  ['12.50', '12.50'],
  [12.5, '12.50'],
  [9, '9.00'],
  ['9', '9.00'],
  [' 9.5 ', '9.50'],
  [0, '0.00'],
  ['007', '7.00'],
  [1_000_000_000, '1000000000.00'],
  [null, null],
  ['12,50', undefined],
  ['12.345', undefined],
  [12.345, undefined],
  ['1e3', undefined],
  [1e21, undefined],
  [1e-7, undefined],
  ['-1', undefined],
  [-1, undefined],
  ['∞', undefined],
  ['12345678901234567890', undefined],
  ['€5', undefined],
  ['', undefined],
  [true, undefined],
  [[1], undefined],
  [{}, undefined],
]

/** Bodies of two requests, and the cost of the event after them. */
const COSTS: [bodies: Fields[], cost: string, is_free: boolean | null][] = [
  [[{ offers: [OFFER] }], '€18', false],
  [[{ offers: [OFFER, { price: 9, currency: 'EUR' }] }], '€9 – €18', false],
  [[{ offers: [{ price: 0, currency: 'EUR' }] }], 'Free', true],
  [[{ offers: [{ price: 0, currency: 'EUR' }, OFFER] }], 'Free – €18', false],
  [[{ offers: [{ price: 4.5, currency: 'EUR' }] }], '€4.50', false],
  [[{ offers: [{ price: 900, currency: 'JPY' }] }], '¥900', false],
  [[{ offers: [{ price: 5 }] }], '$5', false],
  [[{ offers: [{ price: null }] }], '', null],
  [[{ offers: [{ price: null }, { price: 0 }] }], 'Free', null],
  [[{ offers: [OFFER], cost: 'from 5 EUR' }], 'from 5 EUR', false],
  [[{ offers: [OFFER] }, { cost: '$7' }], '$7', false],
  [[{ offers: [OFFER], cost: '$7' }, { cost: '' }], '€18', false],
  [[{ offers: [OFFER] }, { offers: [] }], '', null],
  [[{ offers: [OFFER], cost: '$7' }, { offers: [] }], '$7', false],
  [[{ cost: 'Free' }], 'Free', true],
  [[{ cost: '0' }], '$0', true],
  [[{ cost: 'ask us' }], 'ask us', null],
  [[{ is_free: true }], '', true],
  [[{ is_free: 'false' }], '', false],
  [[{ is_free: true }, { is_free: null }], '', null],
  [[{ is_free: true }, { cost: '$3' }], '$3', false],
  [[{ is_free: true, offers: [{ price: null }] }], '', true],
  [[{ is_free: true, offers: [{ price: null }, { price: 0 }] }], 'Free', true],
  [[{ is_free: false, offers: [{ price: null }, { price: 0 }] }], 'Free', false],
  [[{ cost: 'Free', offers: [{ price: null }] }], 'Free', true],
  [[{ cost: '$7', offers: [{ price: null }] }], '$7', false],
]

/** Invalid bodies, and the fields that their refusal names. */
const REFUSED: [body: Fields, ...names: string[]][] = [
  [{ offers: [OFFER, OFFER, { ...OFFER, price: 'x' }] }, 'offers[2].price'],
  [{ offers: [{ currency: 'EURO' }] }, 'offers[0].currency'],
  [{ offers: [OFFER, { price: 1, currency: 'USD' }] }, 'offers[1].currency'],
  [{ offers: [{ price: '900.5', currency: 'JPY' }] }, 'offers[0].price'],
  [{ offers: [{ url: 'javascript:alert(1)', availability: 'gone' }] }, 'offers[0].availability', 'offers[0].url'],
  [{ offers: [{ valid_from: '2030-06-02', valid_until: '2030-06-01' }] }, 'offers[0].valid_until'],
  [{ offers: [{ valid_from: 'soon' }] }, 'offers[0].valid_from'],
  [{ offers: [{ name: 'x'.repeat(201) }] }, 'offers[0].name'],
  [{ offers: 'none' }, 'offers'],
  [{ offers: ['free'] }, 'offers'],
  [{ offers: Array(31).fill(OFFER) }, 'offers'],
  [{ registration: [{ type: 'link', value: 'x' }] }, 'registration[0].value'],
  [{ registration: [{ type: 'fax', value: 'x' }, { type: 'email' }] }, 'registration[0].type', 'registration[1].value'],
  [{ registration: [{ type: 'email', value: 'x' }] }, 'registration[0].value'],
  [{ registration: [{ type: 'phone', value: 'call' }] }, 'registration[0].value'],
  [{ age_min: 18, age_max: 12 }, 'age_max'],
  [{ age_min: -1 }, 'age_min'],
  [{ age_min: 6.5 }, 'age_min'],
  [{ age_max: '5e-324' }, 'age_max'],
  [{ accessibility: ['stairs'] }, 'accessibility'],
  [{ conditions: 'x'.repeat(1001) }, 'conditions'],
  [{ is_free: true, offers: [OFFER] }, 'is_free'],
  [{ is_free: false, offers: [{ price: 0 }] }, 'is_free'],
  [{ is_free: true, cost: '$3' }, 'is_free'],
  [{ is_free: false, cost: 'Free' }, 'is_free'],
  [{ is_free: true, cost: '$3', offers: [{ price: null }] }, 'is_free'],
]

forEachEngine('what events cost, and who can come', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)
  const create = (fields: Fields) => server.ask('POST', '/events', { as: 'editor', body: { ...EVENT, ...fields } })

  test('all fields are stored and shown, and sending them back changes nothing', async () => {
    const fields = {
      offers: [{ ...OFFER, valid_from: '2030-05-01 00:00:00', valid_until: null }],
      registration: [{ type: 'email', value: 'box@hall.example' }],
      age_min: 6,
      age_max: 99,
      accessibility: ['hearing', 'step_free'],
      conditions: 'With a coat.',
    }
    const event = await make.event(fields)
    assert.deepEqual({ ...event, ...fields }, event)
    for (const face of [NATIVE, TEC]) {
      const { body: shown } = await server.ask('GET', `/events/${event.id}`, { face, as: 'editor' })
      const { status, body } = await server.ask('PUT', `/events/${event.id}`, { face, as: 'editor', body: shown })
      assert.deepEqual([status, body.modified, body.offers], [200, event.modified, event.offers])
    }
  })

  test('a price is stored exactly, or refused', async () => {
    for (const [price, stored] of PRICES) {
      const answer = await create({ offers: [{ price, currency: 'EUR' }] })
      if (stored !== undefined) assert.deepEqual([answer.status, answer.body.offers?.[0].price], [201, stored])
      else assertRefused(answer, { status: 400, code: 'rest_invalid_param', params: ['offers[0].price'] })
    }
  })

  for (const [bodies, cost, is_free] of COSTS) {
    test(`the cost after ${JSON.stringify(bodies)} is ${cost}`, async () => {
      const { id } = await make.event(bodies[0])
      for (const body of bodies.slice(1)) await server.ask('PATCH', `/events/${id}`, { as: 'editor', body })
      const { body } = await server.ask('GET', `/events/${id}`)
      assert.deepEqual([body.cost, body.is_free], [cost, is_free])
    })
  }

  for (const [body, ...params] of REFUSED) {
    test(`${JSON.stringify(body).slice(0, 100)} is refused`, async () => {
      const { total } = (await server.ask('GET', '/events?per_page=1')).body
      assertRefused(await create(body), { status: 400, code: 'rest_invalid_param', params })
      assert.equal((await server.ask('GET', '/events?per_page=1')).body.total, total)
    })
  }

  test('names and conditions have a text in each language', async () => {
    const { id } = await make.event({ offers: [OFFER], conditions: 'With a coat.' })
    await server.ask('PUT', `/events/${id}/translations/de`, { as: 'editor', body: { title: 'Konzert' } })
    const german = { offers: [{ ...OFFER, name: 'Normal' }], conditions: 'Mit Mantel.' }
    await server.ask('PATCH', `/events/${id}`, { as: 'editor', root: 'de', body: german })
    const textsIn = async (root?: 'de' | 'fr') => {
      const { body } = await server.ask('GET', `/events/${id}`, root ? { root } : {})
      return [body.offers[0].name, body.conditions]
    }
    assert.deepEqual(
      [await textsIn(), await textsIn('de')],
      [
        ['Full', 'With a coat.'],
        ['Normal', 'Mit Mantel.'],
      ],
    )
    await server.ask('DELETE', `/events/${id}/translations/de`, { as: 'editor' })
    assert.deepEqual(await textsIn('de'), ['Full', 'With a coat.'])
  })

  test('an event whose offers are sold out is sold out', async () => {
    const soldOut = { ...OFFER, availability: 'sold_out' }
    const { id, sold_out } = await make.event({ offers: [soldOut, soldOut] })
    const update = async (body: Fields) =>
      (await server.ask('PATCH', `/events/${id}`, { as: 'editor', body })).body.sold_out
    assert.deepEqual(
      [sold_out, await update({ offers: [soldOut, OFFER] }), await update({ sold_out: true })],
      [true, false, true],
    )
  })

  test('linked data list the offers, and summarize many', async () => {
    const offersOf = async (fields: Fields) => {
      const { id } = await make.event(fields)
      return (await server.ask('GET', `/events/${id}`)).body.json_ld
    }
    const { offers, isAccessibleForFree } = await offersOf({ offers: [{ ...OFFER, availability: 'few' }] })
    assert.equal(isAccessibleForFree, false)
    assert.deepEqual(offers, {
      '@type': 'Offer',
      name: 'Full',
      price: 18,
      priceCurrency: 'EUR',
      availability: 'https://schema.org/LimitedAvailability',
      url: 'https://tickets.example/1',
    })
    const many = await offersOf({ offers: [1, 2, 3, 4, 5, 6].map((price) => ({ price, currency: 'EUR' })) })
    assert.equal((await offersOf({ is_free: true, offers: [{ name: 'Place' }] })).isAccessibleForFree, true)
    assert.deepEqual(
      [many.offers['@type'], many.offers.lowPrice, many.offers.highPrice, many.offers.offerCount],
      ['AggregateOffer', 1, 6, 6],
    )
  })

  test('pages list the offers, mark sold ones and link to the tickets', async () => {
    const reduced = {
      name: 'Reduced <b>',
      price: 9,
      currency: 'EUR',
      availability: 'sold_out',
      url: 'https://other.example/',
    }
    const { url } = await make.event({ offers: [reduced, OFFER], conditions: 'With a coat.' })
    const page = String((await server.ask('GET', `host:${new URL(url).pathname}`)).body)
    assert.match(page, /<dd class="price">€9 – €18/)
    assert.match(page, /<dd class="offer">Reduced: €9 <span class="badge">Sold out<\/span><\/dd>/)
    assert.match(page, /<dt>Tickets<\/dt>\s*<dd><a href="https:\/\/tickets\.example\/1"[^>]*>tickets\.example<\/a>/)
    assert.ok(page.includes('With a coat.'))
  })

  for (const [fields, expected] of [
    [
      { age_min: 6, age_max: 12, accessibility: ['step_free', 'visual'] },
      /6 to 12 years<\/dd>\s*<dt>Accessibility<\/dt><dd>step-free access, visual impairment</,
    ],
    [{ age_min: 18 }, /<dt>Age<\/dt><dd>from 18 years</],
    [{ age_max: 4 }, /<dt>Age<\/dt><dd>up to 4 years</],
    [{ is_free: true }, /<dt>Price<\/dt><dd class="cost">Free</],
  ] as const) {
    test(`the page shows ${JSON.stringify(fields)}`, async () => {
      const { url } = await make.event(fields)
      assert.match(String((await server.ask('GET', `host:${new URL(url).pathname}`)).body), expected)
    })
  }
})

forEachEngine('filters by price, accessibility and time of day', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)
  before(async () => {
    await server.db.transaction((tx) => writeSiteSettings(tx, { currency_code: 'EUR', currency_symbol: '€' }))
    for (const [title, fields] of [
      ['Gratis', { cost: 'Free' }],
      ['Stated', { is_free: true, registration: [{ type: 'link', value: 'https://sign.example/' }] }],
      ['Cheap', { offers: [{ price: 5 }, { price: 30 }] }],
      ['Dear', { offers: [{ ...OFFER, price: 40 }] }],
      ['Foreign', { offers: [{ price: 4, currency: 'USD' }] }],
      ['Typed', { cost: '€10' }],
      ['Linked', { cost: '€8', offers: [{ name: 'Full', url: 'https://tickets.example/8' }] }],
      ['Silent', {}],
      ['Level', { accessibility: ['step_free', 'visual'] }],
      ['Ramp', { accessibility: ['motor'] }],
      ['Audible', { accessibility: ['hearing'], start_date: '2030-07-01 17:00', end_date: '2030-07-01 18:00' }],
      ['Whole', { all_day: true, start_date: '2030-07-02', end_date: '2030-07-02' }],
    ] as const) {
      await make.event({ title, ...fields })
    }
  })

  for (const [query, expected] of [
    ['is_free=true', 'Gratis Stated'],
    ['is_free=false', 'Cheap Dear Foreign Typed Linked'],
    ['price_max=10', 'Gratis Stated Cheap Typed Linked'],
    ['price_max=5&is_free=false', 'Cheap'],
    ['price_max=0', 'Gratis Stated'],
    ['ticketed=true', 'Stated Dear Linked'],
    ['ticketed=false', 'Gratis Cheap Foreign Typed Silent Level Ramp Audible Whole'],
    ['accessible=true', 'Level Ramp'],
    ['accessible=false&evening=true', 'Audible'],
    ['evening=true', 'Audible'],
    ['evening=false&accessible=true', 'Level Ramp'],
    ['evening=false&is_free=true', 'Gratis Stated'],
  ] as const) {
    test(query, async () => {
      for (const face of [NATIVE, TEC]) {
        const { body } = await server.ask('GET', `/events?per_page=50&${query}`, { face })
        const titles = body.events.map(({ title }: { title: string }) => title).join(' ')
        assert.deepEqual([titles, body.total], [expected, expected.split(' ').length])
      }
    })
  }

  test('a site without a currency code compares prices in all currencies', async () => {
    await server.db.transaction((tx) => writeSiteSettings(tx, { currency_code: '' }))
    const { body } = await server.ask('GET', '/events?per_page=50&price_max=5&is_free=false')
    assert.deepEqual(
      [body.events.map(({ title }: { title: string }) => title).join(' '), body.total],
      ['Cheap Foreign', 2],
    )
    await server.db.transaction((tx) => writeSiteSettings(tx, { currency_code: 'EUR' }))
  })

  for (const query of [
    'price_max=-1',
    'price_max=much',
    'is_free=maybe',
    'ticketed=2',
    'accessible=perhaps',
    'evening=18:00',
  ]) {
    test(`${query} is refused`, async () => {
      const { status, body } = await server.ask('GET', `/events?${query}`)
      assert.deepEqual([status, Object.keys(body.data.params)], [400, [query.split('=')[0]]])
    })
  }
})
