import type { SignedInContext } from '../../../admin/admin-context.ts'
import { createUnsentFormState, type FormState, formatFormProblems } from '../../../admin/forms/admin-form.ts'
import { BULK_FIELDS, type BulkFieldName } from '../../../admin/views/records/bulk-edit-pages.ts'
import type { AnyCollection } from '../../../collections/collection.ts'
import { COLLECTION_BY_KIND } from '../../../collections/collection-by-kind.ts'
import type { BulkChange } from '../../../collections/events/bulk-edit/plan-bulk-edit.ts'
import type { Scope } from '../../../collections/scope.ts'
import { Problems } from '../../../core/errors.ts'
import { PER_PAGE_MAX } from '../../../core/list-page.ts'
import { enumField, idField, lenientBooleanField, requiredTextField, Type } from '../../../core/schema/field-types.ts'
import { numberInRangeField } from '../../../core/schema/number-fields.ts'
import { createOptionalParameterSet } from '../../../core/schema/parameter-set.ts'
import type { SentParameters } from '../../../core/schema/sent-parameters.ts'
import { foldTextForSearch } from '../../../core/text/fold-text.ts'

/** The largest number of days by which a bulk edit may move events: ten years. */
const MOVE_MAX = 3660

const PARAMETERS = createOptionalParameterSet(
  Type.Object({
    status: enumField(['publish', 'draft', 'pending', 'private']),
    featured: lenientBooleanField(),
    add_category: idField(),
    remove_category: idField(),
    add_tag: requiredTextField({ maxLength: 200 }),
    remove_tag: requiredTextField({ maxLength: 200 }),
    venue: requiredTextField({ maxLength: 200 }),
    organizer: requiredTextField({ maxLength: 200 }),
    move_days: numberInRangeField(-MOVE_MAX, MOVE_MAX, Number.isInteger),
    trash: lenientBooleanField(),
  }),
)

/** The texts of the fields of a bulk edit, as the user typed them. */
export const sentFieldsOfBulkEditForm = (sent: SentParameters): Record<string, string> =>
  Object.fromEntries(BULK_FIELDS.flatMap((name) => (typeof sent[name] === 'string' ? [[name, sent[name]]] : [])))

/**
 * Parses the form of a bulk edit.
 * @returns the edit as `change`, only if there is no problem
 */
export async function parseBulkEditForm(
  context: SignedInContext,
  sent: SentParameters,
): Promise<{ change: BulkChange; form?: undefined } | { change?: undefined; form: FormState }> {
  const { scope, words } = context
  const texts = sentFieldsOfBulkEditForm(sent)
  const problems = new Problems()
  const values = PARAMETERS.read(Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')), problems)
  const messages = formatFormProblems(context, problems, words.bulk as unknown as Record<BulkFieldName, string>)
  const idOf = async (name: 'add_tag' | 'remove_tag' | 'venue' | 'organizer', collection: AnyCollection) => {
    const text = values[name]
    if (text === undefined) return undefined
    const id = await findByName(scope, collection, text)
    if (id === undefined) messages.push({ name, message: words.bulk.unknown(text) })
    return listOf(id)
  }
  const [addTags, removeTags, venue, organizer] = [
    await idOf('add_tag', COLLECTION_BY_KIND.tag),
    await idOf('remove_tag', COLLECTION_BY_KIND.tag),
    await idOf('venue', COLLECTION_BY_KIND.venue),
    await idOf('organizer', COLLECTION_BY_KIND.organizer),
  ]
  const change = withoutUndefinedValues({
    status: values.status,
    featured: values.featured,
    addCategories: listOf(values.add_category),
    removeCategories: listOf(values.remove_category),
    addTags,
    removeTags,
    venue,
    organizer,
    moveDays: values.move_days,
  })
  const all: BulkChange = values.trash ? { trash: true } : change
  if (messages.length === 0 && Object.keys(all).length === 0) {
    messages.push({ name: 'status', message: words.bulk.noChange })
  }
  return messages.length === 0 ? { change: all } : { form: { ...createUnsentFormState(texts), problems: messages } }
}

const listOf = (id: number | undefined) => (id === undefined ? undefined : [id])

type WithoutUndefined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

const withoutUndefinedValues = <T extends object>(values: T): WithoutUndefined<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as WithoutUndefined<T>

/** Finds the id of the record with a name; undefined if there is no such record that the user may read. */
async function findByName(scope: Scope, collection: AnyCollection, name: string): Promise<number | undefined> {
  const query = { search: name, per_page: PER_PAGE_MAX, hide_empty: false }
  const problems = new Problems()
  const { rows } = await collection.list(scope, collection.parameters.native.list.read(query, problems), problems)
  return rows.find((row) => foldTextForSearch(row.text.title) === foldTextForSearch(name))?.id
}
