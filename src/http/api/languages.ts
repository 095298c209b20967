import type { FastifyInstance } from 'fastify'
import { countPublicEventsByLanguage } from '../../collections/events/language-counts.ts'
import { Problems } from '../../core/errors.ts'
import type { Language } from '../../core/language.ts'
import { API_PREFIX } from '../request/address.ts'
import { createScope, type Services } from '../request/scope.ts'
import { sendJson } from '../response/json.ts'

/** The languages of the site, its default first. */
export function registerLanguagesRoutes(app: FastifyInstance, services: Services): void {
  app.get(`${API_PREFIX}/languages`, async (request, reply) => {
    reply.header('allow', 'GET')
    const problems = new Problems()
    const { db, urls } = await createScope(services, request, request.query as Record<string, unknown>, problems)
    problems.throwIfAny()
    const events = await countPublicEventsByLanguage(db)
    const languages = services.languages.map((code, index) => ({
      code,
      name: nativeName(code),
      is_default: index === 0,
      // The default language answers at the root without one as well, and that is its proper address.
      root: urls.inLanguage(code).namespaceRoot,
      events: events.get(code) ?? 0,
    }))
    return sendJson(reply, { languages })
  })
}

const nativeName = (code: Language) => new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code
