import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { LANGUAGES } from '../../language.ts'
import { parseRecurrence } from '../grammar/parse-recurrence.ts'
import { describeRecurrence } from './describe-recurrence.ts'

/** Describes a recurrence in each language, in the order of `LANGUAGES`. */
function describe(lines: string, start = '2031-05-06 19:30:00'): string[] {
  const times = { start, isAllDay: false, timezone: 'Europe/Berlin' }
  const { recurrence, problem } = parseRecurrence(lines, times, { now: 0, horizon: '2034-01-01 00:00:00' })
  equal(problem, undefined)
  ok(recurrence)
  return LANGUAGES.map((language) => describeRecurrence(recurrence, language))
}

const SENTENCES: readonly (readonly [lines: string, sentences: readonly string[], start?: string])[] = [
  ['FREQ=DAILY', ['Every day', 'Joka päivä', 'Tous les jours', 'Täglich', 'Todos los días']],
  [
    'FREQ=DAILY;INTERVAL=3;COUNT=10',
    [
      'Every 3 days, 10 times',
      '3 päivän välein, 10 kertaa',
      'Tous les 3 jours, 10 fois',
      'Alle 3 Tage, 10-mal',
      'Cada 3 días, 10 veces',
    ],
  ],
  [
    'FREQ=WEEKLY;UNTIL=20310630',
    [
      'Every Tuesday, until 30 June 2031',
      'Joka tiistai, 30. kesäkuuta 2031 asti',
      'Tous les mardis, jusqu’au 30 juin 2031',
      'Jeden Dienstag, bis zum 30. Juni 2031',
      'Todos los martes, hasta el 30 de junio de 2031',
    ],
  ],
  [
    'FREQ=WEEKLY;BYDAY=TU,SA',
    [
      'Every Tuesday and Saturday',
      'Joka tiistai ja lauantai',
      'Tous les mardis et samedis',
      'Jeden Dienstag und Samstag',
      'Todos los martes y sábados',
    ],
  ],
  [
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SA',
    [
      'Every 2 weeks on Tuesday and Saturday',
      '2 viikon välein tiistaina ja lauantaina',
      'Toutes les 2 semaines le mardi et le samedi',
      'Alle 2 Wochen am Dienstag und Samstag',
      'Cada 2 semanas el martes y el sábado',
    ],
  ],
  [
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU',
    [
      'Every 2 weeks on Tuesday',
      '2 viikon välein tiistaina',
      'Toutes les 2 semaines le mardi',
      'Alle 2 Wochen am Dienstag',
      'Cada 2 semanas el martes',
    ],
  ],
  [
    'FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR',
    [
      'Every day from Monday to Friday',
      'Joka päivä maanantaista perjantaihin',
      'Tous les jours du lundi au vendredi',
      'Täglich von Montag bis Freitag',
      'Todos los días de lunes a viernes',
    ],
  ],
  [
    'FREQ=MONTHLY',
    [
      'Every month on day 6',
      'Joka kuukausi 6. päivänä',
      'Tous les mois le 6',
      'Jeden Monat am 6.',
      'Todos los meses el día 6',
    ],
  ],
  [
    'FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=6,20',
    [
      'Every 2 months on days 6 and 20',
      '2 kuukauden välein 6. ja 20. päivänä',
      'Tous les 2 mois les 6 et 20',
      'Alle 2 Monate am 6. und 20.',
      'Cada 2 meses los días 6 y 20',
    ],
  ],
  [
    'FREQ=MONTHLY;BYMONTHDAY=-1',
    [
      'Every month on the last day',
      'Joka kuukausi viimeisenä päivänä',
      'Tous les mois le dernier jour',
      'Jeden Monat am letzten Tag',
      'Todos los meses el último día',
    ],
    '2031-05-31 19:30:00',
  ],
  [
    'FREQ=MONTHLY;BYDAY=1TU,3TU,-1SU',
    [
      'Every month on the first and third Tuesday and the last Sunday',
      'Joka kuukausi ensimmäisenä ja kolmantena tiistaina ja viimeisenä sunnuntaina',
      'Tous les mois le premier et le troisième mardi et le dernier dimanche',
      'Jeden Monat am ersten und dritten Dienstag und letzten Sonntag',
      'Todos los meses el primer y el tercer martes y el último domingo',
    ],
  ],
  [
    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
    [
      'Every month on the last day from Monday to Friday',
      'Joka kuukausi viimeisenä päivänä maanantaista perjantaihin',
      'Tous les mois le dernier jour du lundi au vendredi',
      'Jeden Monat am letzten Tag von Montag bis Freitag',
      'Todos los meses el último día de lunes a viernes',
    ],
    '2031-05-30 19:30:00',
  ],
  [
    'FREQ=YEARLY;BYMONTH=5,11;BYMONTHDAY=6',
    [
      'Every year on 6 May and 6 November',
      'Joka vuosi 6. toukokuuta ja 6. marraskuuta',
      'Tous les ans le 6 mai et le 6 novembre',
      'Jedes Jahr am 6. Mai und 6. November',
      'Todos los años el 6 de mayo y el 6 de noviembre',
    ],
  ],
  [
    'FREQ=YEARLY;BYMONTH=5;BYDAY=1TU',
    [
      'Every year on the first Tuesday in May',
      'Joka vuosi ensimmäisenä tiistaina toukokuussa',
      'Tous les ans le premier mardi en mai',
      'Jedes Jahr am ersten Dienstag im Mai',
      'Todos los años el primer martes de mayo',
    ],
  ],
  [
    'FREQ=MONTHLY;BYMONTH=5,6,9;BYDAY=1TU',
    [
      'Every year on the first Tuesday in May, June and September',
      'Joka vuosi ensimmäisenä tiistaina toukokuussa, kesäkuussa ja syyskuussa',
      'Tous les ans le premier mardi en mai, juin et septembre',
      'Jedes Jahr am ersten Dienstag im Mai, Juni und September',
      'Todos los años el primer martes de mayo, junio y septiembre',
    ],
  ],
  [
    'FREQ=MONTHLY;BYMONTH=5,11;BYMONTHDAY=1,6;UNTIL=20330501',
    [
      'Every year on 1 May, 6 May, 1 November and 6 November, until 1 May 2033',
      'Joka vuosi 1. toukokuuta, 6. toukokuuta, 1. marraskuuta ja 6. marraskuuta, 1. toukokuuta 2033 asti',
      'Tous les ans le 1er mai, le 6 mai, le 1er novembre et le 6 novembre, jusqu’au 1er mai 2033',
      'Jedes Jahr am 1. Mai, 6. Mai, 1. November und 6. November, bis zum 1. Mai 2033',
      'Todos los años el 1 de mayo, el 6 de mayo, el 1 de noviembre y el 6 de noviembre, hasta el 1 de mayo de 2033',
    ],
    '2031-05-01 19:30:00',
  ],
  [
    'FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=1,6,7,8,9,10,11,12',
    [
      'Every year on days 1, 6, 7, 8, 9, 10, 11 and 12 in May',
      'Joka vuosi 1., 6., 7., 8., 9., 10., 11. ja 12. päivänä toukokuussa',
      'Tous les ans les 1er, 6, 7, 8, 9, 10, 11 et 12 en mai',
      'Jedes Jahr am 1., 6., 7., 8., 9., 10., 11. und 12. im Mai',
      'Todos los años los días 1, 6, 7, 8, 9, 10, 11 y 12 de mayo',
    ],
    '2031-05-01 19:30:00',
  ],
  [
    'FREQ=MONTHLY;BYMONTHDAY=1',
    [
      'Every month on day 1',
      'Joka kuukausi 1. päivänä',
      'Tous les mois le 1er',
      'Jeden Monat am 1.',
      'Todos los meses el día 1',
    ],
    '2031-05-01 19:30:00',
  ],
  [
    'FREQ=DAILY;BYHOUR=15,19',
    [
      'Every day at 15:30 and 19:30',
      'Joka päivä klo 15.30 ja 19.30',
      'Tous les jours à 15:30 et 19:30',
      'Täglich um 15:30 und 19:30 Uhr',
      'Todos los días a las 15:30 y 19:30',
    ],
  ],
  [
    'FREQ=WEEKLY;BYMONTH=5,6\nRDATE:20310507,20310508\nEXDATE:20310513',
    [
      'Every Tuesday in May and June, and on 2 more dates',
      'Joka tiistai toukokuussa ja kesäkuussa ja 2 muuna ajankohtana',
      'Tous les mardis en mai et juin, et à 2 autres dates',
      'Jeden Dienstag im Mai und Juni, und an 2 weiteren Terminen',
      'Todos los martes de mayo y junio, y en 2 fechas más',
    ],
  ],
  ['RDATE:20310508', ['On 2 dates', '2 ajankohtana', 'À 2 dates', 'An 2 Terminen', 'En 2 fechas']],
  [
    'RDATE:20310508\nEXDATE:20310508',
    ['On one date', 'Yhtenä ajankohtana', 'À une date', 'An einem Termin', 'En una fecha'],
  ],
  ['FREQ=WEEKLY;COUNT=1', ['On one date', 'Yhtenä ajankohtana', 'À une date', 'An einem Termin', 'En una fecha']],
  [
    'FREQ=DAILY;COUNT=14\nEXRULE:FREQ=WEEKLY',
    ['On 12 dates', '12 ajankohtana', 'À 12 dates', 'An 12 Terminen', 'En 12 fechas'],
  ],
  [
    'FREQ=YEARLY;BYYEARDAY=126',
    ['On several dates', 'Useina ajankohtina', 'À plusieurs dates', 'An mehreren Terminen', 'En varias fechas'],
  ],
]

