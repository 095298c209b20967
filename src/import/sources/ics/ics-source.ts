import type { Problem } from '../../../core/errors.ts'
import { isTimeZone } from '../../../core/time/instant.ts'
import type { ImportSource, ItemDate, RecordItem, SourceEntry } from '../../import-item-types.ts'
import type { SourceContent } from '../source-content.ts'
import { FIRST_DATE_ID } from '../wordpress/wordpress-id-and-region.ts'
import { wordpressSiteIdOfAddress } from '../wordpress/wordpress-site-id-of-address.ts'
import { createIcsTimeZoneFinder, type ZoneNames } from './find-ics-time-zones.ts'
import { readIcsChangesOfSingleDates } from './ics-date-changes.ts'
import { tecEventIdOfIcsUid } from './ics-fields-of-tec.ts'
import { createIcsParser, type IcsParser } from './ics-parser-thread.ts'
import { type IcsEvent, type IcsEventContext, type IcsProperties, parseIcsEvent } from './parse-ics-event.ts'
import { findIcsPropertyInText, type IcsComponent, readIcsComponents } from './read-ics-components.ts'

export interface IcsOptions {
  /** Time zone of local times without a zone. Default: the time zone that the file states (`X-WR-TIMEZONE`). */
  timezone?: string | undefined
  /** Time zone of this calendar. */
  siteZone: string
  /**
   * Adds values that only files of The Events Calendar contain to an item. Undefined for subscriptions, which do not
   * need them.
   */
  completeTecItem?: (item: RecordItem, properties: IcsProperties, site: string) => RecordItem
}

/** What the first reading of a calendar file finds out. Items are made during the second reading. */
interface IcsOverview {
  context: IcsEventContext
  /**
   * For each UID, the line at which its newest VEVENT begins. VEVENTs of single dates of a repeated event
   * (`RECURRENCE-ID`) do not count.
   */
  newest: Map<string, { line: number; rank: string }>
  /** The VEVENTs of single dates of repeated events, by UID. */
  changes: Map<string, IcsComponent[]>
  /**
   * Name of the site whose plugin The Events Calendar wrote the file (see `wordpressSiteIdOfAddress`); undefined for other
   * files.
   */
  site: string | undefined
  /** Ids up to this one are reserved for events of that site. */
  highestId: number | undefined
  complete(item: RecordItem, properties: IcsProperties): RecordItem
}

/** Matches the PRODID of The Events Calendar. */
const TEC_PRODUCT = / ECPv\d/

/**
 * Number of ids above those in the file that are reserved for other events of the site. The Events Calendar writes at
 * most 30 events to a file, and venues and organizers, whose ids the file does not contain, must not take ids of other
 * events.
 */
const RESERVED_IDS = 100_000

/** Number of components that the worker thread parses in one call. */
const PARSED_TOGETHER = 200

/**
 * Creates the source for an iCalendar file (RFC 5545). Recurrence rules are imported as rules, and VEVENTs of single
 * dates as changes of these dates.
 */
export const createIcsImportSource = (content: SourceContent, name: string, options: IcsOptions): ImportSource => ({
  name,
  type: 'ics',
  digest: content.digest,
  findSite: async () => (await readOverview(content, options)).site,
  async *read(cursor) {
    const overview = await readOverview(content, options)
    const parser = createIcsParser()
    try {
      let batch: IcsComponent[] = []
      for await (const component of readIcsComponents(content)) {
        if (component.name !== 'VEVENT' || component.line <= Number(cursor) || isChange(component, overview)) continue
        batch.push(component as IcsComponent)
        if (batch.length < PARSED_TOGETHER) continue
        yield* readEvents(batch, overview, parser)
        batch = []
      }
      yield* readEvents(batch, overview, parser)
    } finally {
      await parser.close()
    }
  },
})

async function readOverview(content: SourceContent, options: IcsOptions): Promise<IcsOverview> {
  const { timezone, siteZone, completeTecItem } = options
  const zones: ZoneNames = createIcsTimeZoneFinder(isTimeZone(siteZone) ? siteZone : 'UTC')
  const newest: IcsOverview['newest'] = new Map()
  const changes: IcsOverview['changes'] = new Map()
  let calendarZone: string | undefined
  let product = ''
  let address = ''
  for await (const part of readIcsComponents(content)) {
    const { name, line, text } = part
    if (text === undefined) continue
    if (name === 'VTIMEZONE') zones.define(text)
    if (name === 'property') {
      calendarZone ??= findIcsPropertyInText(text, 'X-WR-TIMEZONE')
      product ||= findIcsPropertyInText(text, 'PRODID') ?? ''
      address ||= findIcsPropertyInText(text, 'X-ORIGINAL-URL') ?? ''
    }
    if (name !== 'VEVENT') continue
    const uid = findIcsPropertyInText(text, 'UID') ?? ''
    if (findIcsPropertyInText(text, 'RECURRENCE-ID') !== undefined) {
      const known = changes.get(uid)
      if (known) known.push(part as IcsComponent)
      else changes.set(uid, [part as IcsComponent])
    } else if (uid !== '') {
      const rank = `${(findIcsPropertyInText(text, 'SEQUENCE') ?? '0').padStart(10, '0')} ${findIcsPropertyInText(text, 'DTSTAMP') ?? ''}`
      if (rank >= (newest.get(uid)?.rank ?? '')) newest.set(uid, { line, rank })
    }
  }
  const named = calendarZone === undefined ? undefined : zones.find(calendarZone)
  const zone = timezone ?? named ?? siteZone
  const context = { zones, zone: isTimeZone(zone) ? zone : siteZone }
  const site = completeTecItem && TEC_PRODUCT.test(product) ? wordpressSiteIdOfAddress(address) : undefined
  const complete: IcsOverview['complete'] = (item, properties) =>
    completeTecItem === undefined || site === undefined ? item : completeTecItem(item, properties, site)
  const ids = [...newest.keys()].map((uid) => tecEventIdOfIcsUid(uid) ?? 0).filter((id) => id < FIRST_DATE_ID)
  const highestId = site === undefined ? undefined : Math.max(0, ...ids) + RESERVED_IDS
  return { context, newest, changes, site, highestId, complete }
}

