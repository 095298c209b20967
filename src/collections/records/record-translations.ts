import type { Action } from '../../audit/audit-entry.ts'
import { CalendarError, invalidParameterError } from '../../core/errors.ts'
import { mapByFace } from '../../core/faces.ts'
import { isTermKind, type Kind } from '../../core/kinds.ts'
import { requiredTextField, type TObject, type TSchema, Type } from '../../core/schema/field-types.ts'
import { createParameterSet } from '../../core/schema/parameter-set.ts'
import { foldTextForSearch } from '../../core/text/fold-text.ts'
import { slugify } from '../../core/text/slug.ts'
import { instantToLocal } from '../../core/time/instant.ts'
import { sql, type Transaction } from '../../db/database.ts'
import { foreignKeyColumnOfKind, textTableOfKind } from '../../db/sql-fragments.ts'
import { type AnyCollection, requireRightToEditRecord } from '../collection.ts'
import { insertAuditEntry } from '../insert-audit-entries.ts'
import { canPostBeWithoutSlug } from '../posts/write-posts.ts'
import { insertRevisions } from '../revisions/store-revisions.ts'
import type { Scope } from '../scope.ts'
import { refuseDuplicateTermName } from '../terms/write-terms.ts'
import { findFreeSlugForTitle, isSlugTaken } from '../texts/free-slug.ts'
import {
  isOutdatedTranslation,
  type TranslatedRecord,
  type Translations,
  textsInLanguageOrderOfSite,
} from '../texts/record-languages.ts'
import { writeRecordText } from '../texts/record-texts.ts'
import { redirectOldSlug } from '../texts/redirect-old-slugs.ts'
import { updateRecordAfterTextChange } from '../texts/update-record-after-text-change.ts'
import { requireExpectedVersion } from './expected-version.ts'
import { lockEditableRecord, refuseTrashedRecord, type WriteScope } from './write-records.ts'

/**
 * The body of a request that writes a translation, without its title. Missing texts become empty. Without a slug in the
 * body the stored slug does not change; the slug of a new translation is built from the title.
 */
export interface TranslationBody {
  description?: string
  excerpt?: string
  slug?: string
}

/**
 * Schema of the body of a translation, for each API. Its fields have the same names as in the body of the record, e.g.
 * `title` or `name`.
 */
export const translationParameters = ({ titleField, parameters }: AnyCollection) =>
  mapByFace(parameters, ({ create }) => textParameters(titleField, create.schema.properties as Record<string, TSchema>))

function textParameters(titleField: string, fields: Record<string, TSchema>) {
  const { [titleField]: title = Type.Never(), description = Type.Never(), excerpt } = fields
  const schema: TObject = Type.Object({
    [titleField]: title,
    description: Type.Optional(description),
    ...(excerpt && { excerpt }),
    slug: Type.Optional(requiredTextField()),
  })
  return createParameterSet(schema)
}

/**
 * Converts the translations of a record to JSON, in the order of the site's languages. Each translation has a flag that
 * says whether it is outdated.
 */
export function presentTranslations(
  scope: Scope,
  titleField: string,
  record: TranslatedRecord,
  addresses: Translations,
) {
  return textsInLanguageOrderOfSite(scope, record).map((text) => ({
    language: text.language,
    [titleField]: text.title,
    slug: text.slug,
    rest_url: addresses[text.language]?.rest_url,
    url: addresses[text.language]?.url,
    modified: instantToLocal(text.modified_at, scope.site.timezone),
    outdated: isOutdatedTranslation(record, text),
  }))
}

type Row = TranslatedRecord & { status?: string; parent_id?: number | null }

/**
 * Replaces all texts of the record in the requested language, or adds them if the record has no texts in this language.
 * @returns the updated record
 * @throws {CalendarError} when the translation is refused; nothing is written then
 */
