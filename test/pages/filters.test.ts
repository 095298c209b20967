import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { makersOf } from '../kit/calendar/makers.ts'
import { onSqlite } from '../kit/engines/engines.ts'
import { withServer } from '../kit/server/with-server.ts'

onSqlite('filters of pages', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)
  const open = async (path: string) => {
    const { status, body, headers } = await server.ask('GET', `host:${path}`)
    return { status, page: String(body), location: headers.location }
  }
  const titlesAt = async (path: string) => {
    const { page } = await open(path)
    return [...page.matchAll(/<a class="event"[^>]*>([^<]*)</g)].map(([, title]) => title)
  }
  /** The links that remove a filter: label and address. */
  const chipsIn = (page: string) =>
    [...page.matchAll(/href="([^"]*)" aria-label="Remove filter: ([^"]*)"/g)].map(([, address, name]) => [
      name,
      address,
    ])

  before(async () => {
    const film = await make.category({ name: 'Film' })
    const music = await make.category({ name: 'Music' })
    const art = await make.category({ name: 'Art' })
    await make.event({ title: 'Matinee', categories: [film.id] })
    await make.event({ title: 'Premiere', categories: [film.id], start_date: '2030-08-01', end_date: '2030-08-01' })
    const atNight = { start_date: '2030-09-01 20:00', end_date: '2030-09-01 22:00' }
    await make.event({ title: 'Ball', ...atNight, accessibility: ['step_free'] })
    await make.event({ title: 'Concert', categories: [music.id], is_free: true })
    await make.event({ title: 'Opening', categories: [art.id], attendance_mode: 'mixed', cost: '5' })
    await make.event({ title: 'Vernissage', original_language: 'de', start_date: '2030-06-01', end_date: '2030-06-01' })
    const german = { title: 'Lesung', start_date: '2030-07-01 10:00', end_date: '2030-07-01 11:00' }
    await server.ask('POST', '/events', { as: 'editor', root: 'de', body: german })
  })

  for (const [query, titles] of [
    ['categories=film&categories=music', ['Matinee', 'Concert', 'Premiere']],
    ['categories=film,art', ['Matinee', 'Opening', 'Premiere']],
    ['is_free=1', ['Concert']],
    ['virtual=1', ['Opening']],
    ['accessible=1', ['Ball']],
    ['evening=1', ['Ball']],
    ['evening=1&is_free=1', []],
    ['virtual=1&categories=film', []],
    ['fallback=0', ['Matinee', 'Concert', 'Opening', 'Premiere', 'Ball']],
    ['is_free=0&virtual=0&fallback=1&evening=0', ['Matinee', 'Concert', 'Opening', 'Lesung', 'Premiere', 'Ball']],
  ] as const) {
    test(`${query}: ${titles.join(', ') || 'nothing'}`, async () => {
      assert.deepEqual(await titlesAt(`/events/list/?${query}`), titles)
    })
  }

  test('each value has a link that removes it alone', async () => {
    const { page } = await open('/events/month/2030-07/?categories=film,music&is_free=1&search=a')
    assert.deepEqual(chipsIn(page), [
      ['“a”', '/events/month/2030-07/?categories=film,music&#38;is_free=1'],
      ['Film', '/events/month/2030-07/?categories=music&#38;is_free=1&#38;search=a'],
      ['Music', '/events/month/2030-07/?categories=film&#38;is_free=1&#38;search=a'],
      ['Free', '/events/month/2030-07/?categories=film,music&#38;search=a'],
    ])
    assert.deepEqual(chipsIn((await open('/events/list/?evening=true&accessible=1')).page), [
      ['Accessible', '/events/list/?evening=true'],
      ['Evening (from 17:00)', '/events/list/?accessible=1'],
    ])
    assert.deepEqual(chipsIn((await open('/events/list/?is_free=0')).page), [])
  })

  test('the form shows what is chosen, and the number of upcoming events of each category', async () => {
    const { page } = await open('/events/list/?categories=film&virtual=1')
    assert.match(page, />Filters \(2\)<\/button>/)
    assert.match(page, /name="categories" value="film" checked> <span dir="auto">Film<\/span> <span class="quiet">2</)
    assert.match(page, /name="categories" value="music"> <span dir="auto">Music<\/span> <span class="quiet">1</)
    assert.match(page, /name="virtual" value="1" checked> <span dir="auto">Online<\/span> <span class="quiet">1</)
    assert.match(
      page,
      /name="evening" value="1"> <span dir="auto">Evening \(from 17:00\)<\/span> <span class="quiet">1</,
    )
  })

  test('the form does not offer what no event to come has, unless it is chosen', async () => {
    const { clock } = server
    const now = clock.now
    clock.now += 100 * 86_400
    const { page } = await open('/events/list/?virtual=1')
    clock.now = now
    assert.doesNotMatch(page, /name="(is_free|evening|accessible)"/)
    assert.match(page, /name="virtual" value="1" checked>/)
  })

  test('a chosen date leads to the list from that day, with the other filters', async () => {
    const { status, location } = await open('/events/list/?search=&tribe-bar-date=2030-07-15&categories=film')
    assert.deepEqual([status, location], [301, '/events/list/2030-07-15/?categories=film'])
    assert.match((await open('/events/list/2030-07-15/')).page, /name="tribe-bar-date" value="2030-07-15"/)
  })

  test('links lead to the next days and this weekend with the filter, and mark the current one', async () => {
    const { page } = await open('/events/day/2030-06-16/?is_free=1')
    const [, strip = ''] = /<nav class="date-strip"[^>]*>(.*?)<\/nav>/s.exec(page) ?? []
    const links = [...strip.matchAll(/href="([^"]*)"/g)].map(([, address]) => address)
    assert.deepEqual(links.slice(0, 3), [
      '/events/weekend/?is_free=1',
      '/events/day/2030-06-15/?is_free=1',
      '/events/day/2030-06-16/?is_free=1',
    ])
    assert.equal(links.length, 15)
    assert.match(strip, /2030-06-16[^>]*aria-current="page"/)
  })

  test('a page without events says what to leave out', async () => {
    const { page } = await open('/events/list/?categories=film&virtual=1')
    const [, wider = ''] = /<ul class="wider">(.*?)<\/ul>/s.exec(page) ?? []
    assert.deepEqual(
      [...wider.matchAll(/href="([^"]*)">([^<]*)</g)].map(([, address, text]) => [text, address]),
      [
        ['Without the filter “Film”', '/events/list/?virtual=1'],
        ['Without the filter “Online”', '/events/list/?categories=film'],
        ['Past events', '/events/past/?categories=film&#38;virtual=1'],
        ['The whole calendar', '/events/list/'],
      ],
    )
  })

  test('a period without events that match says so, and leads to all dates', async () => {
    for (const path of ['month/2031-02', 'week/2031-02-03', 'day/2031-02-03', 'now']) {
      const { page } = await open(`/events/${path}/?categories=film`)
      const hint =
        path === 'now' ? /<p>Nothing is on at this moment\.</ : /<p>No event fits what you are looking for\.</
      assert.match(page, hint, path)
      const [, wider = ''] = /<ul class="wider">(.*?)<\/ul>/s.exec(page) ?? []
      assert.deepEqual(
        [...wider.matchAll(/href="([^"]*)">([^<]*)</g)].map(([, address, text]) => [text, address]),
        [
          ['Without the filter “Film”', `/events/${path}/`],
          ['Coming up', '/events/list/?categories=film'],
          ['Past events', '/events/past/?categories=film'],
          ['The whole calendar', '/events/list/'],
        ],
        path,
      )
    }
    assert.match((await open('/events/month/2031-02/')).page, /<p>Nothing is planned for February 2031 yet\.<\/p>/)
    assert.doesNotMatch((await open('/events/past/?categories=film&virtual=1')).page, /class="wider".*>Past events</s)
  })

  test('a search without events names the records that it could mean', async () => {
    await make.venue({ venue: 'Casa do Rio' })
    const { page } = await open('/events/list/?search=casa+rio')
    const [, wider = ''] = /<ul class="wider">(.*?)<\/ul>/s.exec(page) ?? []
    assert.match(
      wider,
      /<li><span class="quiet">Venue<\/span> <a href="\/venue\/casa-do-rio\/"><bdi>Casa do Rio<\/bdi><\/a><\/li>/,
    )
    assert.match(wider, />Without the filter “casa rio”</)
  })

  test('a search with events names the records that it could mean, above the events', async () => {
    const { id } = await make.venue({ venue: 'Blue Cellar' })
    await make.event({ venue: id })
    const { page } = await open('/events/list/?search=blue+cellar')
    const venue = '<a href="/venue/blue-cellar/"><bdi>Blue Cellar</bdi></a>'
    const link = `<ul class="named"><li><span class="quiet">Venue</span> ${venue}</li></ul>`
    assert.ok(page.includes(link) && page.indexOf(link) < page.indexOf('class="card'))
    assert.ok(!(await open('/events/list/')).page.includes('class="named"'))
  })

  test('names of records that are not public do not appear', async () => {
    const { id } = await make.venue({ venue: 'Secret cellar', status: 'draft' })
    assert.doesNotMatch((await open(`/events/list/?venue=${id}`)).page, /Secret/)
  })
})
