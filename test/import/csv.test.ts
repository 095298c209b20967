import { deepEqual, equal, match } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { type CsvOptions, createCsvImportSource } from '../../src/import/sources/csv/csv-source.ts'
import { createSourceContentOfBuffer } from '../../src/import/sources/source-content.ts'
import { exportOf, importFrom } from '../kit/calendar/importing.ts'
import { onSqlite } from '../kit/engines/engines.ts'
import { withServer } from '../kit/server/with-server.ts'

const utf16le = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')
const ENCODINGS = {
  'UTF-8': (text: string) => Buffer.from(text),
  'UTF-8 with a byte order mark': (text: string) => Buffer.from(`\ufeff${text}`),
  'UTF-16': utf16le,
  'UTF-16 in network order': (text: string) => utf16le(text).swap16(),
  'Windows-1252': (text: string) => Buffer.from(text, 'latin1'),
}

/** A file is its own source, unless it has the name of another. */
const csv = (content: string | Buffer, options: Partial<CsvOptions> = {}, name = `csv:${randomUUID()}`) =>
  createCsvImportSource(createSourceContentOfBuffer(Buffer.from(content), name), name, {
    usualOrder: 'dmy',
    ...options,
  })

onSqlite('imports of CSV files', (engine) => {
  const server = withServer(engine)
  const eventNamed = async (title: string) => {
    const path = `/events?start_date=2031-01-01&end_date=2031-12-31&search=${encodeURIComponent(title)}`
    const { events } = (await server.ask('GET', path)).body
    return events.find((event: { title: string }) => event.title.startsWith(title))
  }

  test('a website with letters outside ASCII is stored in ASCII, and is no change by a user', async () => {
    const table = (title: string, website: string) =>
      csv(
        `external id,Event Name,Event Start Date,Event Start Time,Event Website\nu-1,${title},2031-12-01,20:00,${website}\n`,
        {},
        'csv:umlauts',
      )
    for (const [title, website, stored] of [
      ['Umlaut', 'https://müller.example/straße', 'https://xn--mller-kva.example/stra%C3%9Fe'],
      ['Umlaut too', 'https://müller.example/weg', 'https://xn--mller-kva.example/weg'],
    ] as const) {
      const { problems } = await importFrom(server.db, table(title, website))
      deepEqual(problems, [])
      const event = await eventNamed('Umlaut')
      deepEqual([event.title, event.website], [title, stored])
    }
  })

  test('the tables of The Events Calendar are imported with their labels', async () => {
    await importFrom(
      server.db,
      csv('Venue Name,Venue Address,Venue City,Venue Show Map\nOld Mill,Mill Lane 1,Amselfurt,true\n'),
    )
    await importFrom(server.db, csv('Organizer Name,Organizer Email\nJazz Club,club@jazz.example\n'))
    const { counts, problems } = await importFrom(
      server.db,
      csv(
        [
          'Event Name,Event Description,Event Start Date,Event Start Time,Event End Date,Event End Time,Event Time Zone,All Day Event,Event Venue Name,Event Organizer Name(s) or ID(s),Event Cost,Event Currency Symbol,Event Currency Position,Event Category,Event Tags,Feature Event,Event Website,external id',
          '"Quartet, live",<p>With Ada</p>,12/31/2031,8:00 PM,12/31/2031,10:30 PM,Europe/Berlin,FALSE,Old Mill,Jazz Club,15,€,suffix,"Music, Jazz",Night,TRUE,https://quartet.example/,q-1',
        ].join('\n'),
      ),
    )
    deepEqual({ counts, problems }, { counts: { events: { created: 1 } }, problems: [] })
    const event = await eventNamed('Quartet')
    deepEqual(
      [event.title, event.start_date, event.end_date, event.timezone, event.cost, event.featured, event.website],
      [
        'Quartet, live',
        '2031-12-31 20:00:00',
        '2031-12-31 22:30:00',
        'Europe/Berlin',
        '15€',
        true,
        'https://quartet.example/',
      ],
    )
    deepEqual(
      [event.venue.venue, event.venue.city, event.organizer[0].email, event.categories.length, event.tags[0].name],
      ['Old Mill', 'Amselfurt', 'club@jazz.example', 2, 'Night'],
    )
  })

  for (const [name, encode] of Object.entries(ENCODINGS)) {
    test(`a file in ${name} is read`, async () => {
      const text = `Subject;Start Date;Start Time\r\nCafé ${name} über;24.12.2031;19:00\r\n`
      const { counts } = await importFrom(server.db, csv(encode(text)))
      deepEqual(counts, { events: { created: 1 } })
      const event = await eventNamed(`Café ${name} über`)
      equal(event?.start_date, '2031-12-24 19:00:00')
    })
  }

  for (const [order, days, encoding] of [
    ['dmy', ['05/03/2031', '25/03/2031'], 'Windows-1252'],
    ['mdy', ['03/05/2031', '03/25/2031'], 'UTF-16'],
    ['ymd', ['2031/03/05', '2031/03/25'], 'UTF-8 with a byte order mark'],
    ['dmy', ['05.03.2031', '25.03.2031'], 'UTF-8'],
  ] as const) {
    test(`tables refer to each other, and stay the same when imported again: ${days[0]} in ${encoding}`, async () => {
      const [place, person, title] = [`Café ${days[0]}`, `Zoë ${days[0]}`, `Übung ${days[0]}`]
      const tables = [
        `Venue Name,Venue City\n${place},Köln\n`,
        `Organizer Name,Organizer Email\n${person},zoe@jazz.example\n`,
        `Event Name,Event Start Date,Event Start Time,Event Venue Name,Event Organizer Name(s) or ID(s)\n${days
          .map((day, at) => `${title} ${at},${day},19:30,${place},${person}\n`)
          .join('')}`,
      ].map((text, at) => ({ content: ENCODINGS[encoding](text), name: `csv:${title} ${at}` }))
      const importAll = async () => {
        const counts = []
        for (const { content, name } of tables)
          counts.push((await importFrom(server.db, csv(content, {}, name))).counts)
        return Object.assign({}, ...counts)
      }
      deepEqual(
        await importAll(),
        { venues: { created: 1 }, organizers: { created: 1 }, events: { created: 2 } },
        order,
      )
      for (const [at, day] of ['2031-03-05', '2031-03-25'].entries()) {
        const { start_date, venue, organizer } = await eventNamed(`${title} ${at}`)
        deepEqual([start_date, venue.city, organizer[0].email], [`${day} 19:30:00`, 'Köln', 'zoe@jazz.example'])
      }
      deepEqual(await importAll(), { venues: { unchanged: 1 }, organizers: { unchanged: 1 }, events: { unchanged: 2 } })
    })
  }

  test('a file without ids is recognized by name, start and venue, and says so', async () => {
    const text = 'title\tstart_date\tend_date\tdescription\nFair\t03/04/2031 10:00\t03/04/2031 12:00\tOne\n'
    const first = await importFrom(server.db, csv(text, {}, 'csv:fair'))
    deepEqual(
      first.problems.map(({ field, severity }) => [field, severity]),
      [
        ['start_date', 'warning'],
        ['external_id', 'warning'],
      ],
    )
    equal((await eventNamed('Fair')).start_date, '2031-04-03 10:00:00')
    const second = await importFrom(server.db, csv(text.replace('One', 'Two'), {}, 'csv:fair'))
    deepEqual(second.counts, { events: { updated: 1 } })
    match((await eventNamed('Fair')).description, /Two/)
  })

  test('a row whose date is missing or has no year is refused', async () => {
    const header = 'Event Name,Event Start Date,Event Start Time,Event End Date'
    const rows = [header, 'A,,18:00,2031-04-30', 'B,3 March,18:00,', 'C,tomorrow,,']
    const whole = 'D,2031-04-30,18:00,'
    const badEnd = 'E,2031-04-30,18:00,Friday'
    const { counts, problems } = await importFrom(server.db, csv([...rows, whole, badEnd].join('\n'), {}, 'csv:days'))
    deepEqual(counts, { events: { created: 1, refused: 4 } })
    deepEqual(
      problems.filter(({ severity }) => severity === 'refused').map(({ title, field }) => [title, field]),
      [
        ['A', 'start_date'],
        ...['B', 'C'].flatMap((title) => ['start_date', 'end_date'].map((field) => [title, field])),
        ['E', 'end_date'],
      ],
    )
    equal((await eventNamed('D')).end_date, '2031-04-30 18:00:00')
  })

  test('rows that are not valid are named, and the others imported', async () => {
    const rows = [
      'Wann,Was,Preis',
      '2031-13-45,Wrong day,1',
      '2031-06-01,Cells',
      '2031-06-02,"=1+1",2',
      '2031-06-03,"Open quote,3',
    ]
    const mapping = { Wann: 'start_day', Was: 'title', Preis: '' }
    const { counts, problems } = await importFrom(server.db, csv(rows.join('\n'), { mapping }))
    deepEqual(counts, { events: { created: 1, refused: 3 } })
    deepEqual(
      problems.filter(({ severity }) => severity === 'refused').map(({ place, field }) => [place, field]),
      [
        ['line 2', 'start_date'],
        ['line 2', 'end_date'],
        ['line 3', ''],
        ['line 5', ''],
      ],
    )
    equal((await eventNamed('=1+1')).title, '=1+1')
  })

  test('a file that is no table fails and says why', async () => {
    for (const content of ['', '<html><body>Sign in</body></html>', 'only,numbers\n1,2\n']) {
      await importFrom(server.db, csv(content)).then(
        () => equal(content, 'refused'),
        (error) => equal(error.name, 'UnreadableSourceError'),
      )
    }
  })

  test('of several venues with the name in a row, the oldest is taken, and reported', async () => {
    const venues =
      'Venue Name,Venue Address,Venue State/Province,Venue Country\nTown Hall,Bell Square 1,ME,United States\nTown Hall,Main Street 2,,\n'
    await importFrom(server.db, csv(venues))
    const events = 'Event Name,Event Start Date,Event Venue Name,Event Cost\nSitting,2031-09-01,Town Hall,0\n'
    const { problems } = await importFrom(server.db, csv(events))
    deepEqual(
      problems.filter(({ field }) => field === 'venue').map(({ severity, place }) => [severity, place]),
      [['warning', 'line 2']],
    )
    const found = await eventNamed('Sitting')
    deepEqual([found.venue.address, found.venue.state, found.cost], ['Bell Square 1', 'ME', 'Free'])
  })

  test('of several categories with the name in a row, the oldest is taken, and reported', async () => {
    const categories = [
      { id: 913, fields: { name: 'Children' } },
      { id: 914, fields: { name: 'Workshops', slug: 'workshops' } },
      { id: 921, fields: { name: 'Workshops', slug: 'workshops-children' }, references: { parent: [913] } },
    ]
    await importFrom(server.db, exportOf(categories.map((one) => ({ kind: 'category', ...one }))))
    const events = 'Event Name,Event Start Date,Event Category\nPottery,2031-09-02,Workshops\n'
    const { counts, problems } = await importFrom(server.db, csv(events))
    deepEqual(counts.events, { created: 1 })
    deepEqual(
      problems.filter(({ field }) => field === 'categories').map(({ severity }) => severity),
      ['warning'],
    )
    deepEqual(
      (await eventNamed('Pottery')).categories.map(({ id }: { id: number }) => id),
      [914],
    )
  })
})
