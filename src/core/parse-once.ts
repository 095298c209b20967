import { memoize } from './memoize.ts'

const TEXTS_MAX = 200

/**
 * Validating a field and converting it both parse its value. The result is parsed once for each object, and the results of
 * the last few hundred texts are reused, because most events repeat the same ones.
 */
export function parseOnce<Result>(parse: (value: unknown) => Result): (value: unknown) => Result {
  const byText = memoize((text) => ({ result: parse(text) }), TEXTS_MAX)
  const byObject = new WeakMap<object, { result: Result }>()
  return (value) => {
    if (typeof value === 'string') return byText(value).result
    if (typeof value !== 'object' || value === null) return parse(value)
    const parsed = byObject.get(value) ?? { result: parse(value) }
    byObject.set(value, parsed)
    return parsed.result
  }
}
