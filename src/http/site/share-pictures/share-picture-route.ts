import type { FastifyInstance } from 'fastify'
import type { Services } from '../../request/create-request-scope.ts'
import { SITE_PREFIX } from '../../request/parse-request-url.ts'
import type { SharePictureSender } from './send-share-picture.ts'

/** Serves the generated pictures for previews of links. Their code is imported by the first request for a picture. */
export function registerSharePictureRoute(app: FastifyInstance, services: Services): void {
  let sender: Promise<SharePictureSender> | undefined
  app.get(`${SITE_PREFIX}/share/:name`, async (request, reply) => {
    sender ??= import('./send-share-picture.ts').then((pictures) => pictures.createSharePictureSender(services))
    return (await sender)(request, reply)
  })
}
