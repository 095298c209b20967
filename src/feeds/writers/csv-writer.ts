import { stringify } from 'csv-stringify/sync'
import { formatUtcTime } from '../../core/time/event-times.ts'
import { type FeedEvent, venueAddressLine } from '../feed-event-types.ts'
import type { FeedWriter } from '../feed-writer.ts'

/**
 * Creates a writer for feeds in CSV (RFC 4180): header line, CRLF, UTF-8 without a byte order mark. Column names are
 * the same in every language. An apostrophe is added before texts that begin with `=`, `+`, `-` or `@`, but not before
 * numbers, because spreadsheets run such texts as formulas (OWASP, CSV injection).
 */
export const createCsvWriter = (): FeedWriter => ({
  begin: lineOf(Object.keys(COLUMNS)),
  event: (event) => lineOf(Object.values(COLUMNS).map((cellOf) => cellOf(event))),
  between: '',
  end: '',
})

type Cell = string | number | boolean | undefined

const COLUMNS: Record<string, (event: FeedEvent) => Cell> = {
  id: ({ id }) => id,
  uid: ({ uid }) => uid,
  title: ({ title }) => title,
  start: ({ start, isAllDay }) => (isAllDay ? start.slice(0, 10) : start),
  end: ({ end, isAllDay }) => (isAllDay ? end.slice(0, 10) : end),
  timezone: ({ timezone }) => timezone,
  all_day: ({ isAllDay }) => isAllDay,
  utc_start: ({ startAt }) => formatUtcTime(startAt),
  utc_end: ({ endAt }) => formatUtcTime(endAt),
  description: ({ text }) => text,
  excerpt: ({ excerpt }) => excerpt,
  categories: ({ categories }) => categories.join('; '),
  tags: ({ tags }) => tags.join('; '),
  venue: ({ venues }) => venues.map(({ name }) => name).join('; '),
  address: ({ venues }) => venues.map((place) => venueAddressLine({ ...place, name: '' })).join('; '),
  latitude: (event) => geoOf(event)?.lat,
  longitude: (event) => geoOf(event)?.lng,
  organizer: ({ organizers }) => organizers.map(({ name }) => name).join('; '),
  email: ({ organizers }) => organizers.flatMap(({ email }) => email || []).join('; '),
  cost: ({ cost }) => cost,
  website: ({ website }) => website,
  url: ({ url }) => url,
  image: ({ image }) => image?.url,
  language: ({ language }) => language,
  status: ({ status }) => status,
  event_status: ({ eventStatus }) => eventStatus,
  status_reason: ({ statusReason }) => statusReason,
  sold_out: ({ isSoldOut }) => isSoldOut,
  attendance_mode: ({ attendanceMode }) => attendanceMode,
  online_url: ({ onlineUrl }) => onlineUrl,
  featured: ({ isFeatured }) => isFeatured,
  created: ({ createdAt }) => formatUtcTime(createdAt),
  modified: ({ modifiedAt }) => formatUtcTime(modifiedAt),
  series: ({ series }) => series.map(({ name }) => name).join('; '),
}

const geoOf = ({ venues }: FeedEvent) => venues.find(({ geo }) => geo)?.geo

const lineOf = (cells: Cell[]) =>
  stringify([cells], {
    record_delimiter: 'windows',
    // Texts with a single CR or LF are quoted too, because many CSV parsers end a record there. By default,
    // `csv-stringify` quotes only texts with CRLF.
    quoted_match: /[\r\n]/,
    escape_formulas: true,
    cast: {
      boolean: String,
      number: (value) => ({ value: String(value), escape_formulas: false }),
    },
  })
