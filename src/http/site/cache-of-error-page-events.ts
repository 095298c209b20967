import { LRUCache } from 'lru-cache'
import { ANONYMOUS } from '../../core/caller.ts'
import type { Markup } from '../../pages/html-template.ts'
import type { PageContext } from '../../pages/page-context.ts'
import { loadAndRenderUpcomingEventsForErrorPage } from '../../pages/views/error-page.ts'
import type { Services } from '../request/create-request-scope.ts'

/** Maximum number of entries in the cache. Host, languages, embedding and minute are part of the key. */
const CACHED_MAX = 50

/**
 * Creates a cache for the upcoming events shown on error pages, so that requests for unknown URLs, which crawlers send
 * endlessly, do not read events from the database.
 */
export function createCacheOfErrorPageEvents({ db }: Services): (visit: PageContext) => Promise<Markup> {
  const cache = new LRUCache<string, Markup>({ max: CACHED_MAX })
  return async (visit) => {
    const { scope, isEmbedded } = visit
    if (scope.caller !== ANONYMOUS) return loadAndRenderUpcomingEventsForErrorPage(visit)
    const minute = Math.floor(scope.now / 60)
    const key = [db.version(), scope.urls.home, scope.language, visit.language, isEmbedded, minute].join(' ')
    const cached = cache.get(key)
    if (cached) return cached
    const rendered = await loadAndRenderUpcomingEventsForErrorPage(visit)
    cache.set(key, rendered)
    return rendered
  }
}
