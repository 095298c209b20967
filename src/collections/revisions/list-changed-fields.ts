import { isDeepStrictEqual } from 'node:util'
import type { Language } from '../../core/language.ts'
import type { AnyCollection } from '../collection.ts'
import type { Scope } from '../scope.ts'
import type { RecordText } from '../texts/record-texts.ts'
import { translatedFieldNamesOfKind } from './restore-texts.ts'

/** A field of a record that differs between two of its versions, with its values in the JSON of the API. */
export interface Difference {
  field: string
  /** Language of a text; absent for fields that are the same in all languages. */
  language?: Language
  /** The value before; null if the version did not have the field or the text. */
  before: unknown
  after: unknown
}

/**
 * Fields of update requests that are never restored, because they are options of the update or contain the value of
 * another field.
 */
const NOT_RESTORED = ['scope', 'reset_overrides', 'dates', 'date_utc', 'is_virtual', 'virtual_url']

/** Names of the fields that can be restored: the fields of an update request, and all texts. */
export const namesOfRestorableFields = ({ kind, parameters }: AnyCollection): string[] => {
  const names = [...translatedFieldNamesOfKind(kind), ...Object.keys(parameters.native.update.schema.properties)]
  return [...new Set(names)].filter((name) => !NOT_RESTORED.includes(name))
}

type Version = Record<string, unknown> & { texts: readonly RecordText[] }

/**
 * Lists the fields in which two versions of a record differ. Does not read the database: links to records that the
 * caller may not see are not compared.
 */
export function listChangedFields(
  collection: AnyCollection,
  scope: Scope,
  before: Version,
  after: Version,
): Difference[] {
  const textFields = translatedFieldNamesOfKind(collection.kind)
  const [shown, shownAfter] = [before, after].map((row) => collection.present(scope, row)) as [Shown, Shown]
  const others = namesOfRestorableFields(collection).filter((name) => !textFields.includes(name))
  return [
    ...textDifferences(collection, before.texts, after.texts),
    ...others.flatMap((field): Difference[] => {
      const isSameColumn = Object.hasOwn(before, field) && before[field] === after[field]
      const values = { before: shown[field] ?? null, after: shownAfter[field] ?? null }
      return isSameColumn || isDeepStrictEqual(values.before, values.after) ? [] : [{ field, ...values }]
    }),
  ]
}

type Shown = Record<string, unknown>

function textDifferences(
  { titleField }: AnyCollection,
  before: readonly RecordText[],
  after: readonly RecordText[],
): Difference[] {
  const languages = [...new Set([...before, ...after].map(({ language }) => language))]
  const names = { [titleField]: 'title', description: 'description', excerpt: 'excerpt', slug: 'slug' } as const
  return languages.flatMap((language) => {
    const [was, is] = [before, after].map((texts) => texts.find((text) => text.language === language))
    return Object.entries(names).flatMap(([field, column]): Difference[] => {
      const values = { before: was?.[column] ?? null, after: is?.[column] ?? null }
      return (values.before || null) === (values.after || null) ? [] : [{ field, language, ...values }]
    })
  })
}
