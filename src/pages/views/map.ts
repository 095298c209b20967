import { countByVenue } from '../../collections/events/calendar/days.ts'
import { loadByIds, postRights } from '../../collections/posts/read.ts'
import { loadVenues } from '../../collections/venues/store.ts'
import { addDays } from '../dates.ts'
import { withFilter } from '../filter.ts'
import { html } from '../markup.ts'
import { type Page, type PageContext, plainTitle, postHref, viewHref, viewPath } from '../page.ts'
import { emptyNotice } from '../parts/agenda.ts'
import { filterBar, viewTabs } from '../parts/filter-bar.ts'
import { venueMap, withoutOutliers } from '../parts/venue-map.ts'

const DAYS = 30
const VENUES_MAX = 150
const FRAME = { width: 1000, height: 620 }

/** Where the events of the next weeks are. */
export async function mapPage(context: PageContext): Promise<Page> {
  const { scope, words, filter, today } = context
  const window = { from: `${today} 00:00:00`, to: `${addDays(today, DAYS)} 23:59:59` }
  const [counted, bar] = await Promise.all([
    countByVenue(scope, filter.query, window, VENUES_MAX),
    filterBar(context, viewHref(context, 'map')),
  ])
  const counts = new Map(counted.map(({ id, events }) => [id, events]))
  const venues = (await loadByIds(scope, loadVenues, [...counts.keys()])).filter((venue) =>
    postRights.canRead(scope, venue),
  )
  const shown = venues.map((venue) => ({
    venue,
    events: counts.get(venue.id) ?? 0,
    address: postHref(context, 'venue', venue),
  }))
  const places = shown.flatMap(({ venue: { id, geo_lat, geo_lng, text }, events, address }) =>
    geo_lat === null || geo_lng === null
      ? []
      : [{ id, name: plainTitle({ text }), latitude: geo_lat, longitude: geo_lng, weight: events, address }],
  )
  return {
    status: 200,
    title: words.views.map,
    description: words.onMap(shown.length),
    bodyClass: 'calendar',
    view: 'map',
    path: withFilter(viewPath('map'), filter),
    main: html`${viewTabs(context, 'map', today)}${bar}<header class="period"><h1><span class="month-name">${words.views.map}</span> <span class="year">${words.onMap(shown.length)}</span></h1></header>${
      places.length > 0
        ? venueMap(context, withoutOutliers(places), FRAME, words.views.map)
        : emptyNotice(context, words.nothingOnMap)
    }<ol class="places">${shown.map(
      ({ venue, events, address }) =>
        html`<li><a href="${address}"${context.isEmbedded && html` target="_top"`}>${plainTitle(venue)}</a> <span class="quiet">${[venue.address, venue.city].filter((part) => part !== '').join(', ')}</span> <span class="count">${words.events(events)}</span></li>`,
    )}</ol>`,
  }
}
