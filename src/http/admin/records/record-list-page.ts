import { type RecordFilter, recordListPage } from '../../../admin/views/record-list-page.ts'
import type { AnyCollection } from '../../../collections/collection.ts'
import { BULK_EDIT_MAX } from '../../../collections/events/bulk-edit/apply-bulk-edit.ts'
import type { EventQuery } from '../../../collections/events/event-parameters.ts'
import { listEvents } from '../../../collections/events/event-store.ts'
import type { Scope } from '../../../collections/scope.ts'
import { CalendarError, Problems } from '../../../core/errors.ts'
import { isPostKind, type Kind } from '../../../core/kinds.ts'
import type { Language } from '../../../core/language.ts'
import { countListPages, PER_PAGE_MAX } from '../../../core/list-page.ts'
import { instantToLocal } from '../../../core/time/instant.ts'
import { FIRST_CALENDAR_DAY, LAST_CALENDAR_DAY } from '../../../core/time/local-time.ts'
import { type AdminHandler, parseListPage } from '../admin-handler.ts'

/** Statuses by which posts can be filtered, as in the API. */
const STATUSES = ['publish', 'future', 'draft', 'pending', 'private', 'trash']

/** The page with a table of all records of a collection that the user may read. */
export const recordListHandler = (collection: AnyCollection): AdminHandler => ({
  async show({ context, sent }) {
    const { kind, name } = collection
    const { languages } = context.scope
    const filter = parseFilterOfRecordTable(kind, sent, languages)
    const query = convertRecordTableFilterToApiListQuery(context.scope, kind, filter)
    const problems = new Problems()
    const values = collection.parameters.native.list.read(query, problems)
    const { rows, total } = await listOrNothing(() => listFiltered(context.scope, collection, filter, values, problems))
    const hasMore = kind === 'event' && total > BULK_EDIT_MAX
    return recordListPage(context, {
      collection: name,
      titleField: collection.titleField,
      statuses: isPostKind(kind) ? STATUSES : [],
      hasDates: kind === 'event',
      languages: kind === 'event' && languages.length > 1 ? languages : [],
      canCreate: collection.rights.canCreate(context.scope.caller),
      canChoose: kind === 'event',
      filter,
      total: hasMore ? BULK_EDIT_MAX : total,
      hasMore,
      pages: countListPages(total, PER_PAGE_MAX),
      rows: rows.map((row) => ({
        record: collection.present(context.scope, row),
        canEdit: collection.rights.canEdit(context.scope.caller, row),
      })),
    })
  },
})

const listFiltered = (
  scope: Scope,
  collection: AnyCollection,
  { language }: RecordFilter,
  values: unknown,
  problems: Problems,
) =>
  collection.kind === 'event'
    ? listEvents(scope, values as EventQuery, problems, {
        untranslatedIn: language,
        showsHidden: true,
        countMax: BULK_EDIT_MAX,
      })
    : collection.list(scope, values, problems)

/** Reads the filter of the table of records from the query; unknown values are ignored. */
export function parseFilterOfRecordTable(
  kind: Kind,
  sent: Readonly<Record<string, unknown>>,
  languages: readonly Language[],
): RecordFilter {
  const text = (name: string) => (typeof sent[name] === 'string' ? (sent[name] as string).trim() : '')
  const status = STATUSES.includes(text('status')) ? text('status') : ''
  // Records in the trash are not filtered by date.
  const when = kind === 'event' && status !== 'trash' && text('when') !== 'all' ? text('when') : 'all'
  return {
    search: text('search').slice(0, 200),
    status,
    when: when === 'past' || when === 'all' ? when : 'upcoming',
    language: languages.find((one) => one === sent.language),
    page: parseListPage(sent),
  }
}

/** Converts the filter of the table to the query of the API list that selects the same records. */
export function convertRecordTableFilterToApiListQuery(
  { now, site }: Pick<Scope, 'now' | 'site'>,
  kind: Kind,
  { search, status, when, page }: RecordFilter,
): Record<string, unknown> {
  const today = instantToLocal(now, site.timezone).slice(0, 10)
  const dates = {
    upcoming: { start_date: today, end_date: LAST_CALENDAR_DAY },
    past: { start_date: FIRST_CALENDAR_DAY, end_date: today },
    all: { start_date: FIRST_CALENDAR_DAY, end_date: LAST_CALENDAR_DAY },
  }
  return {
    per_page: PER_PAGE_MAX,
    page,
    ...(search !== '' && { search }),
    ...(status !== '' && { status }),
    ...(kind === 'event' && dates[when]),
    ...(!isPostKind(kind) && { hide_empty: false }),
  }
}

/** Runs `list`; for a page beyond the last one, where the API throws an error, the result is empty. */
async function listOrNothing<Page extends { rows: unknown[]; total: number }>(list: () => Promise<Page>) {
  try {
    return await list()
  } catch (error) {
    if (error instanceof CalendarError && error.status === 404) return { rows: [], total: 0 }
    throw error
  }
}