/** Whether a VEVENT describes a single date of a repeated event that is in the file too. */
function isChange({ text }: { text: string | undefined }, { newest }: IcsOverview): boolean {
  if (text === undefined || findIcsPropertyInText(text, 'RECURRENCE-ID') === undefined) return false
  return newest.has(findIcsPropertyInText(text, 'UID') ?? '')
}

async function* readEvents(
  components: readonly IcsComponent[],
  overview: IcsOverview,
  parser: IcsParser,
): AsyncGenerator<SourceEntry> {
  if (components.length === 0) return
  const parsed = await parser.parse(components)
  for (const [at, component] of components.entries()) {
    const result = parsed[at]
    if (result === undefined || 'failure' in result) yield unreadable(component, result?.failure ?? '')
    else {
      const event = parseIcsEvent(result.properties, overview.context)
      event?.problems.push(...omittedLineProblems([...component.omitted, ...result.omitted]))
      if (event) yield* toEntries(component, event, overview, parser)
      else yield unreadable(component, 'times outside the years 1 to 9999')
    }
  }
}

/** Maximum number of invalid lines of a component that are reported. */
const OMITTED_LINES_MAX = 5

const omittedLineProblems = (lines: readonly string[]): Problem[] =>
  lines
    .slice(0, OMITTED_LINES_MAX)
    .map((line) => ({ name: '', reason: 'import.line', placeholders: { value: line.slice(0, 100) } }))

const cursorOf = ({ line }: IcsComponent) => ({ cursor: String(line) })

const placed = (component: IcsComponent) => ({ place: `line ${component.line}`, ...cursorOf(component) })

function unreadable(component: IcsComponent, reason: string): SourceEntry {
  const problem: Problem = { name: '', reason: 'import.unreadable', placeholders: { value: reason } }
  const externalId = component.text === undefined ? undefined : findIcsPropertyInText(component.text, 'UID')
  return { kind: 'unreadable', ...placed(component), ...(externalId !== undefined && { externalId }), problem }
}

async function* toEntries(
  component: IcsComponent,
  event: IcsEvent,
  overview: IcsOverview,
  parser: IcsParser,
): AsyncGenerator<SourceEntry> {
  const { newest, changes, context } = overview
  const { externalId, recurrenceId } = event
  const previous = newest.get(externalId)
  if (previous !== undefined && recurrenceId === undefined && previous.line !== component.line) {
    const problem: Problem = { name: 'uid', reason: 'import.newer-version', placeholders: { value: externalId } }
    yield { kind: 'unreadable', severity: 'warning', ...placed(component), externalId, problem }
    return
  }
  const own = recurrenceId === undefined ? (changes.get(externalId) ?? []) : []
  const { dates, others, problems } = await readIcsChangesOfSingleDates(own, event, context, parser)
  event.problems.push(...problems)
  yield toItem(component, event, dates, overview)
  // They stand in the file after or before their event. The cursor is that of the event, so that an interrupted import skips none.
  for (const other of others) yield { ...toItem(other.component, other.event, [], overview), ...cursorOf(component) }
}

function toItem(
  component: IcsComponent,
  { externalId, fields, zone, createdAt, modifiedAt, problems, recurrenceId, properties }: IcsEvent,
  dates: readonly ItemDate[],
  { highestId, complete }: IcsOverview,
): RecordItem {
  // A VEVENT for one date becomes a separate event if the file lacks its repeated event, or if that event lacks the date.
  const id = recurrenceId === undefined ? externalId : `${externalId} ${recurrenceId.local}`
  const item: RecordItem = {
    kind: 'event',
    externalId: id,
    highestId,
    ...placed(component),
    fields: { ...fields, timezone: zone },
    ...(dates.length > 0 && { dates }),
    ...(modifiedAt !== undefined && { modifiedAt, createdAt: createdAt ?? modifiedAt }),
    warnings: problems,
  }
  return complete(item, properties)
}
