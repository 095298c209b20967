import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { chooseQueueOfRequest } from './choose-queue-of-request.ts'

for (const [method, route, kind] of [
  ['GET', '/~api/events', 'read'],
  ['GET', '/~api/events?search=a', 'slow'],
  ['GET', '/~api/events?%73earch=a', 'slow'],
  ['GET', '/~api/events.ics', 'slow'],
  ['GET', '/~api/EVENTS.ics?page=2', 'slow'],
  ['GET', '/~api/events%2Eics', 'slow'],
  ['GET', '/~api/events/1%35.ics', 'read'],
  ['GET', '/~api/series/4%2Eics', 'slow'],
  ['GET', '/~api/series/4?x=.ics', 'read'],
  ['GET', '/~site/events/month/?page=2&ical=1', 'slow'],
  ['GET', '/~site/?outlook-ical=1', 'slow'],
  ['GET', '/~site/event/a/%69cal/', 'read'],
  ['GET', '/~site/event/a/?ical=1', 'read'],
  ['GET', '/~site/events/2031-02/%69cal/', 'slow'],
  ['GET', '/~site/events/feed/rss2', 'slow'],
  ['GET', '/~site/event/feedback/', 'read'],
  ['GET', '/~site/share/event-1-0123456789ab.png', 'slow'],
  ['GET', '/~site/shared/', 'read'],
  ['HEAD', '/~site/Sitemap%2exml', 'sitemap'],
  ['GET', '/~site/sitemap-event-1.xml', 'sitemap'],
  ['GET', '/~api/events?categories=a&start_date=2031-01-01&page=2', 'read'],
  ['GET', '/~api/events?categories=a&tags=', 'read'],
  ['GET', '/~api/events?categories=a&%74ags%5B%5D=b', 'slow'],
  ['GET', '/~api/events?tags[]=a&tags[]=b', 'read'],
  ['GET', '/~api/events?geoloc_lat=1&geoloc_lng=1', 'slow'],
  ['GET', '/~api-tec-v1/events?venue=1&featured=1', 'slow'],
  ['GET', '/~wordpress/wp/v2/tribe_events?exclude=1&slug=a', 'slow'],
  ['GET', '/~site/events/month/?categories=a&venue=1', 'slow'],
  ['GET', '/~api/venues?include=1&exclude=2', 'read'],
  ['POST', '/~api/events?search=a', 'write'],
  ['GET', '/~site/health', 'always'],
  ['GET', '/~site/health/ready/?now', 'always'],
  ['GET', '/~site/metrics', 'always'],
  // No route matches the URLs below. Such requests wait in the queue `read` and get the status 404.
  ['GET', '/~site/health/anything', 'read'],
  ['GET', '/~site/health-anything', 'read'],
  ['GET', '/~site/metrics/anything', 'read'],
] as const) {
  test(`${method} ${route} has the load class ${kind}`, () => equal(chooseQueueOfRequest({ method }, route), kind))
}
