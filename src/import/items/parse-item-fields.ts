import type { AnyCollection } from '../../collections/collection.ts'
import { isSameFieldValue } from '../../collections/records/update-changed-fields.ts'
import type { Scope } from '../../collections/scope.ts'
import { parseCostOfRequest } from '../../core/cost/cost-with-currency.ts'
import { formatCost, parseStoredCost } from '../../core/cost/parse-and-format-cost.ts'
import { type CalendarError, Problems, presentError } from '../../core/errors.ts'
import { isObject } from '../../core/generic/is-object.ts'
import type { Language } from '../../core/language.ts'
import { htmlToText, textToStoredHtml } from '../../core/text/html.ts'
import { toStorableUrl } from '../../core/urls.ts'
import { REFERENCE_FIELDS } from '../import-item-types.ts'
import type { RunProblem } from '../runs/import-run-store.ts'
import type { ItemContent } from './compare-imported-items.ts'

type Fields = Readonly<Record<string, unknown>>

/** Fields that imports write to venues and organizers, but that requests of the native API cannot contain. */
const MORE_TEXTS = { slug: (text: string) => text, excerpt: textToStoredHtml }

const withStorableWebsite = (fields: Fields): Fields =>
  typeof fields.website === 'string' ? { ...fields, website: toStorableUrl(fields.website) } : fields

/**
 * Validates the fields of an item like those of a request.
 * @throws {CalendarError} when the API would refuse them
 */
export function parseFieldsOfImportedItem(
  { parameters }: AnyCollection,
  mode: 'create' | 'update',
  fields: Fields,
): Record<string, unknown> {
  const problems = new Problems()
  const { slug, ...others } = fields
  // An empty slug belongs to a draft. It is not sent, because a slug is made when the draft is published.
  const sent = withStorableWebsite(slug === '' ? others : fields)
  const body: Record<string, unknown> = parameters.native[mode].read(sent, problems)
  problems.throwIfAny()
  for (const [name, clean] of Object.entries(MORE_TEXTS)) {
    const text = sent[name]
    if (typeof text === 'string' && text !== '' && !(name in body)) body[name] = clean(text)
  }
  return body
}

/**
 * Finds the fields that somebody has changed in this calendar: those whose value differs from that of the last import.
 * @param names fields that the source has changed since the last import
 * @param before content of the last import, with references replaced by ids; undefined if it is not stored
 * @param row the record, in the language of `scope`
 */
export function findLocallyEditedFields(
  collection: AnyCollection,
  scope: Scope,
  row: { id: number },
  names: readonly string[],
  before: ItemContent['fields'] | undefined,
): string[] {
  const shown = collection.present(scope, row)
  const cleaned: Record<string, unknown> = before
    ? collection.parameters.native.update.read(withStorableWebsite(before), new Problems())
    : {}
  return names.filter((name) => {
    const value = shown[name]
    // For a record without a website, the response contains the address of the record's page as `website`; this is no
    // change by a user.
    if (before === undefined || isEmptyFieldValue(before[name])) return !isEmptyFieldValue(value) && value !== shown.url
    if (name === 'cost') return shownCost(scope, before.cost) !== value
    if (name in REFERENCE_FIELDS) return String(idsIn(value).sort()) !== String(idsIn(before[name]).sort())
    return !isSameFieldValue(typeof cleaned[name] === 'string' ? cleaned[name] : before[name], value)
  })
}

const shownCost = ({ site }: Scope, cost: unknown) =>
  formatCost(parseCostOfRequest(cost) ?? parseStoredCost(''), {
    symbol: site.currency_symbol,
    position: site.currency_position,
  })

export const isEmptyFieldValue = (value: unknown) =>
  value === undefined ||
  value === '' ||
  value === null ||
  value === false ||
  (Array.isArray(value) && value.length === 0)

/** The ids of records in the value of a reference field of a request or response. */
const idsIn = (value: unknown): unknown[] =>
  [value].flat().flatMap((one) => (isObject(one) ? [one.id] : one === false || one == null ? [] : [one]))

/** Identifies the item of a source in which a problem was found. */
export type ProblemPlace = Pick<RunProblem, 'place' | 'collection' | 'external_id' | 'title'>

/** Converts an error of the API to problems of an item, one for each invalid field. */
export function convertErrorToRunProblems(
  error: CalendarError,
  language: Language,
  place: ProblemPlace,
  severity: RunProblem['severity'] = 'refused',
): RunProblem[] {
  const { message, data } = presentError(error, language)
  const { params } = data as { params?: Record<string, string> | string[] }
  if (!isObject(params)) return [{ severity, ...place, field: [params ?? []].flat().join(', '), message }]
  return Object.entries(params).map(([field, text]) => ({ severity, ...place, field, message: String(text) }))
}

const TITLE_MAX = 200

/** The title of an item as plain text, for reports. */
export const plainTitleOfImportedItem = ({ titleField }: AnyCollection, fields: Fields): string =>
  htmlToText(String(fields[titleField] ?? '')).slice(0, TITLE_MAX)
