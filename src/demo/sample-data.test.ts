import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { ACCESSIBILITY_CODES } from '../collections/events/admission/admission-columns.ts'
import { LANGUAGES } from '../core/language.ts'
import {
  CATEGORIES,
  demoEventKindWithKey,
  EVENT_KIND_KEYS,
  NOTE_KINDS,
  ORGANIZER_FIELDS,
  PRICE_KINDS,
  TAGS,
  VENUE_USES,
} from './demo-event-kinds.ts'
import { demoHighlightWithKey, HIGHLIGHT_KEYS } from './demo-highlights.ts'
import { demoOrganizationWithKey, LOCAL_CLUBS, ORGANIZATION_KEYS } from './demo-people.ts'
import { demoLandmarkWithKey, LANDMARK_KEYS, NEIGHBOURHOOD_USES } from './demo-places.ts'
import { TEXTS } from './texts/index.ts'

/** Fails if `values` is empty or contains a value that is not in `allowed`. */
function checkValues(values: readonly string[], allowed: readonly string[], where: string): void {
  ok(values.length > 0, `${where} is empty`)
  deepEqual(
    values.filter((value) => !allowed.includes(value)),
    [],
    where,
  )
}

test('kinds of events have only valid values', () => {
  for (const key of EVENT_KIND_KEYS) {
    const kind = demoEventKindWithKey(key)
    ok(kind.weight > 0, key)
    checkValues([kind.category], Object.keys(CATEGORIES), `${key}.category`)
    checkValues(kind.tags, TAGS, `${key}.tags`)
    checkValues(kind.venueUses, VENUE_USES, `${key}.venueUses`)
    checkValues(kind.organizerFields, ORGANIZER_FIELDS, `${key}.organizerFields`)
    checkValues(kind.prices, PRICE_KINDS, `${key}.prices`)
    checkValues(kind.notes, NOTE_KINDS, `${key}.notes`)
    match(kind.weekdayWeights, /^\d{7}$/, key)
    for (const time of kind.startTimes) match(time, /^([01]\d|2[0-3]):[0-5]\d$/, key)
    ok(kind.startTimes.length > 0, key)
    for (const minutes of kind.durationsMinutes) ok(Number.isInteger(minutes) && minutes > 0, key)
    for (const day of kind.season ?? []) match(day, /^(0[1-9]|1[0-2])-([0-2]\d|3[01])$/, key)
    ok([undefined, 7, 28].includes(kind.repeatDays), key)
    const [min, max] = kind.daysRange ?? [1, 1]
    ok(min >= 1 && max >= min, key)
  }
})

test('venues and organizers have only valid values', () => {
  for (const key of LANDMARK_KEYS) {
    const { uses, name, address, zip, accessibility, offset, abroad } = demoLandmarkWithKey(key)
    checkValues(uses, VENUE_USES, key)
    for (const text of [name, address, zip]) equal(typeof text, 'string', key)
    if (accessibility) checkValues(accessibility, ACCESSIBILITY_CODES, `${key}.accessibility`)
    if (offset) deepEqual(offset.map(Number.isFinite), [true, true], key)
    if (abroad) checkValues([abroad.country], Object.keys(TEXTS.en.countries), key)
  }
  for (const [key, uses] of Object.entries(NEIGHBOURHOOD_USES)) checkValues(uses, VENUE_USES, key)
  for (const { name, fields, site } of [...ORGANIZATION_KEYS.map(demoOrganizationWithKey), ...LOCAL_CLUBS]) {
    checkValues(fields, ORGANIZER_FIELDS, name)
    match(site, /^[a-z0-9]+$/, name)
  }
})

const placeholdersIn = (text: string) => text.match(/\{\w+\}/g)?.sort() ?? []

for (const language of LANGUAGES) {
  test(`text lists correspond to the English ones, entry by entry: ${language}`, () => {
    for (const kind of EVENT_KIND_KEYS) {
      const [english, other] = [TEXTS.en.kinds[kind], TEXTS[language].kinds[kind]]
      for (const list of ['titles', 'topics', 'leads', 'bodies', 'programme'] as const) {
        deepEqual(other[list]?.map(placeholdersIn), english[list]?.map(placeholdersIn), `${kind}.${list}`)
      }
    }
    for (const [name, list] of Object.entries(TEXTS[language].notes)) {
      equal(list.length, TEXTS.en.notes[name as keyof typeof TEXTS.en.notes].length, name)
    }
    for (const key of HIGHLIGHT_KEYS) {
      const { status, repeat } = demoHighlightWithKey(key)
      const reasons = [
        ...(status ? ['reason'] : []),
        ...(repeat?.cancelled === undefined ? [] : ['cancelled']),
        ...(repeat?.moved ? ['moved'] : []),
      ]
      deepEqual(Object.keys(TEXTS[language].highlights[key]), ['title', 'description', ...reasons], key)
    }
    const { categories, tags } = TEXTS[language]
    for (const names of [Object.values(categories), Object.values(tags)]) equal(new Set(names).size, names.length)
  })

  test(`texts have no entry that nothing uses: ${language}`, () => {
    const texts = TEXTS[language]
    deepEqual(Object.keys(texts), Object.keys(TEXTS.en))
    deepEqual(Object.keys(texts.categories), Object.keys(CATEGORIES))
    checkValues(Object.keys(texts.tags), TAGS, 'tags')
    checkValues(Object.keys(texts.kinds), EVENT_KIND_KEYS, 'kinds')
    checkValues(Object.keys(texts.highlights), HIGHLIGHT_KEYS, 'highlights')
    deepEqual(
      Object.keys(texts.landmarks).filter((key) => !LANDMARK_KEYS.some((known) => known === key)),
      [],
    )
    deepEqual(
      Object.keys(texts.organizations).filter((key) => !ORGANIZATION_KEYS.some((known) => known === key)),
      [],
    )
    match(texts.clock.withMinutes, /\{(paddedH|h)our\}.*\{minutes\}/)
  })
}
