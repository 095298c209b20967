import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { ANONYMIZED_FINGERPRINT } from '../../collections/organizers/erase-imported-data-of-organizer.ts'
import type { Language } from '../../core/language.ts'
import type { RecordItem, ReferenceField } from '../import-item-types.ts'
import type { ImportedRecord } from './external-ids.ts'

/**
 * The functions of this file compare items of a source with those of earlier runs, and choose how each is written. They
 * do not access the database.
 */

/**
 * Those members of an item that an import writes to the record. They are stored as JSON for comparison with the item of
 * a later run.
 */
export type ItemContent = Pick<RecordItem, 'fields' | 'references' | 'language' | 'texts' | 'otherIds' | 'dates'>

export const contentOfImportedItem = ({
  fields,
  references,
  language,
  texts,
  otherIds,
  dates,
}: RecordItem): ItemContent => ({
  fields,
  ...(references && { references }),
  ...(language && { language }),
  ...(texts?.length && { texts }),
  ...(otherIds?.length && { otherIds }),
  ...(dates?.length && { dates }),
})

/** Hash of the content of an item: equal in every run until the content in the source changes. */
export const fingerprintOfItemContent = (content: string): string => hash('sha1', content, 'base64')

/**
 * Stored instead of a hash in rows of `external_id` for translations: texts of a translation belong to the item of the
 * original, whose row has the hash of all its content.
 */
export const TRANSLATION_FINGERPRINT = 'translation'

export type ItemAction =
  | { does: 'create' }
  | { does: 'update'; recordId: number; version: number; restoredStatus?: string }
  /**
   * Another source of the same site has imported the record of this item already: values of the item are written to
   * empty fields only.
   */
  | { does: 'join'; recordId: number }
  /** Nothing is written: the item equals that of the last run, or its record was deleted or is anonymous. */
  | { does: 'nothing' }
  /** The item is refused: it has the external id of an earlier item of this run, but another content. */
  | { does: 'refuse' }

/**
 * Chooses how a run writes an item.
 * @param imported the record that this source has imported with the external id of the item
 * @param ofSameSite the record that another source of the same site has imported with this id
 * @param wasUnchanged whether an earlier item of this run has the same external id, and the content of the last run
 */
export function chooseActionForImportedItem(
  fingerprint: string,
  imported: ImportedRecord | undefined,
  ofSameSite: Pick<ImportedRecord, 'record_id' | 'fingerprint'> | undefined,
  runId: number,
  wasUnchanged: boolean,
): ItemAction {
  if (imported === undefined) {
    if (ofSameSite === undefined) return { does: 'create' }
    const { record_id, fingerprint: ofSite } = ofSameSite
    const isEnded = record_id === null || ofSite === ANONYMIZED_FINGERPRINT
    return isEnded ? { does: 'nothing' } : { does: 'join', recordId: record_id }
  }
  const { record_id, record_version, fingerprint: previous, run_id, removed_from } = imported
  const isNeverWritten = [TRANSLATION_FINGERPRINT, ANONYMIZED_FINGERPRINT].includes(previous)
  if (record_id === null || previous === fingerprint || isNeverWritten) return { does: 'nothing' }
  if ((wasUnchanged || run_id === runId) && previous !== '') return { does: 'refuse' }
  const restored = previous === '' && removed_from !== '' && { restoredStatus: removed_from }
  return { does: 'update', recordId: record_id, version: record_version, ...restored }
}

/** The changed fields of an item in one language. Fields that have no language are in the first change of an item. */
export interface ItemChange {
  /** Language of the changed texts; undefined: the language of the run. */
  language?: Language | undefined
  fields: Record<string, unknown>
  references: Partial<Record<ReferenceField, readonly string[]>>
}

/**
 * Finds the fields in which an item differs from its content in an earlier run.
 * @param previous content of the earlier run; undefined if it is not stored, so that all fields count as changed
 */
export function findChangesOfImportedItem(previous: ItemContent | undefined, item: ItemContent): ItemChange[] {
  const { fields, references = {}, language, texts = [] } = item
  // A field such as `categories` can contain names and references to records. If either has changed, both are written.
  const names = new Set([
    ...differingNames(fields, previous?.fields),
    ...differingNames(references, previous?.references),
  ])
  const first: ItemChange = { language, fields: pick(fields, names), references: pick(references, names) }
  const others = texts.map(({ language: other, fields: own }): ItemChange => {
    const before = previous?.texts?.find((text) => text.language === other)
    return { language: other, fields: pick(own, new Set(differingNames(own, before?.fields))), references: {} }
  })
  return [first, ...others].filter((change) => !isEmpty(change.fields) || !isEmpty(change.references))
}

const isEmpty = (values: object) => Object.keys(values).length === 0

const differingNames = (values: Record<string, unknown>, previous: Record<string, unknown> = {}): string[] =>
  Object.keys(values).filter((name) => !isDeepStrictEqual(values[name], previous[name]))

const pick = <Values extends object>(values: Values, names: ReadonlySet<string>): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name))) as Values

/** Whether an item describes dates of a repeated event differently than in an earlier run. */
export const haveDatesOfItemChanged = (previous: ItemContent | undefined, { dates = [] }: ItemContent): boolean =>
  !isDeepStrictEqual(dates, previous?.dates ?? [])
