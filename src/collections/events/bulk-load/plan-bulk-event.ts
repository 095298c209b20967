import { Problems } from '../../../core/errors.ts'
import type { LinkedPostKind } from '../../../core/kinds.ts'
import type { Language } from '../../../core/language.ts'
import { foldTextForSearch } from '../../../core/text/fold-text.ts'
import { slugify } from '../../../core/text/slug.ts'
import type { RowValues } from '../../../db/database.ts'
import { canPostBeWithoutSlug } from '../../posts/write-posts.ts'
import { storedImageIdOfReference } from '../../records/write-in-open-transaction.ts'
import type { Scope } from '../../scope.ts'
import type { TextInput } from '../../texts/record-texts.ts'
import { buildSearchText } from '../../texts/search-text.ts'
import { ADMISSION_COLUMNS } from '../admission/admission-columns.ts'
import { COLUMN_DEFAULTS, listedStartOfEvent, planEventColumns } from '../event-column-values.ts'
import type { EventBody } from '../event-parameters.ts'
import { EVENT_FLAGS, type EventRow } from '../event-row.ts'
import { SCHEDULE_COLUMNS } from '../event-schedule.ts'
import { EVENT_STATUS_COLUMNS } from '../event-status/status-columns.ts'
import type { LinkIds } from '../links/insert-and-replace-links.ts'
import { type EventPlan, planEventWrite, requireRightToWriteEvent } from '../plan-event.ts'
import { type BulkRecurrence, planRecurrenceOfBulkEvent } from './recurrence-of-bulk-events.ts'

/** A change of an event's texts in one language, made after the event was created. */
export interface BulkTextChange {
  language: Language
  /** Time of this change in seconds since 1970-01-01 UTC. */
  writtenAt: number
  body: Pick<Partial<EventBody>, 'title' | 'description' | 'excerpt' | 'slug'>
}

/**
 * An event of a bulk load, given as the request that creates it and the requests that change its texts afterwards.
 * Their bodies are parsed but not yet checked against the database.
 */
export interface BulkEvent {
  language: Language
  /** Time of the create request in seconds since 1970-01-01 UTC. */
  writtenAt: number
  /** Time of the last change of the event; by default that of its creation or of the last change of its texts. */
  modifiedAt?: number | undefined
  /** Id of the new event, which must not be in use. Default: the next id of the sequence. */
  id?: number | undefined
  body: EventBody
  textChanges: BulkTextChange[]
}

/** The texts of an event in one language after all changes. */
interface FinalText {
  language: Language
  title: string
  description: string
  excerpt: string
  /**
   * The wanted slug. Empty: the slug will be built from the id. Undefined: the event is a draft or pending and has no
   * slug yet.
   */
  slug: string | undefined
  modified_at: number
}

/**
 * A checked and permitted event, ready to be inserted. The transaction that inserts it assigns its id and free slugs.
 * Can be serialized to JSON, to be sent between worker threads.
 */
export interface PlannedBulkEvent {
  id?: number | undefined
  /** The values of the row, in the order of `EVENT_COLUMNS`. */
  columns: RowValues
  /** Local start of an event that the public calendar lists; null for other events. */
  listedStart: string | null
  /**
   * The texts in all languages, the original language first. `columns` contains the values in the order of
   * `TEXT_COLUMNS`.
   */
  texts: { language: Language; slug?: string | undefined; columns: RowValues }[]
  links: Partial<LinkIds>
  /** The recurrence and the dates of a repeated event; undefined for other events. */
  repetition?: BulkRecurrence | undefined
  /** The venues, organizers, categories and tags to create before the event. If it is set, `links` is empty. */
  toCreate?: { plan: EventPlan; language: Language; now: number } | undefined
}

/** Columns of the table `event` that `planBulkEvent` computes. The transaction adds `id`, `links` and `texts`. */
export const EVENT_COLUMNS = [
  ...['author_id', 'original_language', 'status', 'published_at', 'dating', 'created_at', 'modified_at', 'image_id'],
  ...[...SCHEDULE_COLUMNS, 'cost', 'website', ...EVENT_FLAGS],
  ...EVENT_STATUS_COLUMNS,
  ...ADMISSION_COLUMNS,
  'is_public',
  'version',
]

/**
 * Columns of the table `event_text` that `planBulkEvent` computes. The transaction adds `event_id`, `slug` and
 * `listed_start`.
 */
export const TEXT_COLUMNS = [
  ...['language', 'title', 'description', 'excerpt', 'title_folded', 'search_text', 'modified_at'],
]

/**
 * Computes the rows that the requests of an event, executed one after the other, would store.
 * @param scope account and site of the load; language and time come from the event
 * @throws {CalendarError} when one of the requests would be refused
 */
