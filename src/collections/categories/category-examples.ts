import type { Face } from '../../core/faces.ts'
import type { Urls } from '../../core/urls.ts'
import type { CollectionExamples } from '../collection.ts'
import { languageFieldsExample } from '../records/record-examples.ts'

const category = (urls: Urls, { taxonomy }: Face) => ({
  id: 3,
  count: 8,
  description: 'Concerts and sessions.',
  name: 'Music',
  slug: 'music',
  taxonomy: taxonomy.category,
  parent: 0,
  meta: [],
  url: urls.page('category', 'music'),
  version: 1,
  urls: { self: urls.item('categories', 3), collection: urls.collection('categories') },
  ...languageFieldsExample('music', urls.item('categories', 3), urls.page('category', 'music')),
})

/** An example of the JSON with which an event contains a category. */
export const embeddedCategoryExample = (urls: Urls, face: Face) => {
  const { url: _, meta: __, version: ___, language, original_language, translations, ...shown } = category(urls, face)
  return { ...shown, term_group: 0, term_taxonomy_id: 3, filter: 'raw' }
}

export const categoryExamples = {
  create: { name: 'Music', description: 'Concerts and sessions.' },
  update: { description: 'Concerts, sessions and festivals.' },
  texts: { name: 'Musik', description: 'Konzerte und Sessions.' },
  record: category,
} satisfies CollectionExamples
