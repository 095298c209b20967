import type { IncomingHttpHeaders } from 'node:http'
import { ACKNOWLEDGEMENT } from '../../core/experimental-api.ts'

/**
 * Whether a request has the header `X-TEC-EEA` with the sentence in `ACKNOWLEDGEMENT`; upper and lower case do not
 * matter.
 */
export const acknowledgesExperimentalApi = ({ 'x-tec-eea': sent }: IncomingHttpHeaders): boolean =>
  typeof sent === 'string' && sent.trim().toLowerCase() === ACKNOWLEDGEMENT.toLowerCase()
