import ICAL from 'ical.js'
import ical, { type VEvent } from 'node-ical'

/** The starts of all events of an iCalendar text until the year 2034 as node-ical computes them, in UTC. */
export function startsByNodeIcal(text: string): string[] {
  const events = Object.values(ical.sync.parseICS(text)).filter((one): one is VEvent => one?.type === 'VEVENT')
  const range = { from: new Date('2029-01-01'), to: new Date('2034-01-01') }
  const starts = events.flatMap((event) => ical.expandRecurringEvent(event, range).map(({ start }) => new Date(start)))
  return starts.map(formatUtcTime).sort()
}

/**
 * The first starts (100) of each event of an iCalendar text as ical.js computes them, in UTC. It knows only the time
 * zones that the text itself describes.
 */
export function startsByIcalJs(text: string): string[] {
  const calendar = new ICAL.Component(ICAL.parse(text))
  ICAL.TimezoneService.reset()
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone)
  const byUid = Map.groupBy(calendar.getAllSubcomponents('vevent'), (one) => one.getFirstPropertyValue('uid'))
  const starts = [...byUid.values()].flatMap(([first, ...exceptions]) => {
    const event = new ICAL.Event(first, { exceptions })
    const dates = event.iterator()
    const found = [...Array(100).keys()].flatMap(() => dates.next() ?? [])
    return found.map((date) => formatUtcTime(event.getOccurrenceDetails(date).startDate.toJSDate()))
  })
  return starts.sort()
}

const formatUtcTime = (date: Date) => date.toISOString().slice(0, 19).replace('T', ' ')
