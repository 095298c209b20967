import type { Face } from '../../core/faces.ts'
import { TERM_KINDS } from '../../core/kinds.ts'
import { Type } from '../../core/schema/field-types.ts'
import {
  type ComponentSchemas,
  listPageSchemaWithLanguage,
  translationFieldSchemas,
  urlSchema,
  versionSchema,
} from '../../core/schema/response-schema.ts'

const common = {
  id: Type.Integer({ minimum: 1 }),
  name: Type.String(),
  slug: Type.String(),
  description: Type.String(),
  count: Type.Integer({ minimum: 0 }),
  urls: Type.Object({ self: urlSchema(), collection: urlSchema(), up: Type.Optional(urlSchema()) }),
}

const parent = Type.Integer({ minimum: 0 })
const record = {
  ...common,
  meta: Type.Array(Type.Unknown(), { maxItems: 0 }),
  url: urlSchema(),
  version: versionSchema(),
  ...translationFieldSchemas(),
}

/** JSON schemas of categories and their lists, and of `Term`: a category or tag as a part of an event. */
export const categoryResponseSchemas = ({ taxonomy }: Face) =>
  ({
    Term: Type.Object({
      ...common,
      parent,
      taxonomy: Type.Enum(TERM_KINDS.map((kind) => taxonomy[kind])),
      term_group: Type.Integer(),
      term_taxonomy_id: Type.Integer(),
      filter: Type.Literal('raw'),
    }),
    Category: Type.Object({ ...record, parent, taxonomy: Type.Literal(taxonomy.category) }),
    CategoryList: listPageSchemaWithLanguage('categories', 'Category'),
  }) satisfies ComponentSchemas

export const tagResponseSchemas = ({ taxonomy }: Face) =>
  ({
    Tag: Type.Object({ ...record, taxonomy: Type.Literal(taxonomy.tag) }),
    TagList: listPageSchemaWithLanguage('tags', 'Tag'),
  }) satisfies ComponentSchemas
