import assert from 'node:assert/strict'
import type { TestAnswer } from './server.ts'

/** Codes of single invalid parameters in `details`. */
export type Kinds = Record<string, 'rest_invalid_type' | 'rest_not_in_enum'>

/**
 * Asserts an error response in the shape of the contract.
 * @param params names of the invalid parameters, in any order; undefined if errors with this code name none
 * @param kinds  parameters with their own code in `details`
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
      // Without parameters that have their own code, the contract requires an empty array.
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
