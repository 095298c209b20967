import type { Urls } from '../../core/urls.ts'

/** This file contains fields that the example records of several collections share. */

export const POST_FIELDS_EXAMPLE = {
  author: '1',
  status: 'publish',
  date: '2031-01-15 09:30:00',
  date_utc: '2031-01-15 08:30:00',
  modified: '2031-01-15 09:30:00',
  modified_utc: '2031-01-15 08:30:00',
  version: 1,
}

export const globalIdsExample = ({ host }: Urls, id: number) => {
  const global_id = `${host}?id=${id}`
  return { global_id, global_id_lineage: [global_id] }
}

/** The fields for language and translations of an example record without translations. */
export const languageFieldsExample = (slug: string, rest_url: string, url: string) => ({
  language: 'en',
  original_language: 'en',
  translations: { en: { slug, rest_url, url } },
})
