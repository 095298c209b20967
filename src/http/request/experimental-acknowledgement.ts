import type { IncomingHttpHeaders } from 'node:http'
import { EXPERIMENTAL_API_ACKNOWLEDGEMENT } from '../../core/experimental-api-acknowledgement.ts'

/**
 * Whether a request has the header `X-TEC-EEA` with the sentence in `EXPERIMENTAL_API_ACKNOWLEDGEMENT`; upper and lower
 * case do not matter.
 */
export const acknowledgesExperimentalApi = ({ 'x-tec-eea': sent }: IncomingHttpHeaders): boolean =>
  typeof sent === 'string' && sent.trim().toLowerCase() === EXPERIMENTAL_API_ACKNOWLEDGEMENT.toLowerCase()
