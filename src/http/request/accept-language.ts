import { memoize } from '../../core/generic/memoize.ts'

/** Number of characters of an `Accept-Language` header that are parsed; the others are ignored. */
const LENGTH_MAX = 200

/** The languages of an `Accept-Language` header without their regions, most preferred first (RFC 9110, 12.5.4). */
const preferredLanguages = memoize((header): readonly string[] => {
  const weighted = header.split(',').map((item) => {
    const [tag = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice('q='.length)
    return { language: tag.split('-', 1)[0] as string, weight: weight === undefined ? 1 : Number(weight) || 0 }
  })
  const accepted = weighted.filter(({ weight }) => weight > 0)
  return accepted.sort((one, other) => other.weight - one.weight).map(({ language }) => language)
}, 100)

/**
 * Chooses the language that a reader prefers.
 * @param header value of the `Accept-Language` header
 * @returns undefined if the reader accepts none of the languages
 */
export function negotiateLanguage<Code extends string>(
  header: string | undefined,
  languages: readonly Code[],
): Code | undefined {
  if (header === undefined) return undefined
  for (const accepted of preferredLanguages(header.slice(0, LENGTH_MAX))) {
    const language = languages.find((one) => one === accepted)
    if (language !== undefined) return language
  }
  return undefined
}
