import fc from 'fast-check'

/** Values for generated requests: everything JSON can express, mostly unusual, sometimes valid. */

/** Keys that every JavaScript object inherits; JSON can send them as own keys. */
const INHERITED = JSON.parse('{"__proto__": {"id": 1}, "constructor": {"prototype": []}, "toString": "x", "length": 1}')

/** Values that are known to break programs. Each parameter is tested with every one of them. */
export const ODD_VALUES: readonly unknown[] = [
  ...['', ' ', ',', ',,1', 'a,b', '0', '-1', '1e999', '2147483648', '99999999999999999999', '٣'],
  ...['\0', 'a\0b', '\ud800', 'x\udfff', "'", '"', '\\', '%', '{}', '__proto__', '<b></b>', '日本 🎷'],
  ...['0001-01-01', '9999-12-31 23:59:59', '-62135596800', 'x'.repeat(5000), '1,'.repeat(1001)],
  ...[null, true, -1, 1.5, 2 ** 53, 1e308, {}, [], [[]], [null], INHERITED, Array(1001).fill(1)],
]

const ODD_TEXTS = [
  ...ODD_VALUES.filter((value) => typeof value === 'string'),
  ...['\ufeff', '\u202e', '_', "'; DROP TABLE event; --", '$1', '?', '[]', 'null', 'true', '-0', '1e3', '0x10', ' 7 '],
  ...['007', '2147483647', '9007199254740993', 'constructor', 'toString', '<script>', '<!--', '&nbsp;', 'i\u0307', 'ß'],
  ...['x'.repeat(201), '🎷'.repeat(300), 'word '.repeat(300)],
]

const ODD_TEXT = fc.oneof(
  fc.constantFrom(...ODD_TEXTS),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({ maxLength: 20 }),
)
export const oddText = () => ODD_TEXT

const oddNumber = () =>
  fc.oneof(
    fc.constantFrom(0, -0, -1, 1, 2, 1.5, 2 ** 31 - 1, 2 ** 31, 2 ** 53, 1e21, 1e308, -1e308, 5e-324),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  )

export const oddValue = (): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 4, arbitrary: oddText() },
    { weight: 2, arbitrary: oddNumber() },
    { weight: 2, arbitrary: fc.constantFrom(...ODD_VALUES) },
    { weight: 1, arbitrary: fc.array(fc.oneof(oddText(), oddNumber()), { maxLength: 4 }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        Array(1001).fill(1),
        Array.from({ length: 1000 }, (_, at) => at + 1),
      ),
    },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  )

const YEARS = { min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true }

const dateText = () =>
  fc.oneof(
    fc.constantFrom('0001-01-01', '0001-01-01 00:00:00+14:00', '9999-12-31 23:59:59', '9999-12-31T23:59:59-12:00'),
    fc.constantFrom('-62135596800', '253402300799', '-1', '0', '99999999999', '2031-03-09 02:30', '2031-11-02 01:30'),
    fc.constantFrom('now', 'tomorrow', '+8000 years', '-3000 years', 'last day of february', '31 June', '24:00'),
    fc.tuple(fc.date(YEARS), fc.constantFrom(10, 16, 19, 20, 24)).map(([date, length]) => {
      return date.toISOString().slice(0, length)
    }),
    fc.date(YEARS).map((date) => String(Math.floor(date.getTime() / 1000))),
  )

const coordinate = (edge: number) =>
  fc.oneof(fc.constantFrom(0, -0, edge, -edge, edge + 1e-9, 1e-320), fc.double({ min: -edge, max: edge, noNaN: true }))

const ZONES = [
  '',
  'UTC',
  'utc',
  'Asia/Tokyo',
  'Africa/Cairo',
  'America/Sao_Paulo',
  'UTC+14',
  'UTC-14',
  'UTC+5:30',
  'GMT',
]
const STATUSES = ['publish', 'draft', 'pending', 'private', 'future', 'trash', 'any', 'publish,draft']
const word = () => fc.constantFrom('Concert', 'concert', 'Straße', 'a b', '2031', 'Known', 'x,y')
const flag = () => fc.constantFrom<unknown>(true, false, '1', '0', 'yes')

/** Values that are probably valid, chosen by the name of the parameter. @param ids of existing records */
export function rightValue(name: string, ids: readonly number[]): fc.Arbitrary<unknown> | undefined {
  const id = () => fc.constantFrom(...ids)
  const links = (named: string) =>
    fc.oneof(
      id(),
      fc.array(id(), { maxLength: 3 }),
      fc.tuple(id(), id()).map(String),
      fc.record({ [named]: word(), author: id(), website: fc.webUrl() }, { requiredKeys: [named] }),
      id().map((one) => ({ id: one })),
    )
  if (/date/.test(name)) return dateText()
  if (/lat$/.test(name)) return coordinate(90)
  if (/lng$/.test(name)) return coordinate(180)
  if (/radius/.test(name)) return fc.double({ min: 0, max: 20_000, noNaN: true })
  if (/^(all_day|show_map|sticky|featured|hide|geoloc$|has_|only_|picture_credits|language_fallback)/.test(name))
    return flag()
  if (/^(author|parent|post|event|post_parent)$/.test(name)) return id()
  if (/^(include|exclude)$/.test(name)) return fc.array(id(), { minLength: 1, maxLength: 3 })
  if (/^(page|per_page)$/.test(name)) return fc.constantFrom(1, 2, 50, '1e1')
  if (/^(title|name|description|excerpt|slug|search|alt)$/.test(name)) return word()
  if (/^(categories|tags)$/.test(name))
    return fc.oneof(word(), id(), fc.array(fc.oneof(word(), id()), { maxLength: 3 }))
  if (name === 'venue' || name === 'organizer') return fc.oneof(word(), links(name))
  if (name === 'status') return fc.constantFrom(...STATUSES)
  if (name === 'timezone') return fc.constantFrom(...ZONES)
  if (name === 'cost') return fc.constantFrom<unknown>('$5', 5, ['5', 10], 'Free')
  if (name === 'website') return fc.webUrl()
  if (name === 'image') return fc.oneof(id(), fc.constant('http://127.0.0.1:1/none.png'))
  return undefined
}

/** Invalid and unusual path segments in place of an id or slug. */
export const oddKey = () => fc.oneof(oddText(), fc.constantFrom('..', '.', 'a/b', '1', '007', '-0', 'a/translations'))

/**
 * Encodes fields as a form or query, with brackets for nested keys. A lone surrogate becomes the bytes that UTF-8
 * would give it.
 */
export function formOf(fields: Record<string, unknown>): string {
  return Object.entries(fields)
    .flatMap(([name, value]) => pairs(encoded(name), value))
    .join('&')
}

function pairs(name: string, value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((entry) => pairs(`${name}[]`, entry))
  if (typeof value !== 'object' || value === null) return [`${name}=${encoded(String(value))}`]
  return Object.entries(value).flatMap(([key, entry]) => pairs(`${name}[${encoded(key)}]`, entry))
}

export const encoded = (text: string) =>
  Array.from(text, (letter) => (letter.isWellFormed() ? encodeURIComponent(letter) : '%ED%A0%80')).join('')
