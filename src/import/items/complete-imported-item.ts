import { findPostsByName } from '../../collections/posts/create-post-unless-same.ts'
import type { Scope } from '../../collections/scope.ts'
import { selectTermIdsByName } from '../../collections/terms/load-terms.ts'
import type { Problem } from '../../core/errors.ts'
import { createSemaphore } from '../../core/generic/semaphore.ts'
import type { LinkedPostKind } from '../../core/kinds.ts'
import type { PictureFetcher } from '../../media/fetch-picture.ts'
import { findOrDownloadReferencedImage, parseImageReference, storeImageIfDownloaded } from '../../media/image-field.ts'
import type { RecordItem } from '../import-item-types.ts'
import type { RunContext } from '../import-run-context.ts'
import { importWriteOfNewRecord, insertWritesOfImportRun, type RunWrite } from '../runs/writes-of-import-run.ts'

/**
 * The functions of this file complete the fields of an item before they are checked: languages, options of the run,
 * author and picture.
 */

/** Removes from an item the texts in languages that this calendar does not have. */
export function removeUnsupportedLanguagesOfItem(
  { scope: { languages, language: standard } }: RunContext,
  item: RecordItem,
): RecordItem {
  const { language = standard, texts = [], warnings = [] } = item
  const has = (wanted: typeof language) => languages.includes(wanted)
  if (has(language) && texts.every((text) => has(text.language))) return item
  const others = texts.filter((text) => !has(text.language)).map((text) => text.language)
  const unknown = [...(has(language) ? [] : [language]), ...others]
  const problem: Problem = { name: 'language', reason: 'import.language', placeholders: { value: unknown.join(', ') } }
  return {
    ...item,
    language: has(language) ? language : standard,
    texts: texts.filter((text) => has(text.language)),
    warnings: [...warnings, problem],
  }
}

/**
 * Returns the field `author` of a create request: the id of the account with the login that the item names. A login
 * without an account is reported.
 */
export async function resolveAuthorOfImportedItem(
  { scope, index }: RunContext,
  { author }: RecordItem,
  report: (problem: Problem) => void,
) {
  if (author === undefined || author === scope.caller.login) return {}
  const { id, isFirst } = await index.findAuthor(scope.db, author)
  if (id !== undefined) return { author: id }
  if (isFirst) report({ name: 'author', reason: 'import.author', placeholders: { value: author } })
  return {}
}

/** Adds the values that the options of the run prescribe to the fields of an item. */
export function fillFieldsFromImportOptions(
  { options }: RunContext,
  { kind, fields }: RecordItem,
): Record<string, unknown> {
  const { status, categories = [], tags = [] } = options
  const withStatus = status === undefined || fields.status !== undefined ? fields : { ...fields, status }
  if (kind === 'category' || kind === 'tag') return fields
  if (kind !== 'event' || categories.length + tags.length === 0) return withStatus
  const add = (value: unknown, more: readonly string[]) => [...(value === undefined ? [] : [value].flat()), ...more]
  return { ...withStatus, categories: add(fields.categories, categories), tags: add(fields.tags, tags) }
}

/** Creates a function that finds the ids of the venues, organizers or series with a certain name, oldest first. */
const postsNamed = (kind: LinkedPostKind) => async (scope: Scope, name: string) =>
  (await findPostsByName(scope, kind, name)).map(({ id }) => id)

/**
 * For each field that refers to records by name, a function that finds the ids of the records with that name, oldest
 * first.
 */
const NAMED_FIELDS = {
  venue: postsNamed('venue'),
  organizer: postsNamed('organizer'),
  series: postsNamed('series'),
  categories: (scope: Scope, name: string) => selectTermIdsByName(scope, 'category', name),
  tags: (scope: Scope, name: string) => selectTermIdsByName(scope, 'tag', name),
}

/**
 * Replaces in the fields of an event each name that several venues, organizers, series, categories or tags have by the
 * id of the oldest. The name is reported, but not refused as in a request, because the person who imports a file often
 * cannot correct it.
 */
export async function replaceAmbiguousNamesByOldestIds(
  scope: Scope,
  { kind }: RecordItem,
  fields: Record<string, unknown>,
  report: (problem: Problem) => void,
): Promise<Record<string, unknown>> {
  if (kind !== 'event') return fields
  const chosen = { ...fields }
  for (const [field, findIds] of Object.entries(NAMED_FIELDS)) {
    const names = [fields[field]].flat()
    if (!names.some(isName)) continue
    chosen[field] = await Promise.all(
      names.map(async (name) => {
        const [oldest, ...others] = isName(name) ? await findIds(scope, name) : []
        if (oldest === undefined || others.length === 0) return name
        report({ name: field, reason: 'import.ambiguous-name', placeholders: { value: String(name), id: oldest } })
        return oldest
      }),
    )
  }
  return chosen
}

const isName = (value: unknown): value is string => typeof value === 'string' && /[^\d\s,]/.test(value)

/**
 * Allows fewer simultaneous downloads than the server does, so that requests can download pictures during an import.
 */
const limitDownloads = createSemaphore({ runningMax: 3 })

/**
 * Downloads and stores the picture of an item whose field `image` is a URL, and puts the id of the picture into that
 * field.
 */
export async function downloadPictureOfImportedItem(
  { scope, options, isDry, runId, loadPicture }: RunContext,
  fields: Record<string, unknown>,
  report: (problem: Problem) => void,
): Promise<{ fields: Record<string, unknown>; isComplete: boolean }> {
  const reference = typeof fields.image === 'string' ? parseImageReference(fields.image) : undefined
  if (typeof fields.image !== 'string' || (reference && reference !== 'none' && 'id' in reference)) {
    return { fields, isComplete: true }
  }
  const { image, ...others } = fields
  if (isDry || options.pictures === false) return { fields: others, isComplete: true }
  const host = URL.parse(String(image))?.host ?? ''
  const prepared =
    reference &&
    (await limitDownloads(() =>
      loadPicture(host, (timeoutMs) => {
        const fetchPicture: PictureFetcher = (url) => scope.fetchPicture(url, timeoutMs)
        return findOrDownloadReferencedImage({ ...scope, fetchPicture }, reference)
      }),
    ))
  if (!prepared) {
    report({ name: 'image', reason: 'import.picture', placeholders: { value: String(image) } })
    return { fields: others, isComplete: false }
  }
  const id = await scope.db.transaction(async (tx) => {
    const created: RunWrite[] = []
    const stored = await storeImageIfDownloaded(tx, prepared, scope.caller.id as number, scope.now, (picture) =>
      created.push(importWriteOfNewRecord('media', picture.id)),
    )
    await insertWritesOfImportRun(tx, runId, created)
    return stored
  })
  return { fields: { ...others, image: id }, isComplete: true }
}
