import { LOCALES, type PageLanguage } from '../../core/language.ts'

/** A text for each plural category of a language (Unicode CLDR); `#` is replaced by the number. */
export type PluralTexts = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** Creates a function that returns the text for a number, in the plural form that the language uses for this number. */
export function createPluralText(language: PageLanguage, texts: PluralTexts): (count: number) => string {
  const rules = new Intl.PluralRules(LOCALES[language])
  return (count) => (texts[rules.select(count)] ?? texts.other).replace('#', String(count))
}

/**
 * Like `createPluralText`, for languages with two forms: French writes `0 événement`, English `0 events`.
 * @param one text for the numbers of the plural category `one` (Unicode CLDR); `#` is replaced by the number
 * @param other text for all other numbers
 */
export const createTwoFormPluralText = (
  language: PageLanguage,
  one: string,
  other: string,
): ((count: number) => string) => createPluralText(language, { one, other })
