import { type PlannedBulkEvent, planBulkEvent } from '../../collections/events/bulk-load/plan-bulk-event.ts'
import type { EventBody } from '../../collections/events/event-parameters.ts'
import { planRecordWrite } from '../../collections/records/write-in-open-transaction.ts'
import { siteDefaultLanguage } from '../../collections/scope.ts'
import { CalendarError, type Problem } from '../../core/errors.ts'
import type { Reader } from '../../db/database.ts'
import type { RecordItem } from '../import-item-types.ts'
import { addItemOutcomeToCounts, type BatchResult, type RunContext, toRunProblem } from '../import-run-context.ts'
import { collectionNameOfImportedKind, collectionOfImportedKind } from './collection-of-imported-kind.ts'
import {
  chooseActionForImportedItem,
  contentOfImportedItem,
  fingerprintOfItemContent,
  type ItemAction,
} from './compare-imported-items.ts'
import {
  downloadPictureOfImportedItem,
  fillFieldsFromImportOptions,
  removeUnsupportedLanguagesOfItem,
  replaceAmbiguousNamesByOldestIds,
  resolveAuthorOfImportedItem,
} from './complete-imported-item.ts'
import { findImportedRecords, findRecordsImportedFromSameSite } from './external-ids.ts'
import { loadRecordsReferencedByEvents } from './load-referenced-records.ts'
import {
  convertErrorToRunProblems,
  type ProblemPlace,
  parseFieldsOfImportedItem,
  plainTitleOfImportedItem,
} from './parse-item-fields.ts'

/** An item that will be written, with everything that is computed before the transaction. */
export interface PreparedItem {
  item: RecordItem
  place: ProblemPlace
  decision: Exclude<ItemAction, { does: 'nothing' | 'refuse' }>
  /** Fields of the item, with the ids of the records to which it refers. */
  fields: Record<string, unknown>
  content: string
  /**
   * Hash of the item; `''` if a part of it, such as its picture, could not be imported, so that the next run writes it
   * again.
   */
  fingerprint: string
  /** The rows of a new event that is inserted in one statement together with other events. */
  bulk?: PlannedBulkEvent
}

/**
 * Number of items that are prepared at the same time: their statements and downloads overlap, but their temporary
 * objects are all in memory.
 */
const ITEMS_AT_A_TIME = 8

/**
 * Compares items with those of earlier runs, replaces references by ids, and checks the fields to write.
 * @param reader the database or, for the checks, a cache of its rows
 * @param result gets the outcomes of items that need no write
 */
export async function completeAndCheckItemsToWrite(
  context: RunContext,
  items: readonly RecordItem[],
  reader: Reader,
  result: BatchResult,
): Promise<PreparedItem[]> {
  const { scope, index } = context
  const undecided = await decideItems(
    context,
    items.map((item) => removeUnsupportedLanguagesOfItem(context, item)),
    result,
  )
  await index.load(
    scope.db,
    undecided.map(({ item }) => item.references ?? {}),
  )
  await loadRecordsReferencedByEvents(
    context,
    undecided.map(({ item }) => item),
    reader,
  )
  const prepareOrReport = async (one: Undecided) => {
    try {
      return await prepareItem(context, one, reader, result)
    } catch (error) {
      reportRefusalOfItem(context, one, error, result)
      return undefined
    }
  }
  const prepared: PreparedItem[] = []
  for (let start = 0; start < undecided.length; start += ITEMS_AT_A_TIME) {
    const some = await Promise.all(undecided.slice(start, start + ITEMS_AT_A_TIME).map(prepareOrReport))
    prepared.push(...some.filter((one) => one !== undefined))
  }
  return prepared
}

/** Adds the refusal of an item to the outcomes of its batch. @throws the error itself if it is not a refusal */
export function reportRefusalOfItem(
  { scope }: RunContext,
  { place }: Pick<PreparedItem, 'place'>,
  error: unknown,
  result: BatchResult,
) {
  if (!(error instanceof CalendarError) || error.status >= 500) throw error
  result.problems.push(...convertErrorToRunProblems(error, siteDefaultLanguage(scope), place))
  addItemOutcomeToCounts(result.counts, place.collection, 'refused')
}

type Undecided = Omit<PreparedItem, 'fields' | 'bulk'>

