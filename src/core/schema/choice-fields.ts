import {
  attachDocumentationToSchema,
  fieldWithCheckAndConversion,
  LIST_MAX,
  splitListParameter,
  Type,
} from './field-types.ts'

/**
 * Schema of a text that must mean one of a fixed set of words.
 * @param parse returns the word that a text means; undefined for invalid text
 */
export const choiceField = <Word extends string>(
  words: readonly Word[],
  parse: (text: string) => Word | undefined = exactly(words),
) =>
  attachDocumentationToSchema(
    fieldWithCheckAndConversion(
      Type.String({ maxLength: CHOICE_LENGTH_MAX }),
      (text) => parse(text) !== undefined,
      (text) => parse(text) as Word,
      errorOf(words),
    ),
    { published: { type: 'string', enum: [...words] } },
  )

/**
 * Schema of at least one of a fixed set of words: an array, a repeated query parameter, or text separated by commas.
 * Converted to words without duplicates.
 */
export const choiceListField = <Word extends string>(
  words: readonly Word[],
  parse: (text: string) => Word | undefined = exactly(words),
) => {
  const read = (value: unknown) => splitListParameter(value)?.map((entry) => parse(String(entry)))
  return attachDocumentationToSchema(
    fieldWithCheckAndConversion(
      Type.Union([Type.String(), Type.Array(Type.String({ maxLength: CHOICE_LENGTH_MAX }), { maxItems: LIST_MAX })]),
      (value) => {
        const entries = read(value)
        return entries !== undefined && entries.length > 0 && !entries.includes(undefined)
      },
      (value) => [...new Set(read(value) as Word[])],
      errorOf(words),
    ),
    { published: { type: 'string', pattern: `^(${words.join('|')})(,(${words.join('|')}))*$` } },
  )
}

const exactly =
  <Word extends string>(words: readonly Word[]) =>
  (text: string) =>
    words.find((word) => word === text)

/**
 * Maximum length of the text of a choice. The longest valid texts are addresses such as
 * `https://schema.org/EventCancelled`.
 */
const CHOICE_LENGTH_MAX = 100

const errorOf = (words: readonly string[]) =>
  ({
    reason: 'reason.choice',
    placeholders: { choices: words.join(', ') },
    isTypeError: (value: unknown) => value === null,
  }) as const
