import { createRequire } from 'node:module'
import type { Validator } from 'typebox/schema'
import type { TSchema } from './field-types.ts'

const require = createRequire(import.meta.url)

/**
 * Compiles a schema into a function that validates values. The compiler of TypeBox is loaded on first use, because its
 * 150 files would slow down the start of the server. The module `typebox/compile`, which can also convert values, would
 * load twice as many files.
 */
export function compileValidator(schema: TSchema): Pick<Validator, 'Check'> {
  const { Compile } = require('typebox/schema') as typeof import('typebox/schema')
  return Compile(schema)
}
