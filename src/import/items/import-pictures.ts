import { insertFormerPaths } from '../../collections/texts/former-paths-of-imported-records.ts'
import type { Transaction } from '../../db/database.ts'
import type { FetchedPicture } from '../../media/fetch-picture.ts'
import { sanitizePicture } from '../../media/metadata/sanitize-picture.ts'
import { findPicture, type PictureTexts, storePicture, updatePicture } from '../../media/picture-store.ts'
import type { PictureItem } from '../import-item-types.ts'
import { addItemOutcomeToCounts, type BatchResult, type RunContext, toRunProblem } from '../import-run-context.ts'
import { importWriteOfNewRecord, insertWritesOfImportRun } from '../runs/writes-of-import-run.ts'
import { collectionNameOfImportedKind } from './collection-of-imported-kind.ts'
import { fingerprintOfItemContent } from './compare-imported-items.ts'
import {
  findFreeRecordIds,
  findImportedRecords,
  findRecordsImportedFromSameSite,
  type ImportedRecord,
  insertExternalIds,
  updateExternalId,
} from './external-ids.ts'
import { canIdBeKept, keepIdForNextNewRecord, raiseIdSequenceAbove } from './keep-record-ids-of-source.ts'
import type { ProblemPlace } from './parse-item-fields.ts'

const COLLECTION = collectionNameOfImportedKind('picture')

/** A picture of a source that was downloaded and checked before the transaction that stores it. */
export interface PreparedPicture {
  item: PictureItem
  content: string
  imported: ImportedRecord | undefined
  /** Id of the same picture, imported from another source of the same site. */
  joinedId?: number
  /** The picture to store; undefined if it was imported before. */
  picture?: FetchedPicture & NonNullable<Awaited<ReturnType<typeof sanitizePicture>>>
}

const textsOf = ({ title, alt, caption, credit, focus, alt_texts }: PictureItem): PictureTexts => ({
  title,
  alt,
  caption,
  credit,
  focus,
  alt_texts,
})

const contentOf = (item: PictureItem) => JSON.stringify(textsOf(item))

/**
 * Reads or downloads those pictures of a batch that must be stored.
 * @param result gets the outcomes of pictures that are already stored or cannot be read
 */
export async function loadPicturesToImport(
  context: RunContext,
  items: readonly PictureItem[],
  result: BatchResult,
): Promise<PreparedPicture[]> {
  const { scope, source, index, options } = context
  const externalIds = items.map(({ externalId }) => externalId)
  const found = await findImportedRecords(scope.db, source.name, COLLECTION, externalIds)
  const ofSameSite = await findRecordsImportedFromSameSite(scope.db, source.name, COLLECTION, externalIds)
  const prepared: PreparedPicture[] = []
  for (const item of options.pictures === false ? [] : items) {
    const content = contentOf(item)
    const imported = found.get(item.externalId)
    const joinedId = imported ? undefined : ofSameSite.get(item.externalId)?.record_id
    const outcome = chooseOutcome(content, imported, joinedId)
    if (context.isDry) index.expect('picture', item.externalId)
    if (outcome === 'unchanged' && typeof joinedId !== 'number') {
      // A source that is read on after an interruption may contain pictures again that this run has stored and counted.
      if (imported?.run_id !== context.runId) addItemOutcomeToCounts(result.counts, COLLECTION, 'unchanged')
    } else if (context.isDry) {
      addItemOutcomeToCounts(result.counts, COLLECTION, outcome)
    } else if (typeof joinedId === 'number') {
      prepared.push({ item, content, imported, joinedId })
    } else {
      const picture = imported ? undefined : await readPicture(context, item)
      if (imported || picture) prepared.push({ item, content, imported, ...(picture && { picture }) })
      else reportFailure(context, item, result)
    }
  }
  return prepared
}

/**
 * Chooses the outcome of a picture: created, updated or unchanged.
 * @param joinedId id of the picture that another source of the same site has imported; null if that was deleted here
 */
