import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../src/db/database.ts'
import type { ImportSource } from '../../src/import/import-item-types.ts'
import { addTecFieldsToIcsItem } from '../../src/import/sources/ics/ics-fields-of-tec.ts'
import { createIcsImportSource } from '../../src/import/sources/ics/ics-source.ts'
import { createSourceContentOfBuffer, type SourceContent } from '../../src/import/sources/source-content.ts'
import { createWxrImportSource } from '../../src/import/sources/wxr/wxr-source.ts'
import { importFrom } from '../kit/calendar/importing.ts'
import { siteEvent, tecSite } from '../kit/calendar/tec-site.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { withServer } from '../kit/server/with-server.ts'

const content = (text: string) => createSourceContentOfBuffer(Buffer.from(text), 'file')

/** A post of the export, with its post meta. */
const post = (type: string, id: number, slug: string, meta: Record<string, string | number>, more = '') => `<item>
<title>${slug}</title><wp:post_id>${id}</wp:post_id><wp:post_type>${type}</wp:post_type>
<wp:post_name>${slug}</wp:post_name><wp:status>publish</wp:status>
<wp:post_date_gmt>2029-05-01 08:00:00</wp:post_date_gmt>${more}
${Object.entries(meta)
  .map(
    ([key, value]) =>
      `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value>${value}</wp:meta_value></wp:postmeta>`,
  )
  .join('\n')}
</item>`

const TIMES = {
  _EventStartDate: '2031-03-01 20:00:00',
  _EventEndDate: '2031-03-01 22:00:00',
  _EventTimezone: 'Europe/Berlin',
}

const EXPORT = `<rss><channel><wp:base_blog_url>https://www.old.example</wp:base_blog_url>
<wp:term><wp:term_id>12</wp:term_id><wp:term_taxonomy>tribe_events_cat</wp:term_taxonomy><wp:term_slug>jazz</wp:term_slug>
<wp:term_name>Jazz</wp:term_name></wp:term>
${post('tribe_venue', 21, 'millers-barn', { _VenuePhone: '12345' })}
${post('tribe_events', 601, 'quartet', { ...TIMES, _EventVenueID: 21, _tribe_events_status: 'postponed', _wp_old_slug: 'trio' }, '<content:encoded>As written.</content:encoded>')}
${post('tribe_events', 603, 'only-exported', TIMES)}
</channel></rss>`

const CALENDAR = [
  ...['BEGIN:VCALENDAR', 'PRODID:-//Old - ECPv6.17.1//NONSGML v1.0//EN', 'X-ORIGINAL-URL:https://old.example', ''],
  ...['BEGIN:VEVENT', 'UID:601-1930000000-1930007200@old.example', 'DTSTART;TZID=Europe/Berlin:20310301T200000'],
  ...['SUMMARY:quartet', 'URL:https://old.example/event/quartet/', 'END:VEVENT'],
  ...['BEGIN:VEVENT', 'UID:604-1930000000-1930007200@old.example', 'DTSTART;TZID=Europe/Berlin:20310304T200000'],
  ...['SUMMARY:In the bath', 'URL:https://old.example/event/%E6%B5%B4/', 'CREATED:20290501T080000Z'],
  'LOCATION:Town Hall\\, Room 2\\, 1 Bell Square\\, Larkhaven\\, ME\\, 04999\\, United States',
  ...['ORGANIZER;CN="Luc%C3%ADa":MAILTO:lucia@old.example', 'END:VEVENT', 'END:VCALENDAR', ''],
].join('\r\n')

const CALENDAR_OPTIONS = { siteZone: 'Europe/Berlin', completeTecItem: addTecFieldsToIcsItem }

const wxr = (file: SourceContent) =>
  createWxrImportSource(file, 'wxr:export.xml', {
    timezone: 'Europe/Berlin',
    languages: ['en', 'de'],
    readPicture: async () => undefined,
    fetchPicture: async () => undefined,
  })

