import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import type { Ask } from '../kit/server/server.ts'
import { withServer } from '../kit/server/with-server.ts'

interface Listed {
  title: string
}
const titles = (events: Listed[]) => events.map(({ title }) => title)

forEachEngine('search and filters of events', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)

  const found = async (query: string, options?: Ask) => {
    const { status, body } = await server.ask('GET', `/events?per_page=50&${query}`, options)
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal(body.total, body.events.length)
    return titles(body.events).sort()
  }

  test('finds the dates of repeated events by their local start in every time zone', async () => {
    const recurrence = 'RRULE:FREQ=DAILY;COUNT=3'
    const at = (timezone: string, time: string) =>
      make.event({
        ...{ title: `Farthest ${timezone}`, timezone, recurrence },
        ...{ start_date: `2046-03-01 ${time}`, end_date: `2046-03-01 ${time}` },
      })
    await at('Pacific/Kiritimati', '00:00:00')
    await at('Etc/GMT+12', '23:59:59')
    assert.deepEqual(await found('search=farthest&start_date=2046-03-02&end_date=2046-03-02'), [
      'Farthest Etc/GMT+12',
      'Farthest Pacific/Kiritimati',
    ])
  })

  for (const [said, needles, strangers] of [
    [
      { title: 'Jazz im Hof' },
      ['jazz', 'JAZZ', 'azz', 'hof jazz', '"im hof"', '“jazz im”', 'z im'],
      ['jazzz', '"hof im"'],
    ],
    [{ title: 'Crème Brûlée' }, ['creme brulee', 'CRÈME', 'brulée', 'cr\u0065\u0300me'], ['cram']],
    [{ title: 'ΟΔΟΣ Ελλάδα' }, ['οδος', 'ελλαδα'], ['odos']],
    [{ title: 'Ｆｕｌｌ ﬁsh' }, ['full fish'], []],
    [{ title: '100% _real_ C++ \\o/' }, ['%', '100%', '_real_', 'c++', '\\o/', '\\'], ['100_', '%real', '1%0', '_o']],
    [{ title: "Rock'n'roll" }, ["rock'n", "'"], ["roll'rock"]],
    [
      { title: 'In the text', description: '<p>A <b>bold</b> word &amp; more</p>' },
      ['bold word', '& more', '"bold word"'],
      ['<b>', 'strong'],
    ],
    [{ title: 'Excerpted', excerpt: 'Teaser here' }, ['teaser', 'excerpted teaser'], ['"excerpted teaser"']],
    [{ title: '東京の祭り' }, ['東京', '祭', 'の祭り'], ['京東']],
    [{ title: '🎷 night' }, ['🎷', '🎷 night'], ['🎺']],
  ] as const) {
    test(`${said.title} is found by its own words only`, async () => {
      const tag = await make.tag()
      await make.event({ ...said, tags: [tag.id] })
      for (const needle of needles) {
        const query = `tags=${tag.id}&search=${encodeURIComponent(needle)}`
        assert.deepEqual(await found(query), [said.title], needle)
      }
      for (const needle of strangers) {
        assert.deepEqual(await found(`tags=${tag.id}&search=${encodeURIComponent(needle)}`), [], needle)
      }
    })
  }

  test('names of venues, organizers and terms are not searched', async () => {
    await make.event({
      title: 'Somewhere',
      venue: { venue: 'Unfindable' },
      organizer: { organizer: 'Unfindable' },
      categories: ['Unfindable'],
      tags: ['Unfindable'],
    })
    assert.deepEqual(await found('search=unfindable'), [])
  })

  test('a changed text is found only by its new words', async () => {
    const { id } = await make.event({ title: 'Oldword', description: 'Kept' })
    await server.ask('POST', `/events/${id}`, { as: 'editor', body: { title: 'Newword' } })
    assert.deepEqual([await found('search=oldword'), await found('search=newword+kept')], [[], ['Newword']])
  })

  test('a search of editors finds, by start, public events, others that they may read, and dates of repeated events', async () => {
    const at = (title: string, day: string, more: object = {}) =>
      make.event({ title: `Regatta ${title}`, start_date: `${day} 10:00`, end_date: `${day} 11:00`, ...more })
    await at('public', '2044-03-04')
    await at('draft', '2044-03-02', { status: 'draft' })
    await at('scheduled', '2044-03-03', { date: '2043-12-01 09:00:00' })
    await at('hidden', '2044-03-05', { hide_from_listings: true })
    await at('later', '2044-04-01')
    await at('weekly', '2044-03-01', { recurrence: 'RRULE:FREQ=WEEKLY;COUNT=2' })
    const searched = async (as: 'guest' | 'author' | 'editor', query: string) => {
      const path = `/events?search=regatta&start_date=2044-03-01&end_date=2044-03-31&${query}`
      const { body } = await server.ask('GET', path, { as })
      return [
        body.total,
        titles(body.events)
          .map((title) => title.slice('Regatta '.length))
          .join(' '),
      ]
    }
    const all = 'weekly draft scheduled public weekly'
    assert.deepEqual(await searched('editor', 'per_page=9'), [5, all])
    assert.deepEqual(await searched('editor', 'per_page=2&page=2'), [5, 'scheduled public'])
    assert.deepEqual(await searched('author', 'per_page=9'), [3, 'weekly public weekly'])
    assert.deepEqual(await searched('editor', 'per_page=9&status=publish,draft'), [4, 'weekly draft public weekly'])
    assert.deepEqual(await searched('editor', 'per_page=9&status=future'), [1, 'scheduled'])
    assert.deepEqual(await searched('guest', 'per_page=9'), [3, 'weekly public weekly'])
  })

  test('a search compares with the displayed text', async () => {
    const { id } = await make.event({ title: 'Reading aloud' })
    await server.ask('POST', `/events/${id}`, { as: 'editor', root: 'de', body: { title: 'Vorlesung laut' } })
    assert.deepEqual(await found('search=vorlesung'), [])
    assert.deepEqual(await found('search=vorlesung', { root: 'de' }), ['Vorlesung laut'])
    assert.deepEqual(await found('search=aloud', { root: 'de' }), [])
    assert.deepEqual(await found('search=aloud', { root: 'fr' }), ['Reading aloud'])
  })

  test('a search compares with the original text of events without a text in the language, whatever texts others have', async () => {
    const on = (day: string) => ({ start_date: `2031-02-${day} 10:00:00`, end_date: `2031-02-${day} 11:00:00` })
    const translated = await make.event({ title: 'Zither in the yard', ...on('03') })
    await server.ask('PUT', `/events/${translated.id}/translations/de`, {
      as: 'editor',
      body: { title: 'Saitenspiel' },
    })
    const days = 'start_date=2031-02-01&end_date=2031-02-05'
    const titlesIn = (search: string) => found(`${days}&search=${search}`, { root: 'de' })
    assert.deepEqual(await titlesIn('zither'), [])
    assert.deepEqual(await titlesIn('saiten'), ['Saitenspiel'])
    await make.event({ title: 'Zither in the hall', ...on('04') })
    assert.deepEqual(await titlesIn('zither'), ['Zither in the hall'])
  })

  test('filters accept terms by id, slug or name, match any of several and their children, and combine', async () => {
    const music = await make.category({ name: 'Live Music' })
    const jazz = await make.category({ name: 'Be-bop', parent: music.id })
    const film = await make.category({ name: 'Film' })
    const [free, late] = [await make.tag({ name: 'Free entry' }), await make.tag({ name: 'Late' })]
    const [hall, yard] = [await make.venue(), await make.venue()]
    const band = await make.organizer()
    await make.event({ title: 'a', categories: [jazz.id], tags: [free.id], venue: hall.id, organizer: band.id })
    await make.event({ title: 'b', categories: [film.id, music.id], tags: [late.id], venue: [yard.id, hall.id] })
    await make.event({ title: 'c', categories: [film.id], tags: [free.id, late.id] })
    for (const [query, expected] of [
      [`categories=${music.id}`, ['a', 'b']],
      [`categories=${jazz.id}`, ['a']],
      ['categories=live-music', ['a', 'b']],
      ['categories=LIVE+music', ['a', 'b']],
      ['categories=be-bop,film', ['a', 'b', 'c']],
      [`categories[]=be-bop&categories[]=${film.id}`, ['a', 'b', 'c']],
      [`categories=be-bop , ${film.id}`, ['a', 'b', 'c']],
      ['tags=free-entry', ['a', 'c']],
      [`tags=Free entry,${late.id}`, ['a', 'b', 'c']],
      [`tags[]=${free.id}&tags[]=${late.id}`, ['a', 'b', 'c']],
      [`venue=${hall.id}`, ['a', 'b']],
      [`venue=${hall.id},${yard.id}`, ['a', 'b']],
      [`venue[]=${yard.id}`, ['b']],
      [`organizer=${band.id}`, ['a']],
      [`categories=film&tags=late&venue=${hall.id}`, ['b']],
      [`categories=film&tags=free-entry&venue=${hall.id}`, []],
      [`tags=late&search=c`, ['c']],
    ] as const) {
      assert.deepEqual(await found(query.replaceAll(' ', '+')), expected, query)
    }
  })

  test('names and slugs of terms are looked up in the requested language, then in any other', async () => {
    const english = await make.category({ name: 'Gift' })
    const german = await make.category({ name: 'Gift' }, { root: 'de' })
    const only = await make.category({ name: 'Trödel' }, { root: 'de' })
    await make.event({ title: 'present', categories: [english.id] })
    await make.event({ title: 'poison', categories: [german.id] })
    await make.event({ title: 'junk', categories: [only.id] })
    assert.deepEqual(await found('categories=gift'), ['present'])
    assert.deepEqual(await found('categories=gift', { root: 'de' }), ['poison'])
    assert.deepEqual(await found('categories=trodel'), ['junk'])
  })

  for (const [kind, field] of [
    ['venue', 'venue'],
    ['organizer', 'organizer'],
  ] as const) {
    test(`filtering by a ${kind} that is not visible or in the trash finds nothing`, async () => {
      const [draft, gone, other] = [await make[kind]({ status: 'draft' }), await make[kind](), await make.event()]
      await make.event({ title: 'There', [field]: [draft.id, gone.id] })
      assert.deepEqual(await found(`${field}=${gone.id}`), ['There'])
      await server.ask('DELETE', `/${kind}s/${gone.id}`, { as: 'editor' })
      assert.deepEqual(await found(`${field}=${draft.id}`), [])
      assert.deepEqual(await found(`${field}=${draft.id}`, { as: 'editor' }), ['There'])
      assert.deepEqual(await found(`${field}=${gone.id}`, { as: 'administrator' }), [])
      const wrong = await server.ask('GET', `/events?${field}=${other.id}`)
      assert.deepEqual([wrong.status, Object.keys(wrong.body.data.params)], [400, [field]])
    })
  }
})
