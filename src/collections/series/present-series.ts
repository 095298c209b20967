import { htmlToText } from '../../core/text/html.ts'
import { appendQueryToUrl } from '../../core/urls.ts'
import {
  postPageUrl,
  presentGlobalIdFields,
  presentImageOfPost,
  presentLanguagesOfPost,
  presentPost,
  withoutEmptyFields,
} from '../posts/present-post.ts'
import type { Scope } from '../scope.ts'
import type { LinkedSeriesRow, SeriesRow } from './series-store.ts'

/**
 * Converts a series to JSON.
 * @param isSingle whether to include JSON-LD, as in responses that contain only one record
 */
export function presentSeries(scope: Scope, series: SeriesRow, isSingle = false) {
  const { urls } = scope
  const { text, programme } = series
  const post = presentPost(scope, 'series', series)
  return {
    id: series.id,
    ...presentGlobalIdFields(scope, series.id),
    ...post,
    rest_url: urls.item('series', series.id),
    title: text.title,
    description: text.description,
    excerpt: text.excerpt,
    slug: text.slug,
    kind: series.kind,
    website: series.website,
    image: presentImageOfPost(scope, series),
    first_start_date: programme.first_start,
    last_start_date: programme.last_start,
    events_total: programme.events_total,
    rest_url_events: appendQueryToUrl(urls.listing('events'), { series: series.id }),
    ...(isSingle && { json_ld: seriesLinkedData(scope, series) }),
    ...presentLanguagesOfPost(scope, 'series', series),
  }
}

/** Converts a series to JSON as events contain it. */
export const presentEmbeddedSeries = (scope: Scope, series: LinkedSeriesRow) => ({
  id: series.id,
  title: series.text.title,
  slug: series.text.slug,
  kind: series.kind,
  url: postPageUrl(scope, 'series', series)(scope.urls, series.text),
  rest_url: scope.urls.item('series', series.id),
})

/** The series to which an event belongs, as the object that the JSON-LD of the event contains. */
export function embeddedSeriesLinkedData(scope: Scope, series: LinkedSeriesRow) {
  const url = postPageUrl(scope, 'series', series)(scope.urls, series.text)
  return {
    '@type': series.kind === 'festival' ? 'Festival' : 'EventSeries',
    '@id': url,
    name: htmlToText(series.text.title),
    url,
  }
}

/** The series in JSON-LD, as a schema.org EventSeries or Festival. */
function seriesLinkedData(scope: Scope, series: SeriesRow) {
  const { text, programme } = series
  const picture = presentImageOfPost(scope, series)
  return {
    '@context': 'https://schema.org',
    ...embeddedSeriesLinkedData(scope, series),
    ...withoutEmptyFields({
      description: htmlToText(text.description) || htmlToText(text.excerpt),
      image: picture && [picture.url],
      startDate: programme.first_start?.slice(0, 10) ?? '',
      endDate: programme.last_start?.slice(0, 10) ?? '',
      sameAs: series.website,
    }),
    inLanguage: text.language,
  }
}
