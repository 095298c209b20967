import type { FastifyInstance } from 'fastify'
import { computeOnce } from '../../../core/generic/compute-once.ts'
import type { Services } from '../../request/create-request-scope.ts'
import { SITE_PREFIX } from '../../request/parse-request-url.ts'

/** Serves the generated pictures for previews of links. Their code is imported by the first request for a picture. */
export function registerSharePictureRoute(app: FastifyInstance, services: Services): void {
  const load = computeOnce(async () => (await import('./send-share-picture.ts')).createSharePictureSender(services))
  app.get(`${SITE_PREFIX}/share/:name`, async (request, reply) => (await load())(request, reply))
}