for (const [lines, sentences, start] of SENTENCES) {
  test(`describes ${lines.replaceAll('\n', ' ')}`, () => deepEqual(describe(lines, start), sentences))
}

for (const [lines, sentence] of [
  ['FREQ=WEEKLY;COUNT=4\nEXDATE:20310513,20310527', 'Every Tuesday, 2 times'],
  ['FREQ=WEEKLY;COUNT=4\nEXDATE:20310513,20310514', 'Every Tuesday, 3 times'],
  ['FREQ=WEEKLY;COUNT=2\nEXDATE:20310513', 'On one date'],
  ['FREQ=WEEKLY;COUNT=2\nRDATE:20310514\nEXDATE:20310513', 'On 2 dates'],
  ['FREQ=DAILY;COUNT=2\nRDATE:20310520\nEXDATE:20310520', 'Every day, 2 times'],
  ['FREQ=DAILY\nRDATE:20310520T1100,20310521T1100\nEXDATE:20310520T1100', 'Every day, and on one more date'],
  // An added date with an end of its own replaces a date of the rule.
  ['FREQ=DAILY;COUNT=4\nRDATE;VALUE=PERIOD:20310507T193000/PT5H', 'Every day, 3 times, and on one more date'],
] as const) {
  test(`counts only dates on which the event takes place: ${lines.replaceAll('\n', ' ')}`, () =>
    equal(describe(lines)[0], sentence))
}

for (const lines of [
  'FREQ=WEEKLY\nRRULE:FREQ=MONTHLY',
  'FREQ=WEEKLY\nEXRULE:FREQ=MONTHLY',
  'FREQ=DAILY;INTERVAL=2;BYDAY=TU',
  'FREQ=DAILY;BYMONTHDAY=6,7',
  'FREQ=MONTHLY;BYMONTHDAY=6,-1',
  'FREQ=MONTHLY;BYMONTHDAY=6,13;BYDAY=TU',
  'FREQ=MONTHLY;BYDAY=TU,1FR',
  'FREQ=MONTHLY;INTERVAL=2;BYDAY=TU',
  'FREQ=MONTHLY;BYDAY=TU,SU;BYSETPOS=2',
  'FREQ=YEARLY;BYDAY=18TU',
  'FREQ=YEARLY;BYMONTH=5,6;BYDAY=TU;BYSETPOS=1',
  'FREQ=YEARLY;BYWEEKNO=19',
]) {
  test(`has no sentence of its own for ${lines.replaceAll('\n', ' ')}`, () =>
    equal(describe(lines)[0], 'On several dates'))
}
