import { isObject } from '../../core/generic/is-object.ts'
import { isTermKind, KINDS } from '../../core/kinds.ts'
import { LANGUAGES } from '../../core/language.ts'
import { compileValidator } from '../../core/schema/compile-validator.ts'
import { Type } from '../../core/schema/field-types.ts'
import type { FetchedPicture } from '../../media/fetch-picture.ts'
import { FOCUS_POINTS, type FocusPoint, normalizeAltTexts } from '../../media/picture-texts.ts'
import { UnreadableSourceError } from '../import-errors.ts'
import type { ImportSource, ItemTexts, RecordItem, SourceEntry } from '../import-item-types.ts'
import { REFERENCE_FIELDS } from '../import-item-types.ts'
import { readTextLines } from './read-text-lines.ts'
import type { SourceContent } from './source-content.ts'

/** Reads a picture that is stored next to the imported file; undefined if there is none with this name. */
export type PictureReader = (name: string) => Promise<FetchedPicture | undefined>

/** Version of the export format, which the first line of a file contains: `{"almanac_export": 1, …}`. */
export const EXPORT_VERSION = 1

/**
 * Creates the source for a file that `almanac export` has written, or one of the same format: one record on each line,
 * as JSON.
 */
export const createJsonImportSource = (
  content: SourceContent,
  name: string,
  readPicture: PictureReader,
): ImportSource => ({
  name,
  type: 'json',
  digest: content.digest,
  async *read(cursor) {
    const after = Number(cursor)
    let highestIds: HighestIds = {}
    for await (const { number, text } of readTextLines(content.open())) {
      if (number === 1) highestIds = readHeader(text)
      else if (number > after && text?.trim() !== '') yield readEntry(number, text, readPicture, highestIds)
    }
  },
})

/**
 * The highest ids of the exported calendar in each of its two id sequences. Files written by other programs may lack
 * them.
 */
interface HighestIds {
  record?: number
  term?: number
}

function readHeader(text: string | undefined): HighestIds {
  const header = text === undefined ? undefined : parseJson(text)
  if (isObject(header) && header.almanac_export === EXPORT_VERSION) {
    const { record, term } = isObject(header.highest_ids) ? header.highest_ids : {}
    return { ...(isHighestId(record) && { record }), ...(isHighestId(term) && { term }) }
  }
  throw new UnreadableSourceError(
    `the first line is not {"almanac_export": ${EXPORT_VERSION}, …}: ${text?.slice(0, 100)}`,
  )
}

const isHighestId = (value: unknown): value is number => Number.isInteger(value) && Number(value) > 0

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const anyObject = Type.Object({}, { additionalProperties: true })
const unixTime = Type.Integer({ minimum: -62_135_596_800, maximum: 253_402_300_799 })
const id = Type.Union([Type.String({ minLength: 1, maxLength: 1000 }), Type.Integer()])

/** Schemas for the members of a line. Required are only `kind`, and either `id` or `external_id`. */
const MEMBERS = {
  kind: Type.Enum([...KINDS, 'picture']),
  id: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
  external_id: Type.Optional(id),
  fields: Type.Optional(anyObject),
  references: Type.Optional(
    Type.Object(Object.fromEntries(Object.keys(REFERENCE_FIELDS).map((name) => [name, Type.Optional(Type.Array(id))]))),
  ),
  language: Type.Optional(Type.Enum([...LANGUAGES])),
  texts: Type.Optional(Type.Array(Type.Object({ language: Type.Enum([...LANGUAGES]), fields: anyObject }))),
  dates: Type.Optional(Type.Array(Type.Object({ start: Type.String(), fields: anyObject }))),
  author: Type.Optional(Type.String()),
  created_at: Type.Optional(unixTime),
  modified_at: Type.Optional(unixTime),
  file: Type.Optional(Type.String()),
  title: Type.Optional(Type.String()),
  alt: Type.Optional(Type.String()),
  caption: Type.Optional(Type.String()),
  credit: Type.Optional(Type.String()),
  focus: Type.Optional(Type.Enum([...FOCUS_POINTS])),
  alt_texts: Type.Optional(Type.Record(Type.String(), Type.String())),
}

/** Functions that validate the members of a line; created on first use, because loading the compiler takes long. */
let validators: { name: string; isRequired: boolean; check: ReturnType<typeof compileValidator> }[] | undefined
const memberValidators = () => {
  validators ??= Object.entries(MEMBERS).map(([name, schema]) => ({
    name,
    isRequired: name === 'kind',
    check: compileValidator(schema),
  }))
  return validators
}

/** A line whose members were validated by the schemas of `MEMBERS`. */
interface ItemLine {
  kind: RecordItem['kind'] | 'picture'
  id?: number
  external_id?: string | number
  fields?: Record<string, unknown>
  references?: Record<string, (string | number)[]>
  language?: RecordItem['language']
  texts?: ItemTexts[]
  dates?: { start: string; fields: Record<string, unknown> }[]
  author?: string
  created_at?: number
  modified_at?: number
  file?: string
  title?: string
  alt?: string
  caption?: string
  credit?: string
  focus?: FocusPoint
  alt_texts?: Record<string, string>
}

function readEntry(
  number: number,
  text: string | undefined,
  readPicture: PictureReader,
  highestIds: HighestIds,
): SourceEntry {
  const at = { place: `line ${number}`, cursor: String(number) }
  const unreadable = (name: string, value: string): SourceEntry => ({
    ...at,
    kind: 'unreadable',
    problem: { name, reason: 'import.unreadable', placeholders: { value } },
  })
  const line = text === undefined ? undefined : parseJson(text)
  if (!isObject(line)) return unreadable('', text?.slice(0, 100) ?? '…')
  const wrong = memberValidators().find(({ name, isRequired, check }) =>
    line[name] === undefined ? isRequired : !check.Check(line[name]),
  )
  if (wrong) return unreadable(wrong.name, `${wrong.name} ${JSON.stringify(line[wrong.name])?.slice(0, 100) ?? ''}`)
  const item = line as unknown as ItemLine
  const externalId = item.external_id ?? item.id
  if (externalId === undefined) return unreadable('id', 'id')
  const highestId = item.kind !== 'picture' && isTermKind(item.kind) ? highestIds.term : highestIds.record
  return toItem(item, { ...at, externalId: String(externalId), highestId }, readPicture)
}

function toItem(
  line: ItemLine,
  placed: { place: string; cursor: string; externalId: string; highestId: number | undefined },
  readPicture: PictureReader,
): SourceEntry {
  const { kind, id, title, alt, caption, credit, focus, file = '' } = line
  if (kind === 'picture') {
    // The name of an exported picture file begins with the picture's id. It is removed, because the new id is added
    // when the picture is stored.
    const name = id !== undefined && file.startsWith(`${id}-`) ? file.slice(`${id}-`.length) : file
    const load = async () => {
      const picture = await readPicture(file)
      return picture && { ...picture, name }
    }
    const alt_texts = line.alt_texts && normalizeAltTexts(line.alt_texts)
    return { ...placed, kind, id, title, alt, caption, credit, focus, alt_texts, load }
  }
  const { fields = {}, references = {}, language, texts, dates, author, created_at, modified_at } = line
  return {
    ...placed,
    kind,
    fields,
    references: Object.fromEntries(Object.entries(references).map(([name, ids]) => [name, ids.map(String)])),
    ...(language && { language }),
    ...(texts && { texts }),
    ...(dates && { dates }),
    id,
    author,
    createdAt: created_at,
    modifiedAt: modified_at,
  }
}
