import type { Face } from '../../core/faces.ts'
import type { Language } from '../../core/language.ts'
import type { Urls } from '../../core/urls.ts'
import type { Settings } from '../../settings/settings.ts'
import type { Endpoint } from './endpoints.ts'

/** All values on which the contents of an OpenAPI document depend. */
export interface DocumentScope {
  endpoints: readonly Endpoint[]
  face: Face
  language: Language
  site: Settings
  urls: Urls
  /** Current time in seconds since 1970-01-01 UTC. */
  now: number
}
