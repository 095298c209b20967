import { countPublicEventsByLanguage } from '../../collections/events/count-events-by-language.ts'
import type { Language } from '../../core/language.ts'
import type { Services } from '../request/create-request-scope.ts'
import { sendJson } from '../response/send-json.ts'
import { createHandlerThatChecksParametersAndRight } from '../routes/handler-that-checks-parameters-and-right.ts'
import type { DocumentedRoute } from '../routes/route.ts'

/** The route that lists the languages of the site, the default language first. */
export const languagesRoute = (services: Services): DocumentedRoute => ({
  path: '/languages',
  methods: ['GET'],
  id: 'listLanguages',
  verb: 'read',
  group: 'site',
  resource: 'site',
  responseSchema: 'LanguageList',
  failures: [],
  ...createHandlerThatChecksParametersAndRight(services, {
    right: 'anyone',
    async respond({ reply, scope: { db, urls } }) {
      const events = await countPublicEventsByLanguage(db)
      const languages = services.languages.map((code, index) => ({
        code,
        name: nativeName(code),
        is_default: index === 0,
        // Address of the API in this language; for the default language, the path has no language prefix.
        root: urls.inLanguage(code).namespaceRoot,
        events: events.get(code) ?? 0,
      }))
      return sendJson(reply, { languages })
    },
  }),
})

const nativeName = (code: Language) => new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code
