import { memoize } from './memoize.ts'

const TEXTS_MAX = 200

/**
 * Caches the results of a parser, because a field is parsed twice: for validation and for conversion. The result for an
 * object is cached as long as the object exists. The results for the last few hundred texts are cached too, because
 * most events repeat the same texts.
 */
export function memoizeParser<Result>(parse: (value: unknown) => Result): (value: unknown) => Result {
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
