import { createRequire } from 'node:module'
import type { Validator } from 'typebox/schema'
import type { TSchema } from './schema.ts'

const require = createRequire(import.meta.url)

/**
 * What tells whether values fit a schema. The compiler is loaded with the first: a start needs none of its 150 files, and
 * `typebox/compile`, which also converts values, would load as many again.
 */
export function compileValidator(schema: TSchema): Pick<Validator, 'Check'> {
  const { Compile } = require('typebox/schema') as typeof import('typebox/schema')
  return Compile(schema)
}
