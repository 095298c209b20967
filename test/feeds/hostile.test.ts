import assert from 'node:assert/strict'
import { test } from 'node:test'
import ICAL from 'ical.js'
import { FEED_FORMAT_NAMES } from '../../src/feeds/feed-formats.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { onSqlite } from '../kit/engines/engines.ts'
import { eventsIn, pageWordsOf, READERS, rowsIn } from '../kit/formats/feeds.ts'
import { withServer } from '../kit/server/with-server.ts'

/** Hostile texts, each with the line that clients should show. */
const TITLES = [
  [']]> </title><script>alert(1)</script>', ']]> alert(1)'],
  ['x & &amp; "q" \'a\' &lt;b&gt;', 'x & & "q" \'a\' <b>'],
  ['a\u0001b\u0008c\u000bd\u001fe', 'abc de'],
  ['one\r\nATTENDEE:mailto:evil@evil.example\nEND:VEVENT', 'one ATTENDEE:mailto:evil@evil.example END:VEVENT'],
  ['one\u2028two\u2029three\u0085four', 'one two three four'],
  ['back\\slash; comma, colon: "quotes"', 'back\\slash; comma, colon: "quotes"'],
  ['😀'.repeat(90), '😀'.repeat(90)],
  ['العربية \u202e evil', 'العربية evil'],
  ['\ufffe\uffff\ufeffmarks', undefined],
] as const

const FORMULAS = ['=1+1', '+1', '-1', '@SUM(A1)', "=cmd|' /C calc'!A0", '＝1+1']

onSqlite('feeds of what hostile hands wrote', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)

  const read = async (path: string) => {
    const answer = await server.ask('GET', path)
    assert.equal(answer.status, 200, answer.bytes.toString())
    return answer.bytes.toString()
  }

  test('every format has hostile texts unchanged, and nothing more', async () => {
    for (const [title, seen] of TITLES) {
      const venue = await make.venue({ venue: title, address: title, city: 'X' })
      const organizer = await make.organizer({ organizer: title, email: 'a@b.example' })
      const tag = await make.tag({ name: title })
      const { id } = await make.event({
        title,
        description: `<p>${title}</p>`,
        excerpt: title,
        cost: 'x',
        website: 'https://a.example/?a=]]%3E;b,c&d="'.replace('"', '%22'),
        venue: venue.id,
        organizer: [organizer.id],
        tags: [tag.id],
      })
      const told = new Set<string>()
      for (const format of FEED_FORMAT_NAMES) {
        const { titles, uids } = READERS[format](await read(`/events/${id}.${format}`))
        assert.equal(uids.length, 1, format)
        told.add(titles[0]?.trim() ?? '')
        if (seen !== undefined) assert.equal(titles[0], seen, format)
      }
      assert.equal(told.size, 1, [...told].join(' | '))
      for (const format of FEED_FORMAT_NAMES) READERS[format](await read(`/events.${format}?tags=${tag.id}`))
      const calendar = new ICAL.Component(ICAL.parse(await read(`/events/${id}.ics`)))
      const events = calendar.getAllSubcomponents('vevent')
      assert.equal(events.length, 1)
      assert.equal(events[0]?.getFirstProperty('attendee'), null)
    }
  })

  test('CSV has no cell that a spreadsheet would run, and numbers are unchanged', async () => {
    const venue = await make.venue({ venue: '=V', address: '@A', geo_lat: -33.5, geo_lng: -70.25 })
    const organizer = await make.organizer({ organizer: '-O' })
    const tag = await make.tag({ name: '+T' })
    for (const title of FORMULAS) {
      const { id } = await make.event({
        title,
        description: title,
        excerpt: title,
        venue: venue.id,
        organizer: [organizer.id],
        tags: [tag.id],
      })
      const [row] = rowsIn(await read(`/events/${id}.csv`))
      assert.ok(row)
      for (const [name, cell] of Object.entries(row)) {
        if (name === 'latitude' || name === 'longitude') continue
        assert.doesNotMatch(cell, /^[=+\-@\t\r＝]/, name)
      }
      assert.equal(row.title, `'${title}`)
      assert.deepEqual([row.latitude, row.longitude], ['-33.5', '-70.25'])
    }
  })

  test('a CSV text with line breaks is one cell', async () => {
    const { id } = await make.event({ title: 'Lines', description: 'one\n\n"two",\n\n=three' })
    const rows = rowsIn(await read(`/events/${id}.csv`))
    assert.deepEqual(
      rows.map(({ description }) => description),
      ['one\n"two",\n=three'],
    )
  })

  test('query parameters that a feed repeats cannot inject markup', async () => {
    const search = encodeURIComponent('"><script>]]>\r\nX-EVIL:1\u2028')
    for (const format of FEED_FORMAT_NAMES) {
      const text = await read(`/events.${format}?search=${search}`)
      assert.deepEqual(READERS[format](text).uids, [])
      assert.doesNotMatch(text, /<script>|^X-EVIL/m)
    }
  })

  test('texts of an organizer cannot inject iCalendar properties', async () => {
    const organizer = await make.organizer({
      organizer: 'A";X-EVIL=1:mailto:x@evil.example\r\nX-EVIL:2^n',
      email: 'a@b.example',
    })
    const { id } = await make.event({ title: 'Hosted', organizer: [organizer.id] })
    const text = await read(`/events/${id}.ics`)
    assert.doesNotMatch(text, /^X-EVIL/m)
    const [event] = eventsIn(text)
    assert.equal(pageWordsOf(event?.organizer), 'mailto:a@b.example')
  })
})
