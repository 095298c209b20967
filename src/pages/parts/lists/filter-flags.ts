import { EVENING_START } from '../../../collections/events/filters/facets.ts'
import { countUpcomingEventsOfFacets } from '../../../collections/records/list-records-by-name.ts'
import { formatPageDate, formatPageMessage, type PageContext } from '../../page-context.ts'
import type { FilterName } from '../../parse-event-filter-of-page.ts'
import { LANGUAGE_NAMES } from '../../words/language-names.ts'
import type { Choice } from './filter-choices.ts'

/** A filter that is either on or off, with its label and the value that turns it on. */
export interface FilterFlag extends Choice {
  parameter: FilterName
}

interface CountedFlag extends FilterFlag {
  /** The facet in `event_count` whose counters contain the number of events that pass the filter. */
  facet: string
}

/** All filters that are either on or off. */
export function listFilterFlags(context: PageContext): CountedFlag[] {
  const { words, scope } = context
  const { language } = scope
  const evening = words.evening(formatPageDate(context, 'time', `2000-01-01 ${EVENING_START}`))
  const inLanguage = words.onlyInLanguage(LANGUAGE_NAMES[language])
  return [
    { parameter: 'featured', value: '1', name: words.featured, facet: 'featured' },
    { parameter: 'is_free', value: '1', name: words.free, facet: 'free' },
    { parameter: 'virtual', value: '1', name: formatPageMessage(context, 'attendance.online'), facet: 'virtual' },
    { parameter: 'accessible', value: '1', name: words.accessible, facet: 'accessible' },
    { parameter: 'evening', value: '1', name: evening, facet: 'evening' },
    { parameter: 'fallback', value: '0', name: inLanguage, facet: `language:${language}` },
  ]
}

/** The filters of `listFilterFlags` that are on. In the address of a page, the value `true` means the same as `1`. */
export const listActiveFilterFlags = (context: PageContext): FilterFlag[] =>
  listFilterFlags(context).flatMap((flag) => {
    const value = context.filter.values[flag.parameter]
    return value === undefined ? [] : [{ ...flag, value }]
  })

/**
 * The filters of `listFilterFlags` that the form offers: those that at least one upcoming event passes, and those that
 * are on. The numbers of events are the same for all visitors and all pages of a day, so they are cached.
 */
export async function loadOfferedFilterFlags(context: PageContext): Promise<FilterFlag[]> {
  const { scope, today, filter } = context
  const { db, site, languages } = scope
  const hasLanguages = languages.length > 1 && site.language_fallback
  const flags = listFilterFlags(context).filter(
    ({ parameter }) => parameter !== 'featured' && (parameter !== 'fallback' || hasLanguages),
  )
  const facets = flags.map(({ facet }) => facet)
  const counts = await db.countCache().find(`upcoming ${today}`, facets, async (missing) => {
    const counted = await countUpcomingEventsOfFacets(db, missing, today)
    return new Map(missing.map((facet) => [facet, { upcoming: counted.get(facet) ?? 0 }]))
  })
  return flags
    .map(({ facet, ...flag }) => ({ ...flag, upcoming: counts.get(facet)?.upcoming ?? 0 }))
    .filter(({ parameter, upcoming }) => upcoming > 0 || filter.values[parameter] !== undefined)
}
