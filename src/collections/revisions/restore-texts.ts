import { invalidParameterError } from '../../core/errors.ts'
import { isTermKind, KIND_PROPERTIES, type Kind } from '../../core/kinds.ts'
import { foldTextForSearch } from '../../core/text/fold-text.ts'
import { slugBeforeTrash } from '../../core/text/slug.ts'
import { sql, type Transaction } from '../../db/database.ts'
import { foreignKeyColumnOfKind, textTableOfKind } from '../../db/sql-fragments.ts'
import type { RestoredFields } from '../dates-affected-by-write.ts'
import { canPostBeWithoutSlug } from '../posts/write-posts.ts'
import type { Scope } from '../scope.ts'
import { refuseDuplicateTermName } from '../terms/write-terms.ts'
import { findFreeSlug, findFreeSlugForTitle } from '../texts/free-slug.ts'
import { type RecordText, writeRecordText } from '../texts/record-texts.ts'
import { redirectOldSlug } from '../texts/redirect-old-slugs.ts'
import { updateRecordAfterTextChange } from '../texts/update-record-after-text-change.ts'

/** The fields of a record that the restoration of its texts needs. */
interface Textual {
  id: number
  /** Status of the record; undefined for categories and tags. */
  status?: string
  parent_id?: number | null
  texts: readonly RecordText[]
}

/** The API names of those fields that records of a kind have in each language. */
export const translatedFieldNamesOfKind = (kind: Kind): readonly string[] => [
  KIND_PROPERTIES[kind].titleField,
  'description',
  ...(isTermKind(kind) ? [] : ['excerpt']),
  'slug',
]

/**
 * Gives a record the texts of an earlier version, in all languages. If another record has got a slug since, the
 * restored slug gets a numeric suffix.
 * @param record the record after its other values have been restored
 */
export async function restoreTextsOfRecord(
  scope: Scope<Transaction>,
  kind: Kind,
  record: Textual,
  before: Textual,
  fields: RestoredFields,
): Promise<void> {
  if (!fields.has(...translatedFieldNamesOfKind(kind))) return
  const added = record.texts.filter(({ language }) => !before.texts.some((text) => text.language === language))
  let isChanged = false
  for (const text of fields.areAll ? added : []) {
    await redirectOldSlug(scope, kind, record.id, text, '')
    await scope.db.run(
      sql`DELETE FROM ${textTableOfKind(kind)} WHERE ${foreignKeyColumnOfKind(kind)} = ${record.id} AND language = ${text.language}`,
    )
    isChanged = true
  }
  for (const text of before.texts) if (await restoreText(scope, kind, record, text, fields)) isChanged = true
  if (isChanged) await updateRecordAfterTextChange(scope.db, kind, record.id, scope.now)
}

/** Gives a record the text of an earlier version in one language. @returns whether the text has changed */
async function restoreText(
  scope: Scope<Transaction>,
  kind: Kind,
  record: Textual,
  before: RecordText,
  fields: RestoredFields,
): Promise<boolean> {
  const { language } = before
  const present = record.texts.find((text) => text.language === language)
  if (present === undefined && !fields.areAll) return false
  const { titleField } = KIND_PROPERTIES[kind]
  const text = {
    title: fields.has(titleField) ? before.title : (present?.title ?? ''),
    description: fields.has('description') ? before.description : (present?.description ?? ''),
    excerpt: fields.has('excerpt') ? before.excerpt : (present?.excerpt ?? ''),
    slug: await restoredSlug(scope, kind, record, before, present, fields),
  }
  if (present && Object.entries(text).every(([name, value]) => present[name as keyof typeof text] === value))
    return false
  if (isTermKind(kind) && foldTextForSearch(text.title) !== foldTextForSearch(present?.title ?? '')) {
    await refuseDuplicateTermName({ ...scope, language }, kind, text.title, record.parent_id ?? null, record.id)
  }
  await redirectOldSlug(scope, kind, record.id, present, text.slug)
  await writeRecordText(
    scope.db,
    kind,
    record.id,
    language,
    text,
    present,
    fields.areAll ? before.modified_at : scope.now,
  )
  return true
}

async function restoredSlug(
  { db }: Scope<Transaction>,
  kind: Kind,
  record: Textual,
  before: RecordText,
  present: RecordText | undefined,
  fields: RestoredFields,
): Promise<string> {
  if (!fields.has('slug') && present) return present.slug
  const wanted = before.slug === '' || record.status === 'trash' ? before.slug : slugBeforeTrash(before.slug)
  if (wanted !== '') return findFreeSlug(db, kind, before.language, wanted, record.id)
  if (canPostBeWithoutSlug(kind, record.status)) return ''
  return present?.slug || findFreeSlugForTitle(db, kind, before.language, before.title, record.id)
}

/** Returns a record to which an earlier version refers. @throws {CalendarError} when that record no longer exists */
export function requireRecordReferencedByRevision<T>(value: T | undefined, field: string, id: number): T {
  if (value === undefined) throw invalidParameterError(field, 'reason.unknown-ids', { ids: id })
  return value
}
