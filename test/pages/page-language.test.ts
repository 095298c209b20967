import { deepEqual, doesNotMatch, equal, match } from 'node:assert/strict'
import { before, test } from 'node:test'
import { DEFAULT_SETTINGS } from '../../src/settings/site-settings.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { cacheResponse } from '../kit/server/counting.ts'
import { withCountingServer } from '../kit/server/with-server.ts'

forEachEngine('the language of pages', (engine) => {
  const server = withCountingServer(engine)
  const PATH = 'host:/events/list/'
  const set = (body: object) => server.ask('POST', '/settings', { as: 'administrator', body })
  /** Reads a page with `Accept-Language`, and says whether it was cached. */
  const read = async (language: string, path = PATH) => {
    const { answer, isCached } = await server.see(path, { headers: { 'accept-language': language } })
    return { html: answer.bytes.toString(), headers: answer.headers, isCached }
  }

  before(async () => {
    const { make } = server
    const when = { start_date: '2030-06-20 19:30', end_date: '2030-06-20 21:00' }
    await make.event({ title: 'Jazz night', ...when, cost: '$0', categories: ['Music'] })
  })

  test('without the setting all readers get the same cached page', async () => {
    await cacheResponse(server, PATH, { headers: { 'accept-language': 'en' } })
    const { html, headers, isCached } = await read('it')
    equal(isCached, true)
    match(html, /<html lang="en">/)
    doesNotMatch(String(headers.vary), /Accept-Language/)
  })

  test('the words of pages are in the language of the setting, titles in that of the records', async () => {
    await set({ page_language: 'it' })
    const { html, headers } = await read('pl')
    match(html, /<html lang="it">/)
    match(html, /Giovedì 20 giugno/)
    match(html, /Gratuito/)
    match(html, /<a class="event" href="\/event\/jazz-night\/" lang="en">Jazz night/)
    equal(headers['content-language'], 'it, en')
    match((await read('pl', 'host:/de/events/list/')).html, /<html lang="de">/)
  })

  test('sentences that exist in the language of the records only have its language and direction', async () => {
    const { make } = server
    const when = { start_date: '2030-07-01 10:00', end_date: '2030-07-01 11:00', recurrence: 'RRULE:FREQ=WEEKLY' }
    const { url } = await make.event({ title: 'Market', ...when })
    await set({ page_language: 'ar' })
    const { html } = await read('ar', `host:${new URL(url).pathname}`)
    match(html, /<span lang="en" dir="ltr">Every Monday/)
    match(html, /<div class="story" lang="en" dir="ltr">.*<section lang="ar" dir="rtl">/s)
    match((await read('ar', 'host:/events/list/?venue=x')).html, /<p class="quiet" lang="en" dir="ltr">/)
  })

  test('telephone numbers run from left to right, and each breadcrumb in its own direction', async () => {
    const { make } = server
    const { url } = await make.venue({ venue: 'City hall', phone: '+49 69 1234' })
    await set({ page_language: 'ar' })
    const { html } = await read('ar', `host:${new URL(url).pathname}`)
    match(html, /<a dir="ltr" href="tel:\+49691234">/)
    match(html, /<li><a dir="auto" href="\/">/)
  })

  test('the links to the next and previous period are a landmark with a name of its own', async () => {
    await set({ page_language: 'it' })
    match((await read('it', 'host:/events/day/2030-06-20/')).html, /<nav class="steps" aria-label="Giorno">/)
  })

  test('the heading of a month has the order of the language', async () => {
    await set({ page_language: 'ja' })
    const { html } = await read('ja', 'host:/events/month/2030-06/')
    match(html, /<h1><span class="year">2030年<\/span> <span class="month-name">6月<\/span><\/h1>/)
  })

  test('with the language of the browser, each language has a cached page of its own', async () => {
    await set({ page_language: 'browser' })
    for (const language of ['it-IT,it;q=0.9', 'ar'])
      await cacheResponse(server, PATH, { headers: { 'accept-language': language } })
    const first = await read('it-IT,it;q=0.9')
    match(first.html, /<html lang="it">/)
    match(String(first.headers.vary), /Accept-Language/)
    const second = await read('ar')
    match(second.html, /<html lang="ar" dir="rtl">/)
    const again = [await read('it'), await read('ar, it;q=0.1'), await read('en')]
    deepEqual(
      again.map(({ html, isCached }) => [/lang="(\w+)"/.exec(html)?.[1], isCached]),
      [
        ['it', true],
        ['ar', true],
        ['en', false],
      ],
    )
    equal(again[0]?.html, first.html)
    equal(again[1]?.html, second.html)
  })

  test('identical simultaneous requests of readers of two languages get two pages', async () => {
    await set({ ...DEFAULT_SETTINGS, page_language: 'browser' })
    const pages = await Promise.all(['sv', 'nl', 'sv'].map((language) => read(language)))
    deepEqual(
      pages.map(({ html }) => /lang="(\w+)"/.exec(html)?.[1]),
      ['sv', 'nl', 'sv'],
    )
  })

  test('error pages have the language of the reader', async () => {
    const { html, headers } = await read('cs', 'host:/event/nothing/')
    match(html, /Tato stránka neexistuje/)
    match(String(headers.vary), /Accept-Language/)
  })
})