const sources: Record<'tec' | 'wxr' | 'ics', () => ImportSource> = {
  tec: () => tecSite({ events: [siteEvent(601, 'quartet'), siteEvent(602, 'only-live')] }).source,
  wxr: () => wxr(content(EXPORT)),
  ics: () => createIcsImportSource(content(CALENDAR), 'ics:calendar.ics', CALENDAR_OPTIONS),
}

forEachEngine('imports of one site in several ways', (engine) => {
  for (const order of [
    ['tec', 'wxr', 'ics', 'tec'],
    ['ics', 'wxr', 'tec', 'wxr'],
  ] as const) {
    const name = order.join(', then ')
    const server = withServer(engine)

    test(`no record is imported twice: ${name}`, async () => {
      for (const way of order) await importFrom(server.db, sources[way]())
      const { rows } =
        (await server.db.get<{ rows: string }>(sql`SELECT count(*) || ' ' || max(id) AS rows FROM event`)) ?? {}
      equal(rows, '4 604')
      const { counts } = await importFrom(server.db, sources.ics())
      deepEqual(counts, { events: { unchanged: 2 } })
    })

    test(`the first import decides, and later ones fill what was empty: ${name}`, async () => {
      const { body } = await server.ask('GET', '/events/601')
      deepEqual(
        [body.description, body.venue.id, body.venue.phone, body.event_status],
        order[0] === 'tec'
          ? ['<p>Text of 601.</p>', 21, '12345', 'scheduled']
          : ['<p>As written.</p>', 21, '12345', 'scheduled'],
      )
      deepEqual((await server.ask('GET', 'host:/event/trio/')).headers.location, '/event/quartet/')
    })

    test(`a calendar brings ids, slugs, venues with addresses, and organizers: ${name}`, async () => {
      const { slug, venue, organizer, date_utc, website, url } = (await server.ask('GET', '/events/604')).body
      deepEqual([slug, date_utc, website], ['%e6%b5%b4', '2029-05-01 08:00:00', url])
      deepEqual(
        [venue.venue, venue.address, venue.city, venue.state, venue.zip, venue.country],
        ['Town Hall', 'Room 2, 1 Bell Square', 'Larkhaven', 'ME', '04999', 'United States'],
      )
      deepEqual([organizer[0].organizer, organizer[0].email], ['Lucía', 'lucia@old.example'])
    })

    test(`a record that was deleted stays deleted: ${name}`, async () => {
      await server.ask('DELETE', '/events/604?force=true', { as: 'administrator' })
      const again = createIcsImportSource(content(CALENDAR), 'ics:another file', CALENDAR_OPTIONS)
      deepEqual((await importFrom(server.db, again)).counts, { events: { unchanged: 2 } })
    })
  }

  const other = withServer(engine)

  test('an event that is created with its venue keeps its id, although ids between those of its calendar are taken', async () => {
    await importFrom(other.db, sources.wxr())
    const calendar = CALENDAR.replace('UID:601', 'UID:602').replace('quartet/', 'quintet/')
    await importFrom(other.db, createIcsImportSource(content(calendar), 'ics:quintet.ics', CALENDAR_OPTIONS))
    const { body } = await other.ask('GET', '/events/604')
    deepEqual([body.title, body.venue?.venue], ['In the bath', 'Town Hall'])
  })

  const server = withServer(engine)

  test('a calendar leaves the ids of events of other calendars of the site free', async () => {
    const later = CALENDAR.replace('UID:601', 'UID:605').replace('UID:604', 'UID:606').replace('quartet/', 'quintet/')
    await importFrom(server.db, sources.ics())
    const second = createIcsImportSource(content(later), 'ics:later.ics', CALENDAR_OPTIONS)
    deepEqual((await importFrom(server.db, second)).problems, [])
    for (const id of [601, 604, 605, 606]) equal((await server.ask('GET', `/events/${id}`)).status, 200)
    const { body } = await server.ask('GET', '/venues/?per_page=50')
    equal(body.venues.length, 1)
    ok(body.venues[0].id > 606)
  })
})
