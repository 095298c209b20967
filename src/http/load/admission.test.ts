import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { loadClassOf } from './admission.ts'

for (const [method, route, kind] of [
  ['GET', '/~api/events', 'read'],
  ['GET', '/~api/events?search=a', 'slow'],
  ['GET', '/~api/events?%73earch=a', 'slow'],
  ['GET', '/~api/events.ics', 'slow'],
  ['GET', '/~api/EVENTS.ics?page=2', 'slow'],
  ['GET', '/~api/events%2Eics', 'slow'],
  ['GET', '/~api/events/1%35.ics', 'slow'],
  ['GET', '/~site/events/month/?page=2&ical=1', 'slow'],
  ['GET', '/~site/?outlook-ical=1', 'slow'],
  ['GET', '/~site/event/a/%69cal/', 'slow'],
  ['GET', '/~site/events/feed/rss2', 'slow'],
  ['GET', '/~site/event/feedback/', 'read'],
  ['HEAD', '/~site/Sitemap%2exml', 'slow'],
  ['POST', '/~api/events?search=a', 'write'],
  ['GET', '/~site/health', 'always'],
  ['GET', '/~site/health/ready/?now', 'always'],
  ['GET', '/~site/metrics', 'always'],
  // No route matches the URLs below. Such requests wait in the queue `read` and get the status 404.
  ['GET', '/~site/health/anything', 'read'],
  ['GET', '/~site/health-anything', 'read'],
  ['GET', '/~site/metrics/anything', 'read'],
] as const) {
  test(`${method} ${route} has the load class ${kind}`, () => equal(loadClassOf({ method }, route), kind))
}
