import { embeddedCategoryExample } from '../../collections/categories/category-examples.ts'
import { COLLECTIONS } from '../../collections/collection-by-kind.ts'
import { POST_FIELDS_EXAMPLE } from '../../collections/records/record-examples.ts'
import type { Face } from '../../core/faces.ts'
import type { Urls } from '../../core/urls.ts'
import { imageFieldExample } from '../../media/image-field-example.ts'
import { IMPORT_EXAMPLES } from '../api/imports/openapi-examples-of-imports.ts'
import { capitalizeFirstLetter } from '../api/paths-and-rights-of-record-routes.ts'
import type { DocumentExamples } from './openapi-document-input-types.ts'
import { BODY_EXAMPLES, PARAMETER_EXAMPLES } from './request-examples.ts'

/**
 * The functions of this file create example responses. URLs in an example have the host and API path of the OpenAPI
 * document that contains it.
 */

const picture = (urls: Urls) => ({
  ...imageFieldExample(urls),
  author: '1',
  date: POST_FIELDS_EXAMPLE.date,
  date_utc: POST_FIELDS_EXAMPLE.date_utc,
  title: 'The quay at night',
  alt: 'Lanterns along the water',
  caption: 'The quay during the festival of lanterns.',
  credit: 'Photo: Mina Salo',
  focus: 'top',
  alt_texts: { de: 'Laternen am Wasser' },
  mime_type: 'image/jpeg',
  rest_url: `${urls.namespaceRoot}/media/14`,
  version: 1,
})

const translation = (urls: Urls) => ({
  language: 'en',
  title: 'Jazz on the Quay',
  slug: 'jazz-on-the-quay',
  rest_url: urls.item('events', 15),
  url: urls.page('event', 'jazz-on-the-quay'),
  modified: POST_FIELDS_EXAMPLE.modified,
  outdated: false,
})

/** An example of each kind of record, by schema name. */
const recordExamples = (urls: Urls, face: Face): Record<string, unknown> => ({
  ...Object.fromEntries(
    COLLECTIONS.map(({ kind, examples }) => [capitalizeFirstLetter(kind), examples.record(urls, face)]),
  ),
  Term: embeddedCategoryExample(urls, face),
  Image: imageFieldExample(urls),
  Picture: picture(urls),
  Translations: { translations: [translation(urls)] },
  AuditEntry: {
    id: 16,
    date: POST_FIELDS_EXAMPLE.date,
    date_utc: POST_FIELDS_EXAMPLE.date_utc,
    user: 'anna',
    user_id: 1,
    action: 'updated',
    collection: 'events',
    record: 15,
    title: 'Jazz on the Quay',
    language: 'en',
    fields: ['title', 'start_date'],
    face: face.name,
    request_id: '6f1d2c1e-8a54-4c1b-00000a7f',
  },
  ...IMPORT_EXAMPLES,
})

/** The examples of the routes that the native API and tribe/events/v1 share. */
export const SHARED_EXAMPLES: DocumentExamples = {
  records: recordExamples,
  bodies: BODY_EXAMPLES,
  parameters: PARAMETER_EXAMPLES,
}
