import { type Language, LOCALES } from '../../core/language.ts'

/**
 * Creates a function that returns a text with a number, in the plural form of the language: French writes
 * `0 événement`, English `0 events`.
 * @param one text for the numbers of the plural category `one` (Unicode CLDR); `#` is replaced by the number
 * @param other text for all other numbers
 */
export function pluralText(language: Language, one: string, other: string): (count: number) => string {
  const rules = new Intl.PluralRules(LOCALES[language])
  return (count) => (rules.select(count) === 'one' ? one : other).replace('#', String(count))
}
