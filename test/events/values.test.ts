import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FACES, NATIVE } from '../../src/core/faces.ts'
import { EVENT, makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import type { TestCaller } from '../kit/server/accounts.ts'
import { withServer } from '../kit/server/with-server.ts'

const NO_TEXT = [1, true, {}, ['x'], 'a\0b', 'a\ud800b']
const NO_FILLED_TEXT = ['', '  ', null, ...NO_TEXT]
const NO_BOOLEAN = ['yes', 'no', '', 2, null, [], {}, 'on']
const NO_LINK = ['Hall', true, 1.5, -1, ['Hall'], [[1]], { name: 'x' }, 2 ** 31, [null, 'x'], { id: {} }]
const LONG_LIST = Array.from({ length: 1001 }, (_, index) => index + 1)

const REFUSED = {
  title: [...NO_FILLED_TEXT, '0', '<b></b>'],
  description: NO_FILLED_TEXT,
  excerpt: NO_FILLED_TEXT,
  slug: NO_FILLED_TEXT,
  status: ['', null, 'Publish', 'trash', 'inherit', 'auto-draft', 'any', 1, ['draft']],
  author: ['', null, 0, -1, 1.5, 'editor', 999_999, 2 ** 31, [1]],
  date: ['', null, 'x', 'tomorrowish', 0, [], '2031-04-31', '0000-00-00'],
  date_utc: ['', null, 'x', 1_900_000_000, '2031-02-29'],
  start_date: ['', null, 'x', 1_900_000_000, [], {}, '0000-00-00', '2030-13-01', '2031-04-31', '2030-07-01 25:00'],
  end_date: ['', null, 'Z', '2031-02-29 10:00:00', 'tomorrow\0'],
  timezone: [null, 'x', 'EST5', 'Mars/Olympus', 'UTC+15', 'UTC-14:01', 5, ['UTC'], 'Europe/Berlin\0'],
  all_day: NO_BOOLEAN,
  show_map: NO_BOOLEAN,
  show_map_link: NO_BOOLEAN,
  hide_from_listings: NO_BOOLEAN,
  sticky: NO_BOOLEAN,
  featured: NO_BOOLEAN,
  image: ['', null, true, 'x', 999_999, '999999', 'ftp://example.org/a.png', 'javascript:alert(1)', [1], 1.5],
  cost: [
    true,
    {},
    -5,
    '-5',
    [[1]],
    [{}],
    { text: '5', currency_code: 'X' },
    ['x', null],
    'x'.repeat(251),
    'free\0',
    '\ud800',
  ],
  website: [
    'x',
    'example.org',
    '//example.org',
    'javascript:alert(1)',
    'https://a b',
    'https://ä.de',
    'https://',
    5,
    [],
  ],
  categories: [true, 1.5, { x: 1 }, ['ok', { x: 1 }], 'x'.repeat(201), LONG_LIST, LONG_LIST.join(), 'a\0', [null]],
  tags: [true, 1.5, { x: 1 }, [['x']], ['x'.repeat(201)], LONG_LIST, '\udc00'],
  venue: [...NO_LINK, { venue: '' }, { venue: 'Hall', website: 'x' }, { venue: 'Hall', status: 'trash' }, LONG_LIST],
  organizer: [...NO_LINK, { organizer: 'A', email: 'x' }, [{ organizer: 'A' }, {}, { phone: '1' }], LONG_LIST.join()],
} satisfies Record<string, unknown[]>

/** Values that the contract allows and the peer refuses (test/contract/writes.test.ts). */
function isAcceptedByContract(field: string, value: unknown): boolean {
  if (field === 'description' || field === 'excerpt')
    return value === null || (typeof value === 'string' && value.trim() === '')
  const names = [value].flat()
  return (
    (field === 'venue' || field === 'organizer') &&
    names.every((name) => typeof name === 'string' && /[^\d\s,]/.test(name))
  )
}

forEachEngine('values of events', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)

  const write = (body: unknown, as: TestCaller = 'editor', path = '/events') => server.ask('POST', path, { as, body })

  for (const [field, values] of Object.entries(REFUSED)) {
    test(`an invalid ${field} is refused on creation and update, and nothing is written`, async () => {
      const event = await make.event()
      const rows = () => server.db.all({ sql: COUNTS, text: COUNTS, values: [] } as never)
      const before = await rows()
      // Values are refused before a statement runs: each engine tests one of the faces.
      for (const face of FACES.filter((_, index) => index === Number(engine.name === 'sqlite'))) {
        for (const value of values) {
          for (const path of ['/events', `/events/${event.id}`]) {
            const body = { ...(path === '/events' && EVENT), [field]: value }
            if (face === NATIVE && isAcceptedByContract(field, value)) continue
            const answer = await server.ask('POST', path, { as: 'editor', face, body })
            const shown = JSON.stringify(value)?.slice(0, 50)
            assert.equal(answer.status, 400, `${path} ${shown}`)
            const missing = value === null && field in EVENT && path === '/events'
            assert.equal(answer.body.code, missing ? 'rest_missing_callback_param' : 'rest_invalid_param', shown)
            if (!missing) assert.deepEqual(Object.keys(answer.body.data.params), [field])
          }
        }
      }
      assert.deepEqual(await rows(), before)
    })
  }

  for (const [field, value] of [
    ['all_day', 'yes'],
    ['title', null],
    ['start_date', 1_900_000_000],
    ['image', null],
    ['timezone', null],
    ['author', null],
    ['status', null],
  ] as const) {
    test(`${field} of the wrong type is reported as such`, async () => {
      const { id } = await make.event()
      const { body } = await write({ [field]: value }, 'editor', `/events/${id}`)
      assert.equal(body.data.details[field].code, 'rest_invalid_type')
    })
  }

  test('numeric strings are valid dates, titles and terms', async () => {
    const event = await make.event({ title: '2031', start_date: '1909130400', end_date: '20300702', cost: 5 })
    assert.deepEqual(
      [event.title, event.start_date, event.end_date],
      ['2031', '2030-07-01 10:00:00', '2030-07-02 00:00:00'],
    )
  })

  for (const [field, filled, empties, shown] of [
    ['cost', '5', ['', null, false, []], ''],
    ['website', 'https://example.org', ['', null], undefined],
    ['timezone', 'Asia/Tokyo', [''], 'UTC'],
    ['venue', { venue: 'Clearing' }, ['', null, [], {}, 0, false, '0', ['']], []],
    ['organizer', [{ organizer: 'Clearing' }], ['', null, [], {}, 0, false, ['']], []],
    ['categories', ['Clearing'], ['', null, [], false], []],
    ['tags', ['Clearing'], ['', null, [], false], []],
  ] as const) {
    test(`${field} is cleared by empty values`, async () => {
      for (const empty of empties) {
        const event = await make.event({ [field]: filled })
        const { status, body } = await write({ [field]: empty }, 'editor', `/events/${event.id}`)
        assert.equal(status, 200, JSON.stringify(body))
        assert.notDeepEqual(body[field], event[field])
        assert.deepEqual(body[field], shown ?? body.url)
        assert.equal((await write({ ...EVENT, [field]: empty })).status, 201)
      }
    })
  }

  for (const [cost, shown, symbol, position, values] of [
    ['10', '$10', '', '', ['10']],
    [10, '$10', '', '', ['10']],
    [0, '$0', '', '', ['0']],
    ['0', '$0', '', '', ['0']],
    ['$10', '$10', '$', 'prefix', ['10']],
    ['10 EUR', '10EUR', 'EUR', 'postfix', ['10']],
    ['€ 12.50', '€12.50', '€', 'prefix', ['12.50']],
    ['10-20', '$10 – $20', '', '', ['10', '20']],
    [['20', 10], '$10 – $20', '', '', ['10', '20']],
    ['$20, $10, $15', '$10 – $20', '$', 'prefix', ['10', '15', '20']],
    ['1,234.50', '$1,234.50', '', '', ['1234.50']],
    ['Free', 'Free', '', '', ['free']],
    ['1e3', '1e3', '', '', ['1e3']],
    ['10 at the door', '10 at the door', '', '', ['10']],
  ] as const) {
    test(`the cost ${JSON.stringify(cost)} is shown as ${shown}`, async () => {
      const event = await make.event({ cost })
      assert.deepEqual(
        [event.cost, event.cost_details],
        [shown, { currency_symbol: symbol, currency_code: '', currency_position: position, values }],
      )
    })
  }

  test('a cost may state its currency, which stays when the event is sent back', async () => {
    const kronor = { text: '120 kr', currency_code: 'SEK' }
    const { id, cost, cost_details } = await make.event({ cost: kronor })
    const stated = { currency_symbol: 'kr', currency_code: 'SEK', currency_position: 'postfix', values: ['120'] }
    assert.deepEqual([cost, cost_details], ['120kr', stated])
    const send = async (sent: unknown) =>
      (await server.ask('PATCH', `/events/${id}`, { as: 'editor', body: { cost: sent } })).body.cost_details
    assert.deepEqual(await send(cost), stated)
    assert.equal((await send('130 kr')).currency_code, '')
    assert.equal((await send({ text: '12', currency_position: 'postfix' })).currency_position, 'postfix')
  })

  test('a website is any absolute URL of printable ASCII', async () => {
    for (const website of [
      'http://a.org',
      'https://a.org/?a=1&b=%20#x',
      'mailto:a@b.org',
      'tel:+49',
      'ftp://a.org/x',
    ]) {
      assert.equal((await make.event({ website })).website, website)
    }
  })

  test('long texts are stored completely', async () => {
    const long = 'word '.repeat(20_000).trim()
    const event = await make.event({ title: long, description: long, excerpt: long })
    assert.deepEqual([event.title, event.description, event.excerpt], [long, `<p>${long}</p>`, `<p>${long}</p>`])
    assert.ok(event.slug.length <= 200)
  })
})

/** The number of rows of every table to which writes of events insert. */
const COUNTS = ['event', 'event_text', 'venue', 'organizer', 'category', 'tag', 'event_venue', 'event_tag', 'picture']
  .map((table) => `SELECT '${table}' AS name, count(*) AS total FROM ${table}`)
  .join(' UNION ALL ')
