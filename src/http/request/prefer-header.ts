import type { IncomingHttpHeaders } from 'node:http'

/** The preference that unknown parameters are errors, as it is written in `Preference-Applied`. */
export const STRICT_HANDLING = 'handling=strict'

/**
 * Whether the request contains `Prefer: handling=strict` (RFC 7240, 4.4). Of repeated preferences, the first applies.
 */
export function prefersStrictHandling({ prefer }: IncomingHttpHeaders): boolean {
  if (prefer === undefined) return false
  const preferences = [prefer].flat().join(',').split(',')
  const handling = preferences.find((preference) => /^\s*handling\s*=/i.test(preference)) ?? ''
  return /=\s*"?strict"?\s*(;|$)/i.test(handling)
}
