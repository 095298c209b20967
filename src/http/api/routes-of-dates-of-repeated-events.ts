import { requireRightToEditRecord } from '../../collections/collection.ts'
import type { EventRow } from '../../collections/events/event-row.ts'
import { listEvents } from '../../collections/events/event-store.ts'
import { ALL_TIME } from '../../collections/events/filters/date-window.ts'
import { events } from '../../collections/events/index.ts'
import {
  addDateToEvent,
  type NewDate,
  parseDateToAdd,
} from '../../collections/events/repeat/write/add-date-to-event.ts'
import { insertAuditEntry } from '../../collections/insert-audit-entries.ts'
import { lockEditableRecord, type WriteScope } from '../../collections/records/write-records.ts'
import { insertRevisions } from '../../collections/revisions/store-revisions.ts'
import { dateField, pagingParameters } from '../../collections/shared-fields.ts'
import { CalendarError, Problems } from '../../core/errors.ts'
import { countListPages } from '../../core/list-page.ts'
import { Type } from '../../core/schema/field-types.ts'
import { createParameterSet } from '../../core/schema/parameter-set.ts'
import type { Services } from '../request/create-request-scope.ts'
import { sendJson } from '../response/send-json.ts'
import { createIdempotentHandler, writeAndRespondIdempotently } from '../routes/idempotent-route.ts'
import type { DocumentedRoute } from '../routes/route.ts'
import {
  errorCodesOfReadingRecord,
  errorCodesOfTrashedRecord,
  errorCodesOfUnknownRecord,
} from './error-codes-of-record-routes.ts'
import {
  buildResponseWithWrittenRecord,
  createParserOfRequiredParameters,
  findReadableRecord,
  findRecordToWrite,
} from './find-and-send-record.ts'
import { rightToEditRecord } from './paths-and-rights-of-record-routes.ts'

const LIST = createParameterSet(
  Type.Object({
    ...pagingParameters,
    start_date: Type.Optional(dateField()),
    end_date: Type.Optional(dateField()),
  }),
)
const NEW_DATE = createParameterSet(Type.Object({ start_date: dateField(), end_date: Type.Optional(dateField()) }))

/** The routes for the dates of a repeated event. */
export function routesOfDatesOfRepeatedEvents(services: Services): DocumentedRoute[] {
  const common = { path: '/events/{id}/occurrences', group: 'events' }
  const list: DocumentedRoute = {
    ...common,
    methods: ['GET'],
    right: 'anyone',
    id: 'listOccurrences',
    verb: 'list',
    resource: 'occurrences',
    parameters: LIST,
    defaults: (site) => ({ per_page: site.per_page }),
    responseSchema: 'EventList',
    failures: (face) => [...errorCodesOfReadingRecord('event', 'id', face), 'event-archive-page-not-found'],
    async handle(request, reply, everyMethod) {
      const sent = request.query as Record<string, unknown>
      const problems = new Problems()
      const { scope, row } = await findReadableRecord(services, events, { request, reply, everyMethod, sent })
      const { language, urls } = scope
      const query = { ...LIST.read(sent, problems), post_parent: row.id }
      const address = `${urls.listing('events')}${row.id}/occurrences/`
      const options = { whenAbsent: ALL_TIME, showsHidden: true, address }
      const { rows, total, page, perPage, links } = await listEvents(scope, query, problems, options)
      const pages = countListPages(total, perPage)
      if (page > 1 && page > pages) throw new CalendarError('event-archive-page-not-found')
      reply.headers({ 'x-tec-total': total, 'x-tec-totalpages': pages, 'content-language': language })
      const { rest_url, ...others } = links
      const items = rows.map((date) => events.present(scope, date))
      return sendJson(reply, { events: items, rest_url, ...others, total, total_pages: pages, language })
    },
  }
  const create: DocumentedRoute = {
    ...common,
    methods: ['POST'],
    right: rightToEditRecord(events, 'id'),
    id: 'createOccurrence',
    verb: 'create',
    resource: 'occurrence',
    parameters: NEW_DATE,
    responseSchema: 'Event',
    failures: (face) => [
      ...errorCodesOfUnknownRecord('event', face),
      'rest_missing_callback_param',
      ...errorCodesOfTrashedRecord('event'),
    ],
    ...createIdempotentHandler(services, async (request, reply, everyMethod) => {
      const at = { request, reply, everyMethod }
      const { scope, row, values, problems } = await findRecordToWrite(
        services,
        events,
        at,
        createParserOfRequiredParameters(NEW_DATE),
      )
      const date = parseDateToAdd(scope, row as EventRow, values, problems)
      problems.throwIfAny()
      requireRightToEditRecord(events.rights, scope.caller, row as EventRow)
      return writeAndRespondIdempotently(
        { request, reply },
        scope,
        (writing) => createDate(writing, row.id, date as NewDate),
        (added) =>
          buildResponseWithWrittenRecord(events, scope, added, {
            status: 201,
            headers: { location: scope.urls.item('events', added.id) },
          }),
      )
    }),
  }
  return [list, create]
}

/** Adds a date to a repeated event, and an entry about the event to the audit log. */
const createDate = (scope: WriteScope, eventId: number, date: NewDate): Promise<EventRow> =>
  scope.db.transaction(async (tx) => {
    const inside = { ...scope, db: tx }
    const event = (await lockEditableRecord(events, inside, eventId)) as EventRow
    const entry = { action: 'updated', collection: 'events', id: eventId, fields: ['recurrence'] } as const
    insertAuditEntry(inside, { ...entry, title: event.text.title })
    insertRevisions(inside, entry, [event])
    return (await events.find(inside, { id: await addDateToEvent(inside, event, date) })) as EventRow
  })
