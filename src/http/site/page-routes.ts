import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CalendarError } from '../../core/errors.ts'
import { computeOnce } from '../../core/generic/compute-once.ts'
import { INDEXED_KINDS, isHierarchicalKind, KIND_PROPERTIES, KINDS, POST_KINDS } from '../../core/kinds.ts'
import { pathOfRecordIndex, SUGGESTIONS_PATH, VIEW_NAMES } from '../../pages/page-paths.ts'
import { isPeriodView } from '../../pages/period-of-view.ts'
import type { PageAssets } from '../../pages/render-page-document.ts'
import { addVaryAcceptEncoding } from '../feeds/send-text-whole-or-streamed.ts'
import type { Services } from '../request/create-request-scope.ts'
import { SITE_PREFIX } from '../request/parse-request-url.ts'
import type { PageRouteOptions } from './page-handlers.ts'
import type { PageHandler } from './page-response-types.ts'
import type { PageSenderOptions } from './page-sender.ts'

type PageHandlers = typeof import('./page-handlers.ts')

/**
 * Registers the HTML pages: the views of the calendar (month, list and so on) and a page for each record, also at the
 * addresses that they have in The Events Calendar. Their code, a hundred modules, is imported by the first request for
 * a page, so that the server starts faster.
 * @returns a function that sends an error as a page
 */
export function registerPublicPages(
  app: FastifyInstance,
  services: Services,
  options: PageSenderOptions & { files: PageAssets },
) {
  const load = computeOnce(() => loadPages(services, options))
  const serve = (path: string, choose: (handlers: PageHandlers) => PageHandler, route: PageRouteOptions = {}) =>
    app.get(SITE_PREFIX + path, { config: { isPage: true }, onSend: addVaryAcceptEncoding }, async (request, reply) => {
      const { handlers, sender } = await load()
      return handlers.respondToPageRequest({ services, sender }, choose(handlers), route, request, reply)
    })

  for (const path of ['/', '/index.php']) serve(path, ({ respondToHome }) => respondToHome)
  serve('/embed', ({ respondWithExamples }) => respondWithExamples)
  for (const view of VIEW_NAMES) {
    for (const [root, isEmbedded] of [
      ['/events', false],
      ['/embed', true],
    ] as const) {
      const paths = isPeriodView(view) ? [`${root}/${view}`, `${root}/${view}/:period`] : [`${root}/${view}`]
      for (const path of paths) serve(path, ({ viewHandler }) => viewHandler(view), { isEmbedded })
    }
  }
  // An index, the page that lists all records of a kind, has no paths below its own and no feed.
  for (const kind of INDEXED_KINDS)
    serve(pathOfRecordIndex(kind).slice(0, -1), ({ indexHandler }) => indexHandler(kind), { hasOneMeaning: true })
  app.get(SITE_PREFIX + SUGGESTIONS_PATH.slice(0, -1), { onSend: addVaryAcceptEncoding }, async (request, reply) => {
    const { handlers, sender } = await load()
    return handlers.sendSuggestions(sender, request, reply)
  })
  for (const path of OTHER_PATHS) serve(path, ({ respondToAddress }) => respondToAddress)
  // The pages of the plugin Community Events, on which visitors hand in events.
  serve('/events/community/*', ({ redirectToSubmissions }) => redirectToSubmissions, { hasOneMeaning: true })
  return async (request: FastifyRequest, reply: FastifyReply, error: CalendarError) =>
    (await load()).sender.sendProblem(request, reply, error)
}

async function loadPages(services: Services, options: PageSenderOptions & { files: PageAssets }) {
  const [handlers, { createPageSender }] = await Promise.all([import('./page-handlers.ts'), import('./page-sender.ts')])
  return { handlers, sender: createPageSender(services, options) }
}

/** Path patterns of record pages, and of all addresses that `parsePageAddress` interprets. */
const OTHER_PATHS = [
  ...KINDS.map((kind) => `/${KIND_PROPERTIES[kind].pagePath}/${isHierarchicalKind(kind) ? '*' : ':slug'}`),
  ...POST_KINDS.map((kind) => `/${KIND_PROPERTIES[kind].pagePath}/*`),
  ...['/event', '/events', '/events/*', '/tag/*', '/feed', '/feed/*'],
]
