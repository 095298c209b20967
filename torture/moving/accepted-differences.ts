import { isObject } from '../../src/core/generic/is-object.ts'
import { comparable, type Difference } from './compare-records.ts'
import type { Way } from './site.ts'

/** A difference between the site and this calendar that is not a fault, with its reason. */
interface AcceptedDifference {
  /** Default: all ways. */
  ways?: readonly Way[]
  field: RegExp
  reason: string
  /** Which of the differences of these fields are accepted; default: all. */
  when?: (difference: Difference) => boolean
  /** How many of them each way may have at most. */
  most?: number
}

const ONLY_FILES: readonly Way[] = ['tables', 'calendars']

const isOf = (record: string) => (difference: Difference) => difference.record === record

const withoutTypography = (value: unknown) =>
  comparable(value)
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/\\"|[\u201c\u201d]/g, '"')

const DATE_OR_VERSION = /\.(?:date|date_utc|modified|modified_utc)$/

/** In this order: the first that fits a difference counts it. */
const ACCEPTED: readonly AcceptedDifference[] = [
  {
    field: /^events/,
    when: isOf('events 126'),
    reason: 'An event with a password is private here, because there are no passwords; the site hides its fields.',
  },
  {
    field: /\b(?:title|venue|organizer|name)$/,
    when: ({ wanted, found }) => withoutTypography(wanted) === withoutTypography(found),
    reason: 'WordPress displays typographic quotation marks, and stores those that were typed.',
  },
  { field: /\.author$/, reason: 'Accounts have ids of their own.' },
  {
    field: /\bimage\.(?:url|sizes\.\w+\.(?:url|filesize))$/,
    reason: 'Files of pictures have addresses and sizes of their own; the old addresses redirect.',
  },
  { field: /\btags(?:\[\])?\.url$/, reason: 'The page of a tag is below /events/; /tag/… redirects.' },
  { field: /\bcount$/, reason: 'Events that are private here, such as that with a password, are not counted.' },
  {
    field: /^events\.cost_details\.values\[\]$/,
    ways: ['administrator', 'guest', 'export', 'tables'],
    most: 7,
    reason: 'Numbers and words of prices are parsed again: the site turns words to slugs, and `0,` to `0.`.',
  },
  {
    field: /^events\.description$/,
    ways: ['administrator', 'guest', 'export', 'tables'],
    most: 11,
    reason: 'Descriptions are sanitized, and markers such as <!--more--> have no meaning here.',
  },
  {
    field: /^events\.title$/,
    when: isOf('events 115'),
    ways: ['administrator', 'guest', 'export', 'calendars'],
    reason: 'Titles contain no markup, so <night> is removed from one.',
  },
  {
    field: /^events\.(?:url|website)$/,
    ways: ['administrator', 'export'],
    when: ({ found }) => String(found).includes('?post_type='),
    reason: 'Private events have no public address.',
  },
  {
    field: /^events\.cost(?:_details\.currency_symbol)?$/,
    ways: ['export', 'tables'],
    most: 3,
    reason: 'These ways contain the price as typed, with its currency, and 0 in a list of prices as free.',
  },
  {
    field: /^events$/,
    ways: ['guest', 'tables', 'calendars'],
    when: ({ found }) => found === undefined,
    most: 14,
    reason: 'Visitors, tables and calendars get published events only, and tables no titles that become others.',
  },
  {
    field: /(?:^|\.|\])(?:id|term_taxonomy_id|global_id|global_id_lineage\[\]|rest_url|urls\.self|urls\.up|parent)$/,
    ways: ONLY_FILES,
    reason: 'Tables contain no ids, calendars only those of events; neither says which category is below which.',
  },
  {
    field: DATE_OR_VERSION,
    ways: ONLY_FILES,
    reason: 'Tables contain no dates of publication, calendars only those of events.',
  },
  { field: /\b(?:slug|url)$/, ways: ONLY_FILES, reason: 'Slugs are made from titles and names.' },
  {
    field: /^events\.website$/,
    ways: ONLY_FILES,
    most: 10,
    reason: 'The address of an event without a website contains its slug; calendars contain only its own address.',
  },
  {
    field: /^(?:categories|tags|venues|organizers)$/,
    ways: ONLY_FILES,
    reason:
      'Only records that an event or a table names are there, and names with typographic marks are not recognized.',
  },
  {
    field: /\bdescription$/,
    ways: ONLY_FILES,
    reason: 'Terms have no descriptions there; calendars contain plain text of events, and none of other records.',
  },
  { field: /\b(?:show_map|show_map_link)$/, ways: ONLY_FILES, reason: 'Maps are shown unless a table says otherwise.' },
  {
    field: /\bvenues?\b.*\.(?:address|city|country|state|zip|stateprovince|phone|website|status|image)$/,
    ways: ONLY_FILES,
    reason:
      'Of two venues of one name, the oldest is taken; unpublished venues are in no table; calendars contain only addresses.',
  },
  {
    field: /\borganizers?\b.*\.(?:phone|website|email|status)$/,
    ways: ONLY_FILES,
    reason: 'Unpublished organizers are in no table; calendars contain only the name and mail address.',
  },
  {
    field: /^events\.(?:cost|cost_details\.\w+(?:\[\])?|tags\[\]|organizer\[\]|image|excerpt|featured|sticky)$/,
    ways: ['calendars'],
    reason: 'Calendars contain no prices, tags, excerpts, flags, and at most one organizer.',
  },
  {
    field: /^events\.(?:timezone|timezone_abbr|utc_\w+(?:\.\w+)?)$/,
    ways: ['calendars'],
    most: 12,
    reason: 'The plugin writes named zones for times in UTC-5 and UTC+2.',
  },
]

/** @returns a sentence for each difference that is not accepted, and for each accepted one that does not occur in any of its ways */
export function checkDifferences(byWay: ReadonlyMap<Way, readonly Difference[]>): string[] {
  const unseen = new Set(ACCEPTED)
  const violations: string[] = []
  for (const [way, differences] of byWay) {
    const counts = new Map<AcceptedDifference, number>()
    for (const difference of differences) {
      const accepted = ACCEPTED.find(
        ({ ways, field, when }) =>
          (ways?.includes(way) ?? true) && field.test(difference.field) && (when?.(difference) ?? true),
      )
      if (accepted) {
        unseen.delete(accepted)
        counts.set(accepted, (counts.get(accepted) ?? 0) + 1)
      } else violations.push(`${way}: ${sentenceOf(difference)}`)
    }
    for (const [{ most = Number.POSITIVE_INFINITY, reason }, count] of counts) {
      if (count > most) violations.push(`${way}: ${count} differences, not at most ${most}: ${reason}`)
    }
  }
  return [...violations, ...Array.from(unseen, ({ reason }) => `does not occur any more: ${reason}`)]
}

const VALUE_LENGTH_MAX = 80

const sentenceOf = ({ record, field, wanted, found }: Difference) =>
  `${record}: ${field} was ${shown(wanted)} and is ${shown(found)}`

const shown = (value: unknown) => (isObject(value) ? '{…}' : String(JSON.stringify(value)).slice(0, VALUE_LENGTH_MAX))
