import type { Urls } from '../../core/urls.ts'
import type { CollectionExamples } from '../collection.ts'
import { globalIdsExample, languageFieldsExample, POST_FIELDS_EXAMPLE } from '../records/record-examples.ts'

const organizer = (urls: Urls) => ({
  id: 13,
  ...POST_FIELDS_EXAMPLE,
  url: urls.page('organizer', 'quay-society'),
  organizer: 'Quay Society',
  slug: 'quay-society',
  phone: '+351 21 000 0000',
  website: 'https://quay.example/',
  email: 'hello@quay.example',
  ...globalIdsExample(urls, 13),
  ...languageFieldsExample('quay-society', urls.item('organizers', 13), urls.page('organizer', 'quay-society')),
})

export const organizerExamples = {
  create: { organizer: 'Quay Society', website: 'https://quay.example/' },
  update: { email: 'hello@quay.example' },
  texts: { organizer: 'Verein am Kai' },
  record: organizer,
} satisfies CollectionExamples
