import { deepEqual, equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { LANGUAGES, type PageLanguage } from '../core/language.ts'
import {
  capitalize,
  firstDateOfWeek,
  formatDate,
  formatDateRange,
  formatTimeRangeOfDay,
  monthHeadingParts,
} from './page-dates.ts'
import { pageWordsInLanguage } from './words/index.ts'

const inLanguages = <Result>(of: (language: (typeof LANGUAGES)[number]) => Result) =>
  Object.fromEntries(LANGUAGES.map((language) => [language, of(language)]))

test('dates and times are written as in each language', () => {
  deepEqual(
    inLanguages((language) => formatDate(language, 'full', '2026-12-01')),
    {
      en: 'Tuesday, 1 December 2026',
      de: 'Dienstag, 1. Dezember 2026',
      fr: 'mardi 1er décembre 2026',
      es: 'martes, 1 de diciembre de 2026',
      fi: 'tiistaina 1. joulukuuta 2026',
    },
  )
  equal(formatDate('fr', 'dayMonth', '2026-12-11'), '11 déc.')
  equal(formatDate('en', 'time', '2026-12-01 00:30:00'), '00:30')
  equal(formatDate('fr', 'time', '2026-12-01 01:01:00'), '01:01')
  match(formatDate('en', 'time', '2026-12-01 00:30:00', '12-hour'), /^12:30\s?am$/i)
  match(formatDate('de', 'time', '2026-12-01 19:30:00', '12-hour'), /^7:30/)
  equal(formatDate('en', 'time', '2026-12-01 00:30:00', '24-hour'), '00:30')
})

test('the times of an event are one range, with words and signs of the language', () => {
  const of = (language: PageLanguage) =>
    formatTimeRangeOfDay(language, '2026-12-01 19:30:00', '2026-12-01 22:00:00', '24-hour').replace(/\s/g, ' ')
  equal(of('en'), 'Tuesday, 1 December 2026, 19:30–22:00')
  equal(of('de'), 'Dienstag, 1. Dezember 2026, 19:30–22:00 Uhr')
  equal(formatDate('de', 'fullTime', '2026-12-01 19:30:00'), 'Dienstag, 1. Dezember 2026 um 19:30 Uhr')
  equal(of('fr'), 'mardi 1er décembre 2026, 19:30 – 22:00')
  equal(of('ja'), '2026年12月1日火曜日 19:30～22:00')
  equal(formatDate('ja', 'fullTime', '2026-12-01 19:30:00'), '2026年12月1日火曜日 19:30')
})

test('a heading with month and year has the order of the language', () => {
  deepEqual(monthHeadingParts('en', '2026-11'), { isYearFirst: false, month: 'November', year: '2026' })
  deepEqual(monthHeadingParts('es', '2026-11'), { isYearFirst: false, month: 'noviembre', year: '2026' })
  deepEqual(monthHeadingParts('ja', '2026-11'), { isYearFirst: true, month: '11月', year: '2026年' })
})

test('weeks begin on the chosen day', () => {
  const first = (date: string) => (['monday', 'sunday', 'saturday'] as const).map((day) => firstDateOfWeek(date, day))
  deepEqual(first('2026-11-23'), ['2026-11-23', '2026-11-22', '2026-11-21'])
  deepEqual(first('2026-11-22'), ['2026-11-16', '2026-11-22', '2026-11-21'])
})

test('a week is written as one range of dates', () => {
  const spaces = (text: string) => text.replace(/\s/g, ' ')
  deepEqual(
    inLanguages((language) => spaces(formatDateRange(language, '2026-12-01', '2026-12-07'))),
    { en: '1 – 7 Dec 2026', de: '1.–7. Dez. 2026', fr: '1er–7 déc. 2026', es: '1–7 dic 2026', fi: '1.–7.12.2026' },
  )
})

test('headings begin with a capital letter', () => {
  equal(capitalize('es', formatDate('es', 'monthYear', '2027-05-01')), 'Mayo de 2027')
  equal(capitalize('fr', 'événement'), 'Événement')
  equal(capitalize('de', '1. Mai'), '1. Mai')
})

test('numbers of events have the plural of the language', () => {
  deepEqual(
    inLanguages((language) => [0, 1, 2].map((count) => pageWordsInLanguage(language).events(count))),
    {
      en: ['0 events', '1 event', '2 events'],
      de: ['0 Veranstaltungen', '1 Veranstaltung', '2 Veranstaltungen'],
      fr: ['0 événement', '1 événement', '2 événements'],
      es: ['0 eventos', '1 evento', '2 eventos'],
      fi: ['0 tapahtumaa', '1 tapahtuma', '2 tapahtumaa'],
    },
  )
})