export const putTranslation = (
  collection: AnyCollection,
  scope: WriteScope,
  row: Row,
  title: string,
  body: TranslationBody,
): Promise<Row> =>
  writeTranslation(collection, scope, row, async (inside, locked, found) => {
    const { kind, titleField } = collection
    const previous = locked.texts.find(({ language }) => language === scope.language)
    if (isTermKind(kind)) {
      // A name that does not change is accepted even if another category or tag has the same name, as in updates of the
      // record.
      if (foldTextForSearch(title) !== foldTextForSearch(previous?.title ?? '')) {
        await refuseDuplicateTermName(inside, kind, title, locked.parent_id ?? null, row.id)
      }
    }
    const { description = '', excerpt = '' } = body
    const slug = await slugFor(inside, kind, locked, title, body.slug)
    auditText(collection, inside, 'translated', found, title, [titleField, ...Object.keys(body)])
    await redirectOldSlug(inside, kind, row.id, previous, slug)
    const text = { title, description, excerpt, slug }
    await writeRecordText(inside.db, kind, row.id, scope.language, text, previous, scope.now)
  })

/**
 * Locks a record that the caller may edit, and runs `write` on it in a transaction.
 * @param write is called with the record after it got its own texts (`withOwnTexts`), and with the record before that
 * @returns the record afterwards
 */
async function writeTranslation(
  collection: AnyCollection,
  scope: WriteScope,
  row: Row,
  write: (inside: Scope<Transaction>, locked: Row, found: Row) => Promise<void>,
): Promise<Row> {
  requireRightToEditRecord(collection.rights, scope.caller, row)
  return scope.db.transaction(async (tx) => {
    const inside = { ...scope, db: tx }
    const found: Row = await lockEditableRecord(collection, inside, row.id)
    const { kind, withOwnTexts = async (_, record) => record } = collection
    refuseTrashedRecord(kind, found)
    requireExpectedVersion(scope, found)
    const locked: Row = await withOwnTexts(inside, found)
    await write(inside, locked, found)
    await updateRecordAfterTextChange(tx, kind, row.id, scope.now)
    await collection.afterTranslation?.(inside, locked)
    return collection.find(inside, { id: row.id })
  })
}

/**
 * The slug of a translation to store. If the body contains no slug, the stored slug does not change, and a new
 * translation gets a slug built from the title. A slug in the body must not belong to another record.
 */
async function slugFor(scope: Scope<Transaction>, kind: Kind, row: Row, title: string, wanted: string | undefined) {
  const { db, language } = scope
  if (row.hasNoSlug) {
    if (wanted !== undefined) throw invalidParameterError('slug', 'reason.no-slug')
    return ''
  }
  if (wanted === undefined) {
    const present = row.texts.find((text) => text.language === language)?.slug
    if (present || canPostBeWithoutSlug(kind, row.status)) return present ?? ''
    return findFreeSlugForTitle(db, kind, language, title, row.id)
  }
  const slug = slugify(wanted, language)
  if (slug === '') throw invalidParameterError('slug', 'reason.filled')
  if (await isSlugTaken(db, kind, language, slug, row.id)) throw invalidParameterError('slug', 'reason.taken')
  return slug
}

/**
 * Deletes the translation in the requested language.
 * @throws {CalendarError} when this is the original language, or no such translation exists
 */
export const removeTranslation = (collection: AnyCollection, scope: WriteScope, row: Row): Promise<Row> =>
  writeTranslation(collection, scope, row, async (inside, locked, found) => {
    const { kind } = collection
    if (scope.language === locked.original_language) throw new CalendarError('original-translation')
    const text = locked.texts.find(({ language }) => language === scope.language)
    await redirectOldSlug(inside, kind, row.id, text, '')
    const removed = await inside.db.run(
      sql`DELETE FROM ${textTableOfKind(kind)} WHERE ${foreignKeyColumnOfKind(kind)} = ${row.id} AND language = ${scope.language}`,
    )
    if (removed === 0) throw new CalendarError('translation-not-found')
    await collection.removeOtherTexts?.(inside, locked)
    auditText(collection, inside, 'translation-removed', found, text?.title ?? '')
  })

/** Inserts the audit entry and the revision of a change of one translation. @param row the record before */
function auditText(
  { name: collection }: AnyCollection,
  scope: Scope<Transaction>,
  action: Action,
  row: Row,
  title: string,
  fields: string[] = [],
): void {
  const write = { action, collection, language: scope.language, fields }
  insertAuditEntry(scope, { ...write, id: row.id, title })
  insertRevisions(scope, write, [row])
}