function chooseOutcome(content: string, imported: ImportedRecord | undefined, joinedId: number | null | undefined) {
  if (imported === undefined) return joinedId === undefined ? 'created' : 'unchanged'
  const isSame = imported.record_id === null || imported.fingerprint === fingerprintOfItemContent(content)
  return isSame ? 'unchanged' : 'updated'
}

async function readPicture({ scope, loadPicture }: RunContext, item: PictureItem) {
  const fetched = await loadPicture('', (timeoutMs) => item.load(timeoutMs))
  const sanitized = fetched && (await sanitizePicture(fetched.bytes, { withCredit: scope.site.picture_credits }))
  return sanitized && { ...fetched, ...sanitized }
}

function reportFailure(context: RunContext, item: PictureItem, result: BatchResult): void {
  const problem = { name: 'image', reason: 'import.picture', placeholders: { value: item.externalId } } as const
  result.problems.push(toRunProblem(context, problem, placeOf(item), 'refused'))
  addItemOutcomeToCounts(result.counts, COLLECTION, 'refused')
}

const placeOf = ({ place, externalId, title = '' }: PictureItem): ProblemPlace => ({
  place,
  collection: COLLECTION,
  external_id: externalId,
  title,
})

/** Stores the prepared pictures of a batch in an open transaction. */
export async function storePreparedPictures(
  context: RunContext,
  tx: Transaction,
  pictures: readonly PreparedPicture[],
  result: BatchResult,
): Promise<void> {
  const { source, runId } = context
  const target = { source: source.name, collection: COLLECTION, runId }
  for (const { item, content, imported, joinedId, picture } of pictures) {
    const stored = { externalId: item.externalId, content, fingerprint: fingerprintOfItemContent(content) }
    if (picture) {
      const row = await insertPictureAtSelection(context, tx, item, picture, result)
      await insertExternalIds(tx, target, [{ ...stored, recordId: row.id, version: row.version }])
      await insertWritesOfImportRun(tx, runId, [importWriteOfNewRecord(COLLECTION, row.id)])
      if (item.path !== undefined)
        await insertFormerPaths(tx, [{ path: item.path, leadsTo: { pictureId: row.id } }], context.scope.now)
      addItemOutcomeToCounts(result.counts, COLLECTION, 'created')
    } else if (joinedId !== undefined) {
      const version = (await findPicture(tx, joinedId))?.version ?? 1
      await insertExternalIds(tx, target, [{ ...stored, recordId: joinedId, version }])
      addItemOutcomeToCounts(result.counts, COLLECTION, 'unchanged')
    } else {
      const row = await findPicture(tx, imported?.record_id as number)
      // A text of the picture that somebody changed in this calendar is not overwritten.
      const changed =
        row && row.version === imported?.record_version ? await updatePicture(tx, row, textsOf(item)) : undefined
      await updateExternalId(tx, target, {
        ...stored,
        version: changed?.version ?? (imported?.record_version as number),
      })
      addItemOutcomeToCounts(result.counts, COLLECTION, changed ? 'updated' : 'unchanged')
    }
  }
}

async function insertPictureAtSelection(
  context: RunContext,
  tx: Transaction,
  item: PictureItem,
  picture: NonNullable<PreparedPicture['picture']>,
  result: BatchResult,
) {
  const { scope, options } = context
  const wanted = options.keepIds && canIdBeKept(item.id) ? item.id : undefined
  const isFree = wanted !== undefined && (await findFreeRecordIds(tx, 'picture', [wanted])).has(wanted)
  if (wanted !== undefined && !isFree) {
    const problem = { name: 'id', reason: 'import.id-taken', placeholders: { value: wanted } } as const
    result.problems.push(toRunProblem(context, problem, placeOf(item)))
  }
  if (options.keepIds) await raiseIdSequenceAbove(tx, 'record', [item.highestId])
  const db = isFree ? keepIdForNextNewRecord(tx, 'picture', wanted) : tx
  return storePicture(db, { ...picture, ...textsOf(item), authorId: scope.caller.id as number }, scope.now)
}