export async function planBulkEvent(scope: Scope, event: BulkEvent): Promise<PlannedBulkEvent> {
  const { language, writtenAt, body } = event
  const inside = { ...scope, language, now: writtenAt }
  const plan = await checked(inside, body)
  requireRightToWriteEvent(inside, plan)
  const texts = await finalTexts(scope, event, plan)
  const columns = finalColumns(scope, event, plan)
  return {
    id: event.id,
    columns: EVENT_COLUMNS.map((name) => columns[name] as RowValues[number]),
    listedStart: listedStartOfEvent(columns),
    texts: texts.map(readyText),
    repetition: planRecurrenceOfBulkEvent(inside, plan),
    ...(createsLinkedRecords(plan)
      ? { links: {}, toCreate: { plan, language, now: writtenAt } }
      : { links: linksOf(plan) }),
  }
}

/**
 * The texts of an event of a bulk load after all requests that change them. Each request is checked against the event
 * with the changes of all earlier ones.
 */
async function finalTexts(scope: Scope, { language, writtenAt, textChanges }: BulkEvent, plan: EventPlan) {
  const texts = [textAfter(undefined, plan.text, plan, language, writtenAt)]
  for (const later of textChanges) {
    const then = { ...scope, language: later.language, now: later.writtenAt }
    const row = rowSoFar(plan, language, texts)
    const change = await checked(then, later.body, row)
    requireRightToWriteEvent(then, change, row)
    const at = texts.findIndex((text) => text.language === later.language)
    const text = textAfter(texts[at], change.text, plan, later.language, later.writtenAt)
    if (at === -1) texts.push(text)
    else texts[at] = text
  }
  return texts
}

function finalColumns(scope: Scope, event: BulkEvent, plan: EventPlan) {
  const { language, writtenAt, textChanges, modifiedAt = textChanges.at(-1)?.writtenAt } = event
  const columns: Record<string, string | number | null | undefined> = {
    ...COLUMN_DEFAULTS,
    author_id: plan.authorId,
    original_language: language,
    status: plan.status,
    published_at: plan.published_at,
    dating: plan.dating,
    created_at: writtenAt,
    modified_at: modifiedAt ?? null,
    image_id: storedImageIdOfReference(plan.image) ?? null,
    // An event begins with version 1, and each later request raises it by 1.
    version: 1 + textChanges.length,
    // A scheduled event is public if its publication date has come by the time of its last change, so pass that time as
    // `now`.
    ...planEventColumns({ ...scope, now: modifiedAt ?? writtenAt }, plan),
    // Lists contain the dates of a repeated event, so the repeated event itself is hidden from lists.
    ...(plan.recurrence && { hide_from_listings: 1 }),
  }
  return columns
}

function readyText({ language, title, description, excerpt, slug, modified_at }: FinalText) {
  const search = buildSearchText(title, excerpt, description)
  return {
    language,
    slug,
    columns: [language, title, description, excerpt, foldTextForSearch(title), search, modified_at],
  }
}

const createsLinkedRecords = ({ terms, places }: EventPlan) =>
  Object.values(terms).some((kind) => kind && kind.newNames.length > 0) ||
  Object.values(places).some((kind) => kind?.some((place) => 'plan' in place))

/**
 * The ids of the records that an event refers to, for an event whose records all exist. Equals the result of
 * `createMissingLinkedRecords`.
 */
function linksOf({ places, terms }: EventPlan): Partial<LinkIds> {
  const placed = (kind: LinkedPostKind) => [
    ...new Set(places[kind]?.flatMap((place) => ('id' in place ? [place.id] : []))),
  ]
  return {
    venue: placed('venue'),
    organizer: placed('organizer'),
    category: terms.category?.ids,
    tag: terms.tag?.ids,
    series: placed('series'),
  }
}

async function checked(scope: Scope, body: Partial<EventBody>, row?: EventRow): Promise<EventPlan> {
  const problems = new Problems()
  const plan = await planEventWrite(scope, body, problems, row)
  problems.throwIfAny()
  return plan
}

/**
 * A row of an event of a bulk load, with the effects of the earlier requests, against which the next request that
 * changes its texts is checked. The row has only the fields that this check reads.
 */
const rowSoFar = (plan: EventPlan, original_language: Language, texts: readonly FinalText[]) =>
  ({
    author_id: plan.authorId,
    status: plan.status,
    published_at: plan.published_at,
    dating: plan.dating,
    original_language,
    texts,
  }) as unknown as EventRow

/**
 * The texts of an event in one language after one request. Slugs are chosen as `reserveIdAndSlugOfPost` and
 * `updatePost` in posts/write-posts.ts do for posts that were never in the trash.
 */
function textAfter(
  previous: FinalText | undefined,
  { title = previous?.title ?? '', slug: wanted, description, excerpt }: TextInput,
  plan: EventPlan,
  language: Language,
  modified_at: number,
): FinalText {
  const waits = previous ? previous.slug === undefined : canPostBeWithoutSlug('event', plan.status)
  const ofTitle = () => slugify(title, language)
  const unasked = () => (waits ? undefined : (previous?.slug ?? ofTitle()))
  return {
    language,
    title,
    description: description ?? previous?.description ?? '',
    excerpt: excerpt ?? previous?.excerpt ?? '',
    slug: wanted === undefined ? unasked() : slugify(wanted, language) || ofTitle(),
    modified_at,
  }
}
