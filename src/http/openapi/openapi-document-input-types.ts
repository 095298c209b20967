import type { Face } from '../../core/faces.ts'
import type { Language } from '../../core/language.ts'
import type { Urls } from '../../core/urls.ts'
import type { Settings } from '../../settings/site-settings.ts'
import type { Endpoint } from './endpoints-of-api.ts'

/** Examples in an OpenAPI document. */
export interface DocumentExamples {
  /** Examples of response bodies, by the name of their schema. */
  records(urls: Urls, face: Face): Record<string, unknown>
  /** Examples of request bodies, by the name of their schema. */
  bodies: Record<string, unknown>
  /** Examples of query parameters, by name. */
  parameters: Record<string, unknown>
}

/** All values on which the contents of an OpenAPI document depend. */
export interface DocumentInputs {
  endpoints: readonly Endpoint[]
  examples: DocumentExamples
  face: Face
  language: Language
  site: Settings
  urls: Urls
  /** Current time in seconds since 1970-01-01 UTC. */
  now: number
}
