import {
  eventFeedParameters,
  seriesFeedParameters,
  singleFeedParameters,
} from '../../collections/events/event-parameters.ts'
import { FACES } from '../../core/faces.ts'
import type { Language } from '../../core/language.ts'
import type { UsedParameters } from '../request/normalize-url.ts'
import { FEED_PATH, parseRequestUrl, SITE_PREFIX } from '../request/parse-request-url.ts'
import { PAGE_PARAMETERS } from './parse-page-address.ts'

/** Matches the paths of site maps and other files for crawlers, which have no parameters. */
const FILE_FOR_CRAWLERS = new RegExp(`^${SITE_PREFIX}/(sitemap(-[a-z]+-\\d+)?\\.xml|robots\\.txt|llms\\.txt)\\?`)
const NO_PARAMETERS: UsedParameters = { names: new Set(), listsOthers: false }

/** The query parameters on which HTML pages depend. */
const USED_BY_PAGES: UsedParameters = { names: PAGE_PARAMETERS, listsOthers: false }

/**
 * The query parameters on which feeds depend: their own, those that choose the language, `id`, and `rest_route`, which
 * can contain the path.
 */
const FEED_PARAMETERS: UsedParameters = {
  names: new Set([
    ...[eventFeedParameters, seriesFeedParameters, singleFeedParameters].flatMap(({ schema }) =>
      Object.keys(schema.properties),
    ),
    ...FACES.flatMap(({ languageParameter, languageAliases }) => [languageParameter, ...languageAliases]),
    ...['id', 'rest_route'],
  ]),
  listsOthers: true,
}

/**
 * Creates a function that returns the query parameters on which the response at a URL depends; undefined if it depends
 * on all. Links to pages and feeds often have further parameters such as `utm_source`. These must not be part of the
 * cache key, or each of them would cause an uncached response.
 */
export function createFinderOfParametersThatChangeResponse(languages: readonly Language[]) {
  return (url: string): UsedParameters | undefined => {
    if (!url.includes('?')) return undefined
    const { route } = parseRequestUrl(url, languages)
    if (FILE_FOR_CRAWLERS.test(route)) return NO_PARAMETERS
    if (route.startsWith(SITE_PREFIX)) return USED_BY_PAGES
    return FEED_PATH.test(route) ? FEED_PARAMETERS : undefined
  }
}
