import { previewDates, previewParameters } from '../../collections/events/repeat/preview.ts'
import type { Services } from '../request/scope.ts'
import { sendJson } from '../response/json.ts'
import { checkedHandler } from '../routes/checked-handler.ts'
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
  answer: 'RecurrencePreview',
  failures: ['rest_missing_callback_param'],
  ...checkedHandler(services, {
    right: 'posts:create',
    parameters: previewParameters,
    prepare: previewDates,
    respond({ reply, scope, prepared }) {
      reply.header('content-language', scope.language)
      return sendJson(reply, prepared)
    },
  }),
})
