import { deepEqual, equal, notEqual } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Problems } from '../../src/core/errors.ts'
import { type Database, sql } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import {
  createSiteSettingsCache,
  DEFAULT_SETTINGS,
  readSiteSettings,
  type Settings,
  settingsParameters,
  writeSiteSettings,
} from '../../src/settings/site-settings.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { eventually } from '../kit/eventually.ts'

const change = (db: Database, changes: Partial<Settings>) => db.transaction((tx) => writeSiteSettings(tx, changes))

forEachEngine('settings', (engine) => {
  test('every setting has a default and can be changed', async () => {
    const db = await engine.open()
    deepEqual(await readSiteSettings(db), DEFAULT_SETTINGS)
    const written: Settings = {
      title: 'Kulturkalender „Süd“',
      timezone: 'America/New_York',
      per_page: 50,
      currency_symbol: '',
      currency_position: 'postfix',
      currency_code: 'NOK',
      picture_hosts: 'img.example',
      picture_credits: false,
      language_fallback: false,
      list_cancelled: false,
      long_event_days: 14,
      geoloc_radius_km: 0.5,
      recurrence_months: 24,
      logo: '/media/logo.png',
      favicon: '/media/icon.png',
      share_picture: '/media/share.png',
      accent_color: '#123456',
      accent_color_dark: '#ffd400',
      background_color: '#f4f7fa',
      background_color_dark: '#0b1420',
      heading_font: 'serif',
      default_view: 'list',
      week_start: 'sunday',
      clock: '12-hour',
      page_language: 'it',
      header_links: 'de | Karten | https://tickets.example/',
      footer_links: 'de | Impressum | /impressum\nen | Imprint | /imprint',
      extra_css: 'main { margin: 0; }\n',
      analytics_url: 'https://count.example/a.js',
      submissions: 'accounts',
      submission_days: 30,
    }
    await change(db, written)
    deepEqual(await readSiteSettings(db), written)
    await change(db, { per_page: 7 })
    deepEqual(await readSiteSettings(db), { ...written, per_page: 7 })
  })

  test('invalid stored values are replaced by defaults', async () => {
    const db = await engine.open()
    await change(db, { title: 'Kept' })
    await db.transaction(async (tx) => {
      await tx.run(sql`INSERT INTO setting (name, value) VALUES ('per_page', '51'), ('removed_long_ago', 'x')`)
    })
    deepEqual(await readSiteSettings(db), { ...DEFAULT_SETTINGS, title: 'Kept' })
  })

  test('cached settings are read again only after a change', async () => {
    const db = await engine.open()
    let reads = 0
    const settings = createSiteSettingsCache({
      ...db,
      all(statement) {
        reads += 1
        return db.all(statement)
      },
    })
    await Promise.all([settings(), settings()])
    await settings()
    equal(reads, 1)
    await change(db, { title: 'Changed' })
    equal((await settings()).title, 'Changed')
    equal(reads, 2)
  })

  test('a failed read is not cached', async () => {
    const db = await engine.open()
    let isDown = true
    const settings = createSiteSettingsCache({
      ...db,
      all: (statement) => (isDown ? Promise.reject(new Error('down')) : db.all(statement)),
    })
    equal(await settings().catch((error: Error) => error.message), 'down')
    isDown = false
    deepEqual(await settings(), DEFAULT_SETTINGS)
  })
})

forEachEngine('settings of two processes', (engine) => {
  let here: Database
  let there: Database
  before(async () => {
    const url = await engine.url()
    here = await openDatabase(url)
    there = await openDatabase(url)
  })
  after(async () => {
    await here.close()
    await there.close()
  })

  test('a change by another process is visible', async () => {
    const settings = createSiteSettingsCache(here)
    notEqual((await settings()).title, 'From there')
    await change(there, { title: 'From there' })
    // The notification of PostgreSQL takes a moment.
    await eventually(async () => (await settings()).title === 'From there', 'the change is visible')
  })
})

