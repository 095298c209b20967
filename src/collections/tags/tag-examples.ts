import type { Face } from '../../core/faces.ts'
import type { Urls } from '../../core/urls.ts'
import type { CollectionExamples } from '../collection.ts'
import { languageFieldsExample } from '../records/record-examples.ts'

const tag = (urls: Urls, { taxonomy }: Face) => ({
  id: 4,
  count: 2,
  description: '',
  name: 'Open air',
  slug: 'open-air',
  taxonomy: taxonomy.tag,
  meta: [],
  url: urls.page('tag', 'open-air'),
  version: 1,
  urls: { self: urls.item('tags', 4), collection: urls.collection('tags') },
  ...languageFieldsExample('open-air', urls.item('tags', 4), urls.page('tag', 'open-air')),
})

export const tagExamples = {
  create: { name: 'Open air' },
  update: { name: 'Open-air' },
  texts: { name: 'Unter freiem Himmel' },
  record: tag,
} satisfies CollectionExamples
