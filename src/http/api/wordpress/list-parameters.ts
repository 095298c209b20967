import type { PageRequest } from '../../../core/list-page.ts'
import {
  attachDocumentationToSchema,
  enumField,
  type FieldError,
  fieldWithCheckAndConversion,
  isStorableText,
  LIST_MAX,
  optionalTextField,
  parseId,
  splitListParameter,
  Type,
} from '../../../core/schema/field-types.ts'
import { numberInRangeField, wholeNumberField } from '../../../core/schema/number-fields.ts'
import type { QueryParameters } from '../../../core/urls.ts'
import { type Context, contextParameter } from './send-and-link-wordpress-resource.ts'

/** Default and maximum of `per_page` in WordPress. */
const PER_PAGE = { default: 10, maximum: 100 }

const list = <Entry>(decode: (entry: unknown) => Entry | undefined, error: FieldError) => {
  const entry = Type.Union([Type.Integer(), Type.String()])
  const entriesOf = (value: unknown) => splitListParameter(value)?.filter((one) => one !== '')
  return fieldWithCheckAndConversion(
    Type.Union([entry, Type.Array(entry, { maxItems: LIST_MAX })]),
    (value) => entriesOf(value)?.every((one) => decode(one) !== undefined) ?? false,
    (value) => [...new Set((entriesOf(value) ?? []).map((one) => decode(one) as Entry))],
    error,
  )
}

/**
 * Schema of a list of ids: an array, or text separated by commas. Converted to numbers without duplicates. May be
 * empty.
 */
export const optionalIdListField = () => list(parseId, { reason: 'reason.ids' })

/** Schema of a list of texts, such as slugs: an array, or text separated by commas. May be empty. */
export const optionalTextListField = () =>
  list((entry) => (typeof entry === 'string' && isStorableText(entry) ? entry : undefined), { reason: 'reason.texts' })

/** Schema of a list of some of a fixed set of words. May be empty. */
export const optionalListOfFixedWordsField = <Word extends string>(words: readonly Word[]) =>
  list((entry) => words.find((word) => word === entry), {
    reason: 'reason.choice',
    placeholders: { choices: words.join(', ') },
  })

/** The values of `wordpressListParameters` and of the parameter `order`. */
export interface WordpressListQuery {
  context?: Context
  page?: number
  per_page?: number
  offset?: number
  search?: string
  include?: number[]
  exclude?: number[]
  slug?: string[]
  order?: 'asc' | 'desc'
}

/** Query parameters of every list in the WordPress API, except those that sort the list. */
export const wordpressListParameters = {
  ...contextParameter,
  page: Type.Optional(attachDocumentationToSchema(wholeNumberField(), { default: 1 })),
  per_page: Type.Optional(
    attachDocumentationToSchema(numberInRangeField(1, PER_PAGE.maximum, Number.isInteger), {
      default: PER_PAGE.default,
    }),
  ),
  offset: Type.Optional(wholeNumberField({ minimum: 0 })),
  search: Type.Optional(optionalTextField()),
  include: Type.Optional(optionalIdListField()),
  exclude: Type.Optional(optionalIdListField()),
  slug: Type.Optional(optionalTextListField()),
}

/** Query parameters that sort a list. @param attributes the values of `orderby` */
export const wordpressSortParameters = <const Attributes extends readonly string[]>(
  attributes: Attributes,
  defaults: { orderby: Attributes[number]; order: 'asc' | 'desc' },
) => ({
  order: Type.Optional(attachDocumentationToSchema(enumField(['asc', 'desc']), { default: defaults.order })),
  orderby: Type.Optional(attachDocumentationToSchema(enumField(attributes), { default: defaults.orderby })),
})

/** Page number, page size and offset of a list request, with the defaults of WordPress. */
export const createWordpressPageRequest = ({
  page = 1,
  per_page: perPage = PER_PAGE.default,
  offset,
}: Pick<WordpressListQuery, 'page' | 'per_page' | 'offset'>): PageRequest => ({ page, perPage, offset })

/**
 * The query parameters for the URLs of the next and previous page, as WordPress writes them: lists with indexes
 * and objects with indexes (`slug[0]=a`), booleans as 0 or 1, all others as sent.
 * @param sent query parameters of the request
 * @param values the same parameters after conversion
 */
export function parametersOfNextAndPreviousPageLinks(sent: Record<string, unknown>, values: object): QueryParameters {
  const pairs = Object.entries(sent).flatMap(([name, value]): [string, string][] => {
    const converted = (values as Record<string, unknown>)[name]
    if (typeof converted === 'object' || typeof converted === 'boolean') return pairsOf(name, converted)
    return typeof value === 'string' ? [[name, value]] : []
  })
  return Object.fromEntries(pairs)
}

function pairsOf(name: string, value: unknown): [string, string][] {
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, member]) => pairsOf(`${name}[${key}]`, member))
  }
  return [[name, String(typeof value === 'boolean' ? Number(value) : value)]]
}
