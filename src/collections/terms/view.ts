import type { Face } from '../../core/faces.ts'
import { Type } from '../../core/schema/schema.ts'
import { address, inLanguages, pageInLanguage, type Views } from '../../core/schema/view.ts'

const common = {
  id: Type.Integer({ minimum: 1 }),
  name: Type.String(),
  slug: Type.String(),
  description: Type.String(),
  count: Type.Integer({ minimum: 0 }),
  urls: Type.Object({ self: address(), collection: address(), up: Type.Optional(address()) }),
}

/** What `presentTerm` and `presentEmbeddedTerm` make, with the taxonomy names of the face. */
export function termViews({ taxonomy }: Face) {
  const parent = Type.Integer({ minimum: 0 })
  const record = { ...common, meta: Type.Array(Type.Unknown(), { maxItems: 0 }), url: address(), ...inLanguages() }
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
    CategoryList: pageInLanguage('categories', 'Category'),
    TagList: pageInLanguage('tags', 'Tag'),
  } satisfies Views
}
