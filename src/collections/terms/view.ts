import type { Face } from '../../core/faces.ts'
import {
  type ComponentSchemas,
  translatedPageSchema,
  translationFields,
  urlSchema,
} from '../../core/schema/response-schema.ts'
import { Type } from '../../core/schema/schema.ts'

const common = {
  id: Type.Integer({ minimum: 1 }),
  name: Type.String(),
  slug: Type.String(),
  description: Type.String(),
  count: Type.Integer({ minimum: 0 }),
  urls: Type.Object({ self: urlSchema(), collection: urlSchema(), up: Type.Optional(urlSchema()) }),
}

/** What `presentTerm` and `presentEmbeddedTerm` make, with the taxonomy names of the face. */
export function termViews({ taxonomy }: Face) {
  const parent = Type.Integer({ minimum: 0 })
  const record = {
    ...common,
    meta: Type.Array(Type.Unknown(), { maxItems: 0 }),
    url: urlSchema(),
    ...translationFields(),
  }
  return {
    Term: Type.Object({
      ...common,
      parent,
      taxonomy: Type.Enum([taxonomy.category, taxonomy.tag]),
      term_group: Type.Integer(),
      term_taxonomy_id: Type.Integer(),
      filter: Type.Literal('raw'),
    }),
    Category: Type.Object({ ...record, parent, taxonomy: Type.Literal(taxonomy.category) }),
    Tag: Type.Object({ ...record, taxonomy: Type.Literal(taxonomy.tag) }),
    CategoryList: translatedPageSchema('categories', 'Category'),
    TagList: translatedPageSchema('tags', 'Tag'),
  } satisfies ComponentSchemas
}
