import type { IncomingMessage } from 'node:http'

type MethodOnly = Pick<IncomingMessage, 'method'>

const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

export const isWriteRequest = ({ method = '' }: MethodOnly) => WRITES.has(method)

/** Whether the method is GET or HEAD. OPTIONS counts as neither a read nor a write. */
export const isReadRequest = ({ method }: MethodOnly) => method === 'GET' || method === 'HEAD'
