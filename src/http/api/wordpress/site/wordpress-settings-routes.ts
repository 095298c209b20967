import { type Scope, siteDefaultLanguage } from '../../../../collections/scope.ts'
import type { Problems } from '../../../../core/errors.ts'
import type { Language } from '../../../../core/language.ts'
import { type TSchema, Type } from '../../../../core/schema/field-types.ts'
import { createOptionalParameterSet, type ParameterSet } from '../../../../core/schema/parameter-set.ts'
import { type Settings, settingsParameters } from '../../../../settings/site-settings.ts'
import type { Services } from '../../../request/create-request-scope.ts'
import { createHandlerThatChecksParametersAndRight } from '../../../routes/handler-that-checks-parameters-and-right.ts'
import { type Route, UPDATE_METHODS } from '../../../routes/route.ts'
import { storeAndAuditSettings } from '../../settings-routes.ts'
import { sendWordpressResource } from '../send-and-link-wordpress-resource.ts'
import { frontPageUrl } from './api-index.ts'

const ADDRESS = { base: 'wordpress', path: '/wp/v2/settings' } as const

/** The routes that read and change the settings under their WordPress names, for administrators only. */
export const wordpressSettingsRoutes = (services: Services): Route[] => [
  {
    ...ADDRESS,
    methods: ['GET'],
    ...createHandlerThatChecksParametersAndRight(services, {
      right: 'settings:write',
      respond: (checked) => sendWordpressResource(checked, presentSettings(checked.scope)),
    }),
  },
  {
    ...ADDRESS,
    methods: UPDATE_METHODS,
    ...createHandlerThatChecksParametersAndRight(services, {
      right: 'settings:write',
      parameters: WORDPRESS_SETTINGS,
      async respond(checked) {
        const { scope, values } = checked
        const site = await storeAndAuditSettings(scope, values)
        return sendWordpressResource(checked, presentSettings({ ...scope, site }))
      },
    }),
  },
]

const { title, timezone, per_page } = settingsParameters.schema.properties as Record<string, TSchema>
const RENAMED = createOptionalParameterSet(
  Type.Object({ title, timezone, posts_per_page: per_page } as Record<string, TSchema>),
)

/**
 * Each WordPress setting with its counterpart in this server. Settings without a counterpart are accepted and ignored.
 */
const WORDPRESS_SETTINGS: ParameterSet<Partial<Settings>> = {
  schema: RENAMED.schema,
  read(sent: Record<string, unknown>, problems: Problems) {
    const { posts_per_page, ...others } = RENAMED.read(sent, problems) as Partial<Settings> & {
      posts_per_page?: number
    }
    return { ...others, ...(posts_per_page !== undefined && { per_page: posts_per_page }) }
  },
}

function presentSettings(scope: Scope) {
  const { title, timezone, per_page } = scope.site
  return {
    title,
    description: '',
    url: frontPageUrl(scope),
    timezone,
    date_format: 'F j, Y',
    time_format: 'g:i a',
    start_of_week: 1,
    language: LOCALES[siteDefaultLanguage(scope)],
    posts_per_page: per_page,
  }
}

/** The locale of WordPress for each language. */
const LOCALES: Record<Language, string> = { en: 'en_US', fi: 'fi', fr: 'fr_FR', de: 'de_DE', es: 'es_ES' }
