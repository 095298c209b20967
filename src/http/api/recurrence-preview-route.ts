import { previewDatesOfNewEvent, previewParameters } from '../../collections/events/repeat/preview-dates.ts'
import type { Services } from '../request/create-request-scope.ts'
import { sendJson } from '../response/send-json.ts'
import { createHandlerThatChecksParametersAndRight } from '../routes/handler-that-checks-parameters-and-right.ts'
import type { DocumentedRoute } from '../routes/route.ts'

/** The route that computes the dates of a repeated event without storing it. */
export const recurrencePreviewRoute = (services: Services): DocumentedRoute => ({
  path: '/events/recurrence/preview',
  methods: ['POST'],
  id: 'previewRecurrence',
  verb: 'create',
  successStatuses: () => [200],
  group: 'events',
  resource: 'event',
  responseSchema: 'RecurrencePreview',
  failures: ['rest_missing_callback_param'],
  ...createHandlerThatChecksParametersAndRight(services, {
    right: 'posts:create',
    parameters: previewParameters,
    prepare: previewDatesOfNewEvent,
    respond({ reply, scope, prepared }) {
      reply.header('content-language', scope.language)
      return sendJson(reply, prepared)
    },
  }),
})
