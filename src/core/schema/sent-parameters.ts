import type { TSchema } from './field-types.ts'

/**
 * The key in a parsed query or form under which the values of repeated names are stored as lists: `a=1&a=2` is `{ a:
 * '2', [REPEATED]: { a: ['1', '2'] } }`. A symbol, because a client can send any text as a name.
 */
export const REPEATED = Symbol('repeated')

export interface SentParameters {
  [name: string]: unknown
  [REPEATED]?: Record<string, unknown>
}

/**
 * The value of a parameter as it was sent: the list of all values if the name is repeated and the parameter takes a
 * list; the last value otherwise.
 */
export function parameterValueAsSent(schema: TSchema, sent: SentParameters, name: string): unknown {
  const repeated = sent[REPEATED]
  if (repeated !== undefined && Object.hasOwn(repeated, name) && takesList(schema)) return repeated[name]
  return Object.hasOwn(sent, name) ? sent[name] : undefined
}

/** Whether a schema allows a list, alone or besides other types. */
const takesList = (schema: TSchema & { type?: unknown; anyOf?: TSchema[] }): boolean =>
  schema.type === 'array' || (schema.anyOf?.some(takesList) ?? false)
