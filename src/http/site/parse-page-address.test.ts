import { deepEqual, throws } from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { CalendarError } from '../../core/errors.ts'
import { parsePageAddress } from './parse-page-address.ts'

const date = (text: string) => ({ name: 'date', text })
const record = (kind: string, slug: string) => ({ kind, key: { slug } })

for (const [path, query, addresses] of [
  ['/', {}, [{}]],
  ['/events/', {}, [{}]],
  ['/events/list', { page: '2' }, [{ view: 'list' }]],
  ['/events/week/2031-02-03/', {}, [{ view: 'week', date: date('2031-02-03') }]],
  [
    '/EVENTS/2031-02/Featured/page/3/',
    {},
    [{ view: 'month', date: date('2031-02'), filter: { featured: '1' }, page: 3 }],
  ],
  ['/event/a/', {}, [{ record: record('event', 'a') }]],
  ['/event/month/', {}, [{ record: record('event', 'month') }, { view: 'month' }]],
  ['/events/a/', { ical: '' }, [{ record: record('event', 'a'), format: 'ics' }]],
  ['/tag/list/', {}, [{ record: record('tag', 'list') }]],
  [
    '/events/category/music/jazz/list/feed/',
    {},
    [{ record: record('category', 'feed') }, { record: record('category', 'jazz'), view: 'list', format: 'rss' }],
  ],
  ['/', { p: '12' }, [{ record: { kind: undefined, key: { id: 12 } } }]],
  ['/', { tribe_venue: 'hall', ical: '1' }, [{ record: record('venue', 'hall'), format: 'ics' }]],
  ['/events/list/', { eventDisplay: 'past', paged: '2', feed: 'nothing' }, [{ view: 'past', page: 2 }]],
] as const) {
  test(`${path}${JSON.stringify(query)} is read`, () => deepEqual(parsePageAddress(path, query), addresses))
}

test('no address causes an error other than "no such page"', () => {
  const segment = fc.constantFrom('events', 'event', 'category', 'tag', 'feed', 'page', '0', '2031-02', 'list', 'a', '')
  const name = fc.constantFrom('p', 'post_type', 'eventDisplay', 'paged', 'ical', 'feed', 'tribe_events', 'name')
  const value = fc.oneof(fc.string(), fc.constantFrom('tribe_events', 'toString', '__proto__', '1'), fc.object())
  fc.assert(
    fc.property(fc.array(segment), fc.dictionary(name, value), (segments, query) => {
      try {
        parsePageAddress(`/${segments.join('/')}`, query)
      } catch (error) {
        if (!(error instanceof CalendarError) || error.code !== 'rest_no_route') throw error
      }
    }),
  )
  throws(() => parsePageAddress('/nothing', {}), CalendarError)
})
