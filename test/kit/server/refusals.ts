import assert from 'node:assert/strict'
import type { TestAnswer } from './server.ts'

/** Kinds a wrong parameter may have in `details`. */
export type Kinds = Record<string, 'rest_invalid_type' | 'rest_not_in_enum'>

/**
 * The answer refuses, in the contract's shape, with just this.
 * @param params the parameters it names, in any order; undefined when a refusal of this code names none
 * @param kinds  those of them that have a kind of their own
 */
export function assertRefused(
  { status, body }: TestAnswer,
  expected: { status: number; code: string; params?: readonly string[]; kinds?: Kinds },
): void {
  const { params = {}, details = [] } = body?.data ?? {}
  assert.deepEqual(
    {
      status,
      code: body?.code,
      params: (Array.isArray(params) ? params : Object.keys(params)).toSorted(),
      // Without kinds there is an empty LIST.
      details: Array.isArray(details) ? details : kindsOf(details),
    },
    {
      status: expected.status,
      code: expected.code,
      params: (expected.params ?? []).toSorted(),
      details: expected.kinds && Object.keys(expected.kinds).length > 0 ? expected.kinds : [],
    },
    JSON.stringify(body),
  )
  assert.equal(body.data.status, status)
  assert.equal(typeof body.message, 'string')
}

const kindsOf = (details: Record<string, { code: string; data: { param: string } }>) =>
  Object.fromEntries(
    Object.entries(details).map(([name, { code, data }]) => {
      assert.equal(data.param, name)
      return [name, code]
    }),
  )