for (const [name, value, read] of [
  ['title', 'A', 'A'],
  ['title', '', undefined],
  ['title', 'x'.repeat(201), undefined],
  ['title', 'a\0b', undefined],
  ['title', null, undefined],
  ['timezone', 'Europe/Lisbon', 'Europe/Lisbon'],
  ['timezone', 'UTC+5:30', 'UTC+5:30'],
  ['timezone', 'Europe/Nowhere', undefined],
  ['timezone', '', undefined],
  ['timezone', 5, undefined],
  ['per_page', '20', 20],
  ['per_page', 0, undefined],
  ['per_page', 51, undefined],
  ['per_page', 1.5, undefined],
  ['per_page', '0x10', undefined],
  ['per_page', '1e1', 10],
  ['per_page', ' 2.0', 2],
  ['currency_symbol', 'CHF', 'CHF'],
  ['currency_position', 'postfix', 'postfix'],
  ['currency_position', 'above', undefined],
  ['currency_code', 'USD', 'USD'],
  ['currency_code', 'chf', 'CHF'],
  ['currency_code', '', ''],
  ['currency_code', '$', undefined],
  ['currency_code', 'XYZ', undefined],
  ['currency_code', 'EURO', undefined],
  ['currency_code', 5, undefined],
  ['picture_hosts', 'Img.example,  *.cdn.example', 'img.example *.cdn.example'],
  ['picture_hosts', '*', '*'],
  ['picture_hosts', '', ''],
  ['picture_hosts', 'img.example; script-src *', undefined],
  ['language_fallback', '0', false],
  ['language_fallback', 'yes', undefined],
  ['long_event_days', '14', 14],
  ['long_event_days', 0, undefined],
  ['long_event_days', 1.5, undefined],
  ['geoloc_radius_km', '0.1', 0.1],
  ['recurrence_months', '12', 12],
  ['recurrence_months', 11, undefined],
  ['recurrence_months', 121, undefined],
  ['geoloc_radius_km', '.5', 0.5],
  ['geoloc_radius_km', 20_001, undefined],
  ['geoloc_radius_km', '', undefined],
  ['geoloc_radius_km', Number.NaN, undefined],
  ['logo', '/media/2031/logo.png', '/media/2031/logo.png'],
  ['logo', 'https://elsewhere.example/logo.png', undefined],
  ['logo', '/media/a b', undefined],
  ['accent_color', '#B8351F', '#b8351f'],
  ['accent_color', '#ffd400', undefined],
  ['accent_color', 'red;}', undefined],
  ['accent_color_dark', '#ffd400', '#ffd400'],
  ['accent_color_dark', '#b8351f', undefined],
  ['background_color', '#F4F7FA', '#f4f7fa'],
  ['background_color', '#dddddd', undefined],
  ['background_color', '#fff;}', undefined],
  ['background_color_dark', '#0b1420', '#0b1420'],
  ['background_color_dark', '#f4f7fa', undefined],
  ['heading_font', 'comic', undefined],
  ['default_view', 'list', 'list'],
  ['week_start', 'friday', undefined],
  ['clock', '24-hour', '24-hour'],
  ['page_language', 'xx', undefined],
  ['footer_links', 'de | Impressum | /impressum', 'de | Impressum | /impressum'],
  ['footer_links', 'de | Impressum | javascript:x', undefined],
  ['extra_css', 'x'.repeat(20_001), undefined],
  ['analytics_url', 'https://count.example/a.js', 'https://count.example/a.js'],
  ['analytics_url', 'https://count.example/a.js; script-src *', undefined],
  ['analytics_url', 'http://count.example/a.js', undefined],
] as const) {
  test(`${name} ${JSON.stringify(value)?.slice(0, 30)}: ${read === undefined ? 'rejected' : 'accepted'}`, () => {
    const problems = new Problems()
    const values: Record<string, unknown> = settingsParameters.read({ [name]: value }, problems)
    deepEqual(
      problems.found.map((problem) => problem.name),
      read === undefined ? [name] : [],
    )
    equal(values[name], read)
  })
}
