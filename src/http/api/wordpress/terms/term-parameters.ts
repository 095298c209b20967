import { singleLineField, TERM_NAME_MAX, titleTextField } from '../../../../collections/shared-fields.ts'
import type { TermFilter, TermOrder } from '../../../../collections/terms/select-terms.ts'
import { isHierarchicalKind, type TermKind } from '../../../../core/kinds.ts'
import {
  attachDocumentationToSchema,
  ID_MAX,
  idField,
  lenientBooleanField,
  optionalTextField,
  Type,
} from '../../../../core/schema/field-types.ts'
import { wholeNumberField } from '../../../../core/schema/number-fields.ts'
import {
  createOptionalParameterSet,
  createParameterSet,
  type ParameterSet,
} from '../../../../core/schema/parameter-set.ts'
import { type WordpressListQuery, wordpressListParameters, wordpressSortParameters } from '../list-parameters.ts'

/** The parameters of the routes of one taxonomy: categories or tags. */
export interface TermParameters {
  list: ParameterSet<TermListQuery>
  create: ParameterSet<TermFields>
  update: ParameterSet<Partial<TermFields>>
}

export interface TermListQuery extends WordpressListQuery {
  orderby?: TermOrder['by']
  hide_empty?: boolean
  post?: number
  /** Lists only the children of this category; 0 selects categories without a parent. */
  parent?: number
}

export interface TermFields {
  name: string
  description?: string
  slug?: string
  /**
   * Id of the parent category, 0 for none. For a tag, the schema accepts any value, because a tag with a parent gets a
   * more specific error later.
   */
  parent?: number
}

const ORDERS = ['name', 'id', 'slug', 'count', 'description', 'include', 'include_slugs'] as const

const parentField = () => Type.Optional(wholeNumberField({ minimum: 0, maximum: ID_MAX }))

export function createWordpressTermParameters(kind: TermKind): TermParameters {
  const fields = {
    name: titleTextField({ maxLength: TERM_NAME_MAX }),
    description: Type.Optional(singleLineField()),
    slug: Type.Optional(optionalTextField()),
    parent: isHierarchicalKind(kind) ? parentField() : Type.Optional(Type.Unknown()),
  }
  const list = {
    ...wordpressListParameters,
    ...wordpressSortParameters(ORDERS, { orderby: 'name', order: 'asc' }),
    hide_empty: Type.Optional(attachDocumentationToSchema(lenientBooleanField(), { default: false })),
    post: Type.Optional(idField()),
    ...(isHierarchicalKind(kind) && { parent: parentField() }),
  }
  return {
    list: createParameterSet(Type.Object(list)) as ParameterSet<TermListQuery>,
    create: createParameterSet(Type.Object(fields)) as ParameterSet<TermFields>,
    update: createOptionalParameterSet(Type.Object(fields)) as ParameterSet<Partial<TermFields>>,
  }
}

/**
 * Converts the query parameters of a list of categories or tags to a filter, without `post`. Empty values do not
 * filter, as in WordPress.
 */
export function convertTermListQueryToFilter(query: TermListQuery): TermFilter {
  const { include = [], exclude = [], slug = [], parent } = query
  return {
    search: query.search || undefined,
    include: include.length > 0 ? include : undefined,
    exclude,
    slugs: slug.length > 0 ? slug : undefined,
    parent: parent === 0 ? null : parent,
    hideEmpty: query.hide_empty,
  }
}

/**
 * Converts the body of a write request to the fields of the native API. With an empty slug, the slug is made from the
 * name.
 */
export function convertWordpressTermFieldsToNative({ slug, parent, ...others }: Partial<TermFields>) {
  return {
    ...others,
    ...(slug && { slug }),
    ...(parent !== undefined && { parent: parent === 0 ? null : parent }),
  }
}
