import { adminPath, type SignedInContext } from '../../../admin/admin-context.ts'
import {
  confirmDeletionPage,
  type TrashEntry,
  type TrashList,
  trashPage,
} from '../../../admin/views/records/trash-page.ts'
import type { AnyCollection } from '../../../collections/collection.ts'
import { COLLECTION_BY_KIND } from '../../../collections/collection-by-kind.ts'
import type { EventRow } from '../../../collections/events/event-row.ts'
import {
  listTrashedPosts,
  readWhoTrashedPosts,
  type UnpublishedPost,
} from '../../../collections/posts/list-unpublished-posts.ts'
import {
  deleteTrashedRecords,
  restoreTrashedRecords,
  type TrashedRecord,
} from '../../../collections/records/trashed-records.ts'
import { hasRight } from '../../../core/caller.ts'
import { CalendarError } from '../../../core/errors.ts'
import { POST_KINDS } from '../../../core/kinds.ts'
import { countListPages, PER_PAGE_MAX } from '../../../core/list-page.ts'
import { parseId } from '../../../core/schema/field-types.ts'
import { type AdminHandler, parseListPage, valuesOfRepeatedFormField } from '../admin-handler.ts'

const POST_COLLECTIONS: readonly AnyCollection[] = POST_KINDS.map((kind) => COLLECTION_BY_KIND[kind])

/** The trash: restores several records, or deletes them for good after the user has confirmed that on a second page. */
export const trashPageHandler: AdminHandler = {
  show: async ({ context, sent }) => trashPage(context, await readTrash(context, parseListPage(sent))),
  async submit({ context, sent }) {
    const { scope, words } = context
    const records = valuesOfRepeatedFormField(sent, 'records').map(recordNamed)
    if (records.length === 0) return trashPage(context, await readTrash(context, 1), words.trash.nothing)
    const redirect = adminPath(context, '/trash')
    if (sent.action === 'restore') {
      const hasDates = (await entriesOf(context, records)).some(({ date }) => date !== undefined)
      await restoreTrashedRecords(scope, records)
      return { redirect, notice: hasDates ? 'restoredWithDates' : 'manyRestored', canUndo: true }
    }
    if (sent.action === 'delete-now') {
      await deleteTrashedRecords(scope, records)
      return { redirect, notice: 'manyDeleted' }
    }
    return confirmDeletionPage(context, await entriesOf(context, records))
  },
}

/** A post in the trash. Only events have the columns of `EventRow`. */
type TrashedRow = UnpublishedPost & Partial<Pick<EventRow, 'repeat_id' | 'start_local' | 'all_day'>>

/** Reads one page of the trash: of each kind, as many records as an admin list has on a page. */
async function readTrash(context: SignedInContext, page: number): Promise<TrashList> {
  const { scope } = context
  const groups = await Promise.all(
    POST_COLLECTIONS.map(async (collection) => {
      const { rows, total } = await listTrashedPosts(scope, collection, { page, perPage: PER_PAGE_MAX })
      const ids = rows.map(({ id }) => id)
      const trashed = await readWhoTrashedPosts(scope, collection, ids)
      const entries = rows.map((row) => ({ ...entryOf(collection, row), trashed: trashed.get(row.id) }))
      return { collection: collection.name, entries, total }
    }),
  )
  const pages = Math.max(...groups.map(({ total }) => countListPages(total, PER_PAGE_MAX)))
  return { groups, canDelete: hasRight(scope.caller, 'posts:edit-others'), page, pages }
}

const entryOf = ({ name }: AnyCollection, row: TrashedRow): TrashEntry => ({
  collection: name,
  id: row.id,
  title: row.text.title,
  date: row.repeat_id && row.start_local ? { start: row.start_local, isAllDay: row.all_day === 1 } : undefined,
  trashed: undefined,
})

/**
 * Parses the value of a checkbox, such as `events:15`.
 * @throws {CalendarError} when the value is not the name of a collection with an id
 */
function recordNamed(text: string): TrashedRecord {
  const [name, id = ''] = text.split(':')
  const collection = POST_COLLECTIONS.find((one) => one.name === name)
  const number = parseId(id)
  if (collection === undefined || number === undefined) throw new CalendarError('rest_post_invalid_id')
  return { collection, id: number }
}

/**
 * Lists the trash entries of records. A record that is not in the trash, or that the user may not edit, has no entry.
 */
async function entriesOf({ scope }: SignedInContext, records: readonly TrashedRecord[]): Promise<TrashEntry[]> {
  const found = await Promise.all(
    records.map(async ({ collection, id }) => {
      const row = await collection.find(scope, { id })
      const isShown = row?.status === 'trash' && collection.rights.canEdit(scope.caller, row)
      return isShown ? [entryOf(collection, row)] : []
    }),
  )
  return found.flat()
}
