import { COLLECTION_BY_KIND } from '../../../collections/collection-by-kind.ts'
import type { Scope } from '../../../collections/scope.ts'
import { ANONYMOUS } from '../../../core/caller.ts'
import { Problems } from '../../../core/errors.ts'
import { TEC } from '../../../core/faces.ts'
import type { Language } from '../../../core/language.ts'
import type { SiteJson, TecSite } from './find-tec-site-api.ts'

/** Number of months for which public events are counted on the site and here. */
const MONTHS = 24

/**
 * Compares the numbers of public events of a WordPress site and of this calendar in the months around today.
 * @param language the language in which `site` is read; undefined for a site in one language
 * @returns a sentence for each month whose numbers differ
 */
export async function compareEventsPerMonthWithTecSite(
  scope: Scope,
  site: TecSite,
  language: Language | undefined,
): Promise<string[]> {
  const differences: string[] = []
  const today = new Date(scope.now * 1000)
  for (let month = -MONTHS / 2; month < MONTHS / 2; month += 1) {
    const [first, next] = [month, month + 1].map((number) =>
      Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + number),
    )
    const day = (time: number) => new Date(time).toISOString().slice(0, 10)
    const query = { start_date: day(first as number), end_date: day((next as number) - 1), per_page: 1 }
    const { json } = await site.get('tribe/events/v1/events', query, { anonymous: true })
    const there = Number((json as SiteJson).total)
    const here = await countEventsInAllWays(scope, query, language)
    const where = language === undefined ? '' : ` in ${language}`
    if (!here.includes(there))
      differences.push(`${query.start_date.slice(0, 7)}: ${there} public events there${where}, ${here[0]} here`)
  }
  return differences
}

/**
 * Counts the public events of a month in each way in which a site may count them. Some versions of The Events Calendar
 * count an event that began in an earlier month, others do not. In the list of a language some sites show only events
 * with a text in it, others all events.
 */
async function countEventsInAllWays(
  scope: Scope,
  query: Record<string, unknown>,
  language: Language | undefined,
): Promise<number[]> {
  const isUsed = language !== undefined && scope.languages.includes(language)
  const inside = isUsed ? { ...scope, language } : scope
  const counts: number[] = []
  for (const ofLanguage of isUsed ? [{ fallback: false }, {}] : [{}]) {
    for (const ofMonth of [{}, { ongoing: true }]) {
      counts.push(await countEvents(inside, { ...query, ...ofLanguage, ...ofMonth }))
    }
  }
  return counts
}

async function countEvents(scope: Scope, query: Record<string, unknown>): Promise<number> {
  const { event } = COLLECTION_BY_KIND
  const problems = new Problems()
  const body = event.parameters.tec.list.read(query, problems)
  const { total } = await event.list({ ...scope, face: TEC, caller: ANONYMOUS }, body, problems)
  return total
}
