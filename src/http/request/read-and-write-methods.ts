import type { IncomingMessage } from 'node:http'

type MethodOnly = Pick<IncomingMessage, 'method'>

const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

export const isWriteRequest = ({ method = '' }: MethodOnly) => WRITES.has(method)

/** Whether the method is GET or HEAD. OPTIONS counts as neither a read nor a write. */
export const isReadRequest = ({ method }: MethodOnly) => method === 'GET' || method === 'HEAD'

/**
 * The methods of a Fastify route: HEAD is added to GET. Otherwise Fastify would register a second route for HEAD, with
 * copies of all hooks; with hundreds of routes these take megabytes.
 */
export const addHeadToGet = <Method extends string>(methods: readonly Method[]): (Method | 'HEAD')[] =>
  methods.some((method) => method === 'GET') ? [...methods, 'HEAD'] : [...methods]