async function decideItems(
  context: RunContext,
  items: readonly RecordItem[],
  result: BatchResult,
): Promise<Undecided[]> {
  const { scope, source, runId, unchangedItems } = context
  const [first] = items
  if (!first) return []
  const collection = collectionNameOfImportedKind(first.kind)
  const imported = await findImportedRecords(
    scope.db,
    source.name,
    collection,
    items.map(({ externalId }) => externalId),
  )
  const unknown = items.filter(({ externalId }) => !imported.has(externalId)).map(({ externalId }) => externalId)
  const ofSameSite = await findRecordsImportedFromSameSite(scope.db, source.name, collection, unknown)
  const inBatch = new Map<string, string>()
  return items.flatMap((item): Undecided[] => {
    const place = problemPlaceOf(item)
    const content = JSON.stringify(contentOfImportedItem(item))
    const fingerprint = fingerprintOfItemContent(content)
    const earlier = inBatch.get(item.externalId)
    const decision: ItemAction =
      earlier === undefined
        ? chooseActionForImportedItem(
            fingerprint,
            imported.get(item.externalId),
            ofSameSite.get(item.externalId),
            runId,
            unchangedItems.has(`${collection} ${item.externalId}`),
          )
        : { does: earlier === fingerprint ? 'nothing' : 'refuse' }
    inBatch.set(item.externalId, fingerprint)
    if (context.isDry) context.index.expect(item.kind, item.externalId)
    if (decision.does !== 'nothing' && decision.does !== 'refuse') {
      result.problems.push(...(item.warnings ?? []).map((problem) => toRunProblem(context, problem, place)))
      return [{ item, place, decision, content, fingerprint }]
    }
    addItemOutcomeToCounts(result.counts, collection, decision.does === 'nothing' ? 'unchanged' : 'refused')
    if (decision.does === 'nothing') unchangedItems.add(`${collection} ${item.externalId}`)
    if (decision.does === 'refuse') {
      const problem: Problem = { name: 'id', reason: 'import.duplicate', placeholders: { value: item.externalId } }
      result.problems.push(toRunProblem(context, problem, place, 'refused'))
    }
    return []
  })
}

const problemPlaceOf = ({ kind, place, externalId, fields }: RecordItem): ProblemPlace => ({
  place,
  collection: collectionNameOfImportedKind(kind),
  external_id: externalId,
  title: plainTitleOfImportedItem(collectionOfImportedKind(kind), fields),
})

async function prepareItem(
  context: RunContext,
  one: Undecided,
  reader: Reader,
  result: BatchResult,
): Promise<PreparedItem> {
  const { item, place, decision } = one
  const report = (problem: Problem) => result.problems.push(toRunProblem(context, problem, place))
  const own = {
    ...fillFieldsFromImportOptions(context, item),
    ...(await resolveAuthorOfImportedItem(context, item, report)),
  }
  const { image, ...others } = item.references ?? {}
  const references = image && context.options.pictures !== false ? { ...others, image } : others
  const resolved = context.index.resolve(own, references)
  resolved.problems.forEach(report)
  const { scope } = context
  const inside = { ...scope, db: reader, language: item.language ?? scope.language, now: item.modifiedAt ?? scope.now }
  const named = await replaceAmbiguousNamesByOldestIds(inside, item, resolved.fields, report)
  const { fields, isComplete } = await downloadPictureOfImportedItem(context, named, report)
  const hasPicture = isComplete && !resolved.problems.some(({ name }) => name === 'image')
  const prepared: PreparedItem = { ...one, fields, ...(!hasPicture && withoutPicture(item)) }
  if (decision.does !== 'create') return prepared
  const body = parseFieldsOfImportedItem(collectionOfImportedKind(item.kind), 'create', fields)
  if (isBulkEvent(item)) return { ...prepared, bulk: await planBulk(context, item, body as EventBody, reader) }
  // Records other than events are checked in the transaction, because the records to which they refer may be created
  // there.
  if (context.isDry) await planRecordWrite(collectionOfImportedKind(item.kind), inside, body)
  return prepared
}

/**
 * The content and hash that are stored for an item whose picture could not be loaded. They differ from the item, so
 * that the next run tries again.
 */
function withoutPicture(item: RecordItem): Pick<PreparedItem, 'content' | 'fingerprint'> {
  const { image: _, ...fields } = item.fields
  const { image: __, ...references } = item.references ?? {}
  return { content: JSON.stringify({ ...contentOfImportedItem(item), fields, references }), fingerprint: '' }
}

/**
 * Whether an event can be inserted together with others. Repeated events with changed dates are written one by one,
 * because these dates have their own values; so are events in the trash, because they are created before they are moved
 * there.
 */
const isBulkEvent = ({ kind, isTrashed, dates = [] }: RecordItem) =>
  kind === 'event' && !isTrashed && dates.length === 0

async function planBulk({ scope }: RunContext, item: RecordItem, body: EventBody, reader: Reader) {
  const { createdAt, modifiedAt, language = scope.language, texts = [] } = item
  const writtenAt = createdAt ?? modifiedAt ?? scope.now
  return planBulkEvent(
    { ...scope, db: reader },
    {
      language,
      writtenAt,
      modifiedAt,
      body,
      textChanges: texts.map((text) => ({
        language: text.language,
        writtenAt: modifiedAt ?? writtenAt,
        body: parseFieldsOfImportedItem(collectionOfImportedKind('event'), 'update', text.fields),
      })),
    },
  )
}
