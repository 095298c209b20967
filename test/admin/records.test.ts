import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { assertRedirect, signIn } from '../kit/admin/client.ts'
import { inputsOf } from '../kit/admin/inputs.ts'
import { EVENT } from '../kit/calendar/makers.ts'
import { onSqlite } from '../kit/engines/engines.ts'
import { withServer } from '../kit/server/with-server.ts'

onSqlite('pages of records', (engine) => {
  const server = withServer(engine)
  const WHEN = {
    start_date_day: '2031-05-01',
    start_date_time: '19:30',
    end_date_day: '2031-05-01',
    end_date_time: '22:00',
  }

  const read = async (path: string) => (await server.ask('GET', path, { as: 'administrator' })).body

  test('an editor makes an event with a new place, organizer, tags and tickets', async () => {
    const client = await signIn(server, 'editor')
    const page = await client.get('/admin/events/new')
    equal(page.status, 200)
    const answer = await client.post('/admin/events/new', {
      ...inputsOf(page.html),
      ...WHEN,
      title: 'Harbour concert',
      description: 'By the water.',
      'venue[0][name]': 'Old harbour',
      'organizer[0][name]': 'City orchestra, small group',
      tags: 'open air, free',
      'offers[0][name]': 'Full',
      'offers[0][price]': '18,00',
      'offers[0][currency]': 'EUR',
      action: 'publish',
    })
    equal(answer.status, 303, answer.html.slice(0, 3000))
    const event = await read(`/events/${answer.location?.split('/').pop()}`)
    deepEqual(
      [event.title, event.status, event.start_date, event.venue.venue, event.organizer[0].organizer, event.tags.length],
      ['Harbour concert', 'publish', '2031-05-01 19:30:00', 'Old harbour', 'City orchestra, small group', 2],
    )
    equal(event.offers[0].price, '18.00')

    const form = await client.get(answer.location as string)
    const unchanged = await client.post(answer.location as string, inputsOf(form.html))
    assertRedirect(unchanged, answer.location as string)
    const again = await read(`/events/${event.id}`)
    for (const name of [
      'title',
      'description',
      'venue',
      'organizer',
      'tags',
      'offers',
      'cost',
      'website',
      'start_date',
    ])
      deepEqual(again[name], event[name], name)
  })

  test('an editor sets publication, author, ages, registration and accessibility, and tickets keep their other values', async () => {
    const client = await signIn(server, 'editor')
    const offers = [{ name: 'Full', price: '18.00', availability: 'few', valid_from: '2031-01-01 00:00:00' }]
    const { body } = await server.ask('POST', '/events', { as: 'editor', body: { ...EVENT, offers } })
    const path = `/admin/events/${body.id}`
    const { html } = await client.get(path)
    match(html, /name="author"[^>]*>.*<option value="\d+" selected>editor</s)
    const answer = await client.post(path, {
      ...inputsOf(html),
      'offers[0][price]': '20.00',
      date_day: '2030-12-24',
      date_time: '08:00',
      is_free: '0',
      age_min: '6',
      conditions: 'Members only',
      accessibility: 'step_free',
      'registration[0][type]': 'email',
      'registration[0][value]': 'club@club.example',
    })
    equal(answer.status, 303, answer.html.slice(0, 3000))
    const event = await read(`/events/${body.id}`)
    deepEqual(
      [event.status, event.date, event.is_free, event.age_min, event.age_max, event.conditions, event.accessibility],
      ['future', '2030-12-24 08:00:00', false, 6, null, 'Members only', ['step_free']],
    )
    deepEqual(event.registration, [{ type: 'email', value: 'club@club.example' }])
    const [{ price, availability, valid_from: from }] = event.offers
    deepEqual([price, availability, from], ['20.00', 'few', '2031-01-01 00:00:00'])
    await client.post(path, inputsOf((await client.get(path)).html))
    const { version } = event
    deepEqual({ ...(await read(`/events/${body.id}`)), version }, event, 'saving without a change changes no field')
    const copy = await client.get(`/admin/events/new?from=${body.id}`)
    match(copy.html, /name="date_day" value=""/)
  })

  test('addresses of websites may contain letters outside ASCII, and are stored in ASCII', async () => {
    const client = await signIn(server, 'author')
    const typed = 'https://müller.example/straße?q=größe#ä'
    const stored = 'https://xn--mller-kva.example/stra%C3%9Fe?q=gr%C3%B6%C3%9Fe#%C3%A4'
    const answer = await client.post('/admin/events/new', {
      ...inputsOf((await client.get('/admin/events/new')).html),
      title: 'Umlauts',
      start_date_day: '2031-05-01',
      start_date_time: '20:00',
      website: typed,
      online_url: ` ${typed} `,
      'offers[0][name]': 'Full',
      'offers[0][url]': typed,
      'registration[0][type]': 'link',
      'registration[0][value]': typed,
      end_date_day: '2031-05-01',
      end_date_time: '22:00',
      action: 'publish',
    })
    equal(answer.status, 303, answer.html.slice(0, 3000))
    const { website, online_url, offers, registration } = await read('/events?search=umlauts').then(
      ({ events }) => events[0],
    )
    deepEqual([website, online_url, offers[0].url, registration[0].value], [stored, stored, stored, stored])
  })

  test('a refused form names the fields and shows what was typed', async () => {
    const client = await signIn(server, 'author')
    const { status, html } = await client.post('/admin/events/new', {
      title: '',
      description: 'Typed & kept',
      ...WHEN,
      start_date_day: '2031-13-45',
      action: 'draft',
    })
    equal(status, 400)
    match(html, /href="#field-start_date"/)
    match(html, /Typed &#38; kept/)
  })

  test('an end before the start is refused at the end, if the user typed it', async () => {
    const client = await signIn(server, 'author')
    const form = { title: 'Late show', ...WHEN, action: 'draft' }
    for (const wrong of [
      { end_date_time: '02:00' },
      { end_date_day: '2031-04-30' },
      { end_date_day: '2031-04-30', all_day: '1' },
    ]) {
      const { status, html } = await client.post('/admin/events/new', { ...form, ...wrong })
      equal(status, 400, JSON.stringify(wrong))
      match(html, /href="#field-end_date">End must not be before the start of the event\.</)
    }
    for (const right of [{ end_date_time: '' }, { end_date_time: '02:00', all_day: '1' }])
      equal((await client.post('/admin/events/new', { ...form, ...right })).status, 303, JSON.stringify(right))
    const { location = '' } = await client.post('/admin/events/new', form)
    const stored = inputsOf((await client.get(location)).html)
    const refused = await client.post(location, { ...stored, start_date_time: '23:00' })
    equal(refused.status, 400)
    match(refused.html, /href="#field-end_date"/)
    const late = { ...stored, end_date_day: '2031-05-02', end_date_time: '02:00' }
    assertRedirect(await client.post(location, late), location)
  })

  test('a refused form says one thing about each field, and opens the folded part with a problem', async () => {
    const client = await signIn(server, 'author')
    const { html } = await client.post('/admin/events/new', { title: 'Dance', website: 'no address', action: 'draft' })
    deepEqual([...html.matchAll(/<li><a href="#field-([^"]+)">/g)].map(([, name]) => name).toSorted(), [
      'end_date',
      'start_date',
      'website',
    ])
    match(html, /<details class="section" open><summary>More</)
    match(html, /<details class="section"><summary>Cancelled or changed</)
  })

  test('a contributor sends for review, and cannot publish or edit the events of others', async () => {
    const client = await signIn(server, 'contributor')
    const { html } = await client.get('/admin/events/new')
    ok(html.includes('value="pending"') && !html.includes('value="publish"'))
    const answer = await client.post('/admin/events/new', { ...WHEN, title: 'Mine', action: 'pending' })
    const own = await read(`/events/${answer.location?.split('/').pop()}`)
    equal(own.status, 'pending')
    const { body: other } = await server.ask('POST', '/events', {
      as: 'editor',
      body: { title: 'Secret draft', status: 'draft', start_date: '2031-05-01 10:00', end_date: '2031-05-01 11:00' },
    })
    const refused = await client.get(`/admin/events/${other.id}`)
    deepEqual([refused.status, refused.html.includes('Secret draft')], [404, false])
    ok(!(await client.get('/admin/events?when=all')).html.includes('Secret draft'))
  })

  test('the newer version of another editor is shown beside what was typed, and nothing is overwritten', async () => {
    const client = await signIn(server, 'editor')
    const { body: venue } = await server.ask('POST', '/venues', {
      as: 'editor',
      body: { venue: 'Hall', city: 'Turku' },
    })
    const form = inputsOf((await client.get(`/admin/venues/${venue.id}`)).html)
    await server.ask('POST', `/venues/${venue.id}`, { as: 'editor', body: { city: 'Tampere' } })
    const answer = await client.post(`/admin/venues/${venue.id}`, { ...form, city: 'Helsinki' })
    equal(answer.status, 409)
    match(answer.html, /Tampere<\/td><td[^>]*>Helsinki/)
    equal((await read(`/venues/${venue.id}`)).city, 'Tampere')
    const second = await client.post(`/admin/venues/${venue.id}`, inputsOf(answer.html))
    assertRedirect(second, `/admin/venues/${venue.id}`)
    equal((await read(`/venues/${venue.id}`)).city, 'Helsinki')
  })

  test('events go to the trash and come back', async () => {
    const client = await signIn(server, 'editor')
    const answer = await client.post('/admin/events/new', { ...WHEN, title: 'Gone and back', action: 'publish' })
    const path = answer.location as string
    assertRedirect(await client.post(`${path}/trash`), '/admin/events')
    match((await client.get('/admin/events?status=trash')).html, /Gone and back/)
    assertRedirect(await client.post(`${path}/restore`), path)
    equal((await read(`/events/${path.split('/').pop()}`)).status, 'draft')
  })

  test('a weekly event is made by its form, and one date is changed', async () => {
    const client = await signIn(server, 'editor')
    const answer = await client.post('/admin/events/new', {
      ...WHEN,
      title: 'Choir',
      recurrence_every: 'weekly',
      recurrence_until: '2031-05-22',
      action: 'publish',
    })
    equal(answer.status, 303, answer.html.slice(0, 3000))
    const id = answer.location?.split('/').pop()
    const { events: occurrences } = await read(`/events/${id}/occurrences`)
    deepEqual(
      occurrences.map(({ start_date }: { start_date: string }) => start_date.slice(0, 10)),
      ['2031-05-01', '2031-05-08', '2031-05-15', '2031-05-22'],
    )
    const path = `/admin/events/${occurrences[1].id}`
    const page = await client.get(path)
    match(page.html, /name="scope" value="this" checked/)
    // The rules belong to the repeated event, so the form of a date only leads to them.
    match(page.html, new RegExp(`Repeats: Every Thursday[^<]*<a href="/admin/events/${id}">All dates</a>`))
    ok(!page.html.includes('name="recurrence_every"'))
    match((await client.get(`/admin/events/${id}`)).html, /name="recurrence_every"/)
    assertRedirect(await client.post(path, { ...inputsOf(page.html), title: 'Choir with guests', scope: 'this' }), path)
    equal((await read(`/events/${occurrences[1].id}`)).title, 'Choir with guests')
    equal((await read(`/events/${occurrences[2].id}`)).title, 'Choir')
  })

  test('the form of a repeated event shows the choice and the last day, which can be changed', async () => {
    const client = await signIn(server, 'editor')
    const lines = async (path: string) => (await read(`/events/${path.split('/').pop()}`)).recurrence.join('\n')
    const create = async (fields: Record<string, string>) => {
      const answer = await client.post('/admin/events/new', { ...WHEN, title: 'Choir', action: 'draft', ...fields })
      equal(answer.status, 303, answer.html.slice(0, 3000))
      return answer.location as string
    }
    const path = await create({ recurrence_every: 'weekly', recurrence_until: '2031-05-22' })
    const { html } = await client.get(path)
    match(html, /<option value="weekly" selected>/)
    match(html, /name="recurrence_until"[^>]* value="2031-05-22"/)
    match(html, /<details data-rules><summary>Other rules/)
    await client.post(path, { ...inputsOf(html), recurrence_until: '2031-05-29' })
    equal(await lines(path), 'RRULE:FREQ=WEEKLY;UNTIL=20310529T235959')
    const typed = 'RRULE:FREQ=WEEKLY;UNTIL=20310529T235959;BYDAY=TH,FR'
    const other = { recurrence: typed, recurrence_every: 'lines' }
    await client.post(path, { ...inputsOf((await client.get(path)).html), ...other })
    equal(await lines(path), typed, 'rules that are typed count')
    match((await client.get(path)).html, /<option value="lines" selected>/)
    const monthly = await create({ recurrence_every: 'monthly_weekday', recurrence_until: '2031-08-31' })
    equal(await lines(monthly), 'RRULE:FREQ=MONTHLY;UNTIL=20310831T235959;BYDAY=1TH')
    const moved = { start_date_day: '2031-05-09', end_date_day: '2031-05-09' }
    await client.post(monthly, { ...inputsOf((await client.get(monthly)).html), ...moved })
    equal(await lines(monthly), 'RRULE:FREQ=MONTHLY;UNTIL=20310831T235959;BYDAY=2FR')
  })

  test('the table marks events that lists of the calendar hide, and lists no repeated event itself', async () => {
    const when = { start_date: '2031-05-01 19:30:00', end_date: '2031-05-01 22:00:00' }
    const add = (body: object) => server.ask('POST', '/events', { as: 'editor', body: { ...when, ...body } })
    await add({ title: 'Rehearsal veiled', hide_from_listings: true })
    await add({ title: 'Choir veiled', recurrence: 'RRULE:FREQ=WEEKLY;COUNT=3' })
    const client = await signIn(server, 'editor')
    for (const query of ['', '&status=publish', '&search=veiled']) {
      const { html } = await client.get(`/admin/events?when=upcoming${query}`)
      const rows = html.split('<tr>').filter((row: string) => row.includes('veiled'))
      equal(rows.filter((row: string) => row.includes('Choir')).length, 3)
      deepEqual(
        rows.filter((row: string) => row.includes('not in lists')).map((row: string) => row.includes('Rehearsal')),
        [true],
      )
    }
    const { filter = '' } = inputsOf((await client.get('/admin/events?search=veiled')).html)
    const chosen = inputsOf((await client.post('/admin/events/bulk', { filter, all: '1' })).html)
    match((await client.post('/admin/events/bulk', { ...chosen, trash: '1' })).html, /Rehearsal veiled/)
  })

  test('the table says which events do not take place as planned', async () => {
    const when = { start_date: '2031-05-01 19:30:00', end_date: '2031-05-01 22:00:00' }
    for (const event_status of ['cancelled', 'scheduled']) {
      await server.ask('POST', '/events', {
        as: 'editor',
        body: { ...when, title: `Swim ${event_status}`, event_status },
      })
    }
    const { html } = await (await signIn(server, 'editor')).get('/admin/events?search=swim')
    const rows = html.split('<tr>').filter((row: string) => row.includes('Swim'))
    deepEqual(
      rows.map((row: string) => row.includes('<span class="badge">Cancelled</span>')),
      [true, false],
    )
  })

  test('the table counts 2000 events, says that there are more, and reaches them all', async () => {
    const body = { ...{ title: 'Mill', start_date: '2040-01-01 09:00', end_date: '2040-01-01 10:00' } }
    const recurrence = 'RRULE:FREQ=DAILY;COUNT=2001'
    equal((await server.ask('POST', '/events', { as: 'administrator', body: { ...body, recurrence } })).status, 201)
    const client = await signIn(server, 'editor')
    const pageAt = async (query: string) => (await client.get(`/admin/events?when=all&status=publish${query}`)).html
    const first = await pageAt('&page=1')
    match(first, /More than 2000 entries<.*Page 1 <a href="[^"]*page=2">/s)
    ok(!first.includes('name="all"'))
    const last = await pageAt('&page=41')
    match(last, /More than 2000 entries<.*Page 41 <\/nav>/s)
    match(await pageAt('&search=harbour'), /1 entry<.*name="all"/s)
  })

  for (const name of ['venues', 'organizers', 'series', 'categories', 'tags']) {
    test(`${name} have a table and a form`, async () => {
      const client = await signIn(server, 'editor')
      const page = await client.get(`/admin/${name}/new`)
      equal(page.status, 200)
      const inputs = inputsOf(page.html)
      const field = ['title', 'venue', 'organizer', 'name'].find((one) => one in inputs) as string
      const answer = await client.post(`/admin/${name}/new`, { ...inputs, [field]: `One of ${name}` })
      equal(answer.status, 303, answer.html.slice(0, 3000))
      match((await client.get(`/admin/${name}?search=one`)).html, new RegExp(`One of ${name}`))
      const form = await client.get(answer.location as string)
      assertRedirect(await client.post(answer.location as string, inputsOf(form.html)), answer.location as string)
      assertRedirect(await client.post(`${answer.location}/trash`), `/admin/${name}`)
    })
  }
})
