import { EXPERIMENTAL_API_ACKNOWLEDGEMENT } from '../../../src/core/experimental-api-acknowledgement.ts'
import { TEC_V1 } from '../../../src/core/faces.ts'
import type { Ask, TestServer } from './server.ts'

/** A function that sends requests to the tec/v1 API, with the header that it requires. */
export const tecV1Of =
  (server: TestServer) =>
  (method: string, path: string, { headers, ...options }: Ask = {}) =>
    server.ask(method, path, {
      face: TEC_V1,
      headers: { 'x-tec-eea': EXPERIMENTAL_API_ACKNOWLEDGEMENT, ...headers },
      ...options,
    })

/** The kinds of records that this API reads and writes. */
export const TEC_V1_KINDS = ['event', 'venue', 'organizer'] as const

/** The required fields of an event; it takes place after `TEST_NOW`. */
export const TEC_V1_EVENT = { title: 'Concert', start_date: '2030-07-01 10:00:00', end_date: '2030-07-01 12:00:00' }
