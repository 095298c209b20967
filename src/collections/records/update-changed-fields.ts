import type { Problems } from '../../core/errors.ts'
import { isObject } from '../../core/generic/is-object.ts'
import { parseId } from '../../core/schema/field-types.ts'
import { requireRightToEditRecord, type Writable } from '../collection.ts'
import type { TranslatedRecord } from '../texts/record-languages.ts'
import { requireExpectedVersion } from './expected-version.ts'
import { updateRecord, type WriteScope } from './write-records.ts'

/** The fields of an update request. */
export interface SentFields<Body> {
  /** All fields as the client sent them. */
  sent: Readonly<Record<string, unknown>>
  /** The sent fields that the collection can write and whose values are valid, with their parsed values. */
  body: Partial<Body>
  /** The problems of those sent fields whose values are invalid. */
  problems: Problems
}

/** Maximum number of comparisons of the fields: they are compared again when another writer has changed the record. */
const COMPARISONS_MAX = 5

/**
 * Thrown to roll a write back, because another writer changed the record between the comparison of the fields and the
 * lock.
 */
class OutdatedComparison extends Error {}

/**
 * Updates a record with those fields that differ from the response to a read, so that a client can send back what it
 * read. If no field differs, nothing is written. Some values of a response are not valid in a request, such as the slug
 * `''` of a draft: they are accepted if they do not differ and the request also contains the id of the record.
 *
 * If another writer changes the record meanwhile, the fields are compared again, so that concurrent updates have the
 * same result as if they ran one after the other.
 */
export async function updateChangedFields<Body, Plan, Row extends TranslatedRecord & { status?: string }>(
  collection: Writable<Body, Plan, Row>,
  scope: WriteScope,
  row: Row,
  fields: SentFields<Body>,
  comparisonsLeft = COMPARISONS_MAX,
): Promise<Row> {
  const { body, problems, isUnchanged, hasEqual } = changedFields(collection, scope, row, fields)
  if (isUnchanged) {
    problems.throwIfAny()
    requireRightToEditRecord(collection.rights, scope.caller, row)
    requireExpectedVersion(scope, row)
    return row
  }
  const isRepeatable = hasEqual && comparisonsLeft > 1
  const refuseOutdated = ({ version }: Row) => {
    if (isRepeatable && version !== row.version) throw new OutdatedComparison()
  }
  try {
    return await updateRecord(collection, scope, row, body, problems, refuseOutdated)
  } catch (error) {
    if (!(error instanceof OutdatedComparison)) throw error
    const current = (await collection.find(scope, { id: row.id })) ?? row
    return updateChangedFields(collection, scope, current, fields, comparisonsLeft - 1)
  }
}

/**
 * The fields of an update that differ from the response to a read.
 * @returns `isUnchanged`: no field differs, so only the right to edit the record must be checked; `hasEqual`: at least
 *   one field does not differ
 */
function changedFields<Body, Row extends TranslatedRecord & { status?: string }>(
  collection: Pick<Writable<Body, never, Row>, 'titleField' | 'rights' | 'present'>,
  scope: WriteScope,
  row: Row,
  { sent, body, problems }: SentFields<Body>,
): Pick<SentFields<Body>, 'body' | 'problems'> & { isUnchanged: boolean; hasEqual: boolean } {
  // A caller who may not read the record must not learn which values equal the stored ones. A request with `scope`
  // writes to other records too, whose values may differ.
  if (!collection.rights.canRead(scope, row) || sent.scope !== undefined) {
    return { body, problems, isUnchanged: false, hasEqual: false }
  }
  const shown = collection.present(scope, row)
  const invalid = parseId(sent.id) === row.id ? problems.found.map(({ name }) => name) : []
  const names = [...Object.keys(body), ...invalid]
  const equal = new Set(names.filter((name) => Object.hasOwn(shown, name) && isSameFieldValue(sent[name], shown[name])))
  const copied = copiedTexts(collection.titleField, scope, row, sent, equal)
  const different = Object.entries(body).filter(([name]) => !equal.has(name))
  // Sending back a record in the trash, with its status `trash`, changes nothing and is allowed. An update of such a
  // record without a status is refused, even if no field differs.
  const isRefused = row.status === 'trash' && !equal.has('status')
  return {
    body: { ...Object.fromEntries(different), ...copied } as Partial<Body>,
    problems: problems.without(equal),
    hasEqual: equal.size > 0,
    isUnchanged: equal.size > 0 && equal.size === names.length && !isRefused,
  }
}

/**
 * Handles texts that equal those of a read in another language, because the record has no text in the requested one. If
 * the request names that other language (field `language`), these texts do not count as changed, and are copied to the
 * new translation if another text differs. Otherwise the request writes a translation that happens to equal the
 * original, so its texts are removed from `equal`.
 * @returns the texts to copy, by field
 */
function copiedTexts(
  titleField: string,
  { language }: WriteScope,
  { text, texts }: TranslatedRecord,
  sent: Readonly<Record<string, unknown>>,
  equal: Set<string>,
): Record<string, string> {
  if (texts.some((one) => one.language === language)) return {}
  const shown = { [titleField]: text.title, description: text.description, excerpt: text.excerpt }
  const sentNames = [...Object.keys(shown), 'slug'].filter((name) => Object.hasOwn(sent, name))
  if (sent.language !== text.language) {
    for (const name of sentNames) equal.delete(name)
    return {}
  }
  if (sentNames.every((name) => equal.has(name))) return {}
  return Object.fromEntries(Object.entries(shown).filter(([name]) => equal.has(name)))
}

/**
 * Whether a sent value equals the value in the response to a read. Objects with an id, such as venues and pictures, are
 * equal if their ids are equal; objects without an id are equal if all their members are equal. Forms send booleans and
 * numbers as text.
 */
export function isSameFieldValue(sent: unknown, shown: unknown): boolean {
  if (Array.isArray(shown)) {
    return (
      Array.isArray(sent) && sent.length === shown.length && shown.every((one, at) => isSameFieldValue(sent[at], one))
    )
  }
  if (isObject(shown)) {
    if (!isObject(sent)) return false
    if (shown.id !== undefined) return parseId(sent.id) === shown.id
    const names = Object.keys(shown)
    return names.length === Object.keys(sent).length && names.every((name) => isSameFieldValue(sent[name], shown[name]))
  }
  return sent === shown || (typeof shown !== 'string' && sent === String(shown))
}
