import { invalidParameter, Problems } from '../../../core/errors.ts'
import type { LinkedPostKind } from '../../../core/kinds.ts'
import type { Language } from '../../../core/language.ts'
import { foldText } from '../../../core/text/fold.ts'
import { slugify } from '../../../core/text/slug.ts'
import type { RowValues } from '../../../db/database.ts'
import type { Scope } from '../../collection.ts'
import { mayLackSlug } from '../../posts/write.ts'
import { buildSearchText } from '../../texts/search-text.ts'
import type { TextInput } from '../../texts/texts.ts'
import { checkEvent, type EventPlan, permitEvent } from '../plan.ts'
import { EVENT_FLAGS, type EventRow } from '../row.ts'
import type { EventBody } from '../schema.ts'
import { COLUMN_DEFAULTS, eventColumns, listedStartOf } from '../store.ts'
import type { LinkIds } from '../write-links.ts'

/** A change of the texts of one language, after the event was made. */
export interface BulkTextChange {
  language: Language
  /** Seconds UTC. */
  writtenAt: number
  body: Pick<Partial<EventBody>, 'title' | 'description' | 'excerpt' | 'slug'>
}

/** An event as the requests that make it say it, read but not yet checked. */
export interface BulkEvent {
  language: Language
  /** Seconds UTC. */
  writtenAt: number
  body: EventBody
  laterTexts: BulkTextChange[]
}

/** One text as it will be in the end. */
interface FinalText {
  language: Language
  title: string
  description: string
  excerpt: string
  /** The slug to find free; '' for that of the id, undefined for none yet. */
  slug: string | undefined
  modified_at: number
}

/** Decided, permitted and ready to be written, but for what only the transaction knows: ids and free slugs. Plain JSON. */
export interface PlannedBulkEvent {
  /** The values of `EVENT_COLUMNS`. */
  columns: RowValues
  /** When it stands in the calendar everyone sees; null when it does not. */
  listedStart: string | null
  /** The original first, with the values of `TEXT_COLUMNS`. */
  texts: { language: Language; slug?: string | undefined; columns: RowValues }[]
  links: Partial<LinkIds>
  /** Instead of the links when something named there has to be made first. */
  toMake?: { plan: EventPlan; language: Language; now: number } | undefined
}

/** But for its id. */
export const EVENT_COLUMNS = [
  ...['author_id', 'original_language', 'status', 'published_at', 'dating', 'created_at', 'modified_at', 'image_id'],
  ...['start_local', 'end_local', 'timezone', 'start_at', 'end_at', 'all_day', 'cost', 'website', ...EVENT_FLAGS],
  'is_public',
]

/** But for what its event gives it, and its slug. */
export const TEXT_COLUMNS = [
  ...['language', 'title', 'description', 'excerpt', 'title_folded', 'search_text', 'modified_at'],
]

/**
 * Decides what requests with these bodies would store, one after the other.
 * @param scope of the load; language and time are the event's own
 * @throws {CalendarError} when one of the requests would be refused
 */
export async function planBulkEvent(scope: Scope, event: BulkEvent): Promise<PlannedBulkEvent> {
  const { language, writtenAt, body } = event
  const inside = { ...scope, language, now: writtenAt }
  const plan = await checked(inside, body)
  // A picture is fetched before its request writes; a load has no place for that.
  if (plan.image !== undefined) throw invalidParameter('image', 'reason.image')
  permitEvent(inside, plan)
  const texts = await finalTexts(scope, event, plan)
  const columns = finalColumns(scope, event, plan)
  return {
    columns: EVENT_COLUMNS.map((name) => columns[name] as RowValues[number]),
    listedStart: listedStartOf(columns),
    texts: texts.map(readyText),
    ...(makesSomething(plan) ? { links: {}, toMake: { plan, language, now: writtenAt } } : { links: linksOf(plan) }),
  }
}

/** The texts after all changes, each checked and permitted on the event as it is by then. */
async function finalTexts(scope: Scope, { language, writtenAt, laterTexts }: BulkEvent, plan: EventPlan) {
  const texts = [textAfter(undefined, plan.text, plan, language, writtenAt)]
  for (const later of laterTexts) {
    const then = { ...scope, language: later.language, now: later.writtenAt }
    const row = rowSoFar(plan, language, texts)
    const change = await checked(then, later.body, row)
    permitEvent(then, change, row)
    const at = texts.findIndex((text) => text.language === later.language)
    const text = textAfter(texts[at], change.text, plan, later.language, later.writtenAt)
    if (at === -1) texts.push(text)
    else texts[at] = text
  }
  return texts
}

function finalColumns(scope: Scope, { language, writtenAt, laterTexts }: BulkEvent, plan: EventPlan) {
  const modifiedAt = laterTexts.at(-1)?.writtenAt
  const columns: Record<string, string | number | null | undefined> = {
    ...COLUMN_DEFAULTS,
    author_id: plan.authorId,
    original_language: language,
    status: plan.status,
    published_at: plan.published_at,
    dating: plan.dating,
    created_at: writtenAt,
    modified_at: modifiedAt ?? null,
    // What is public is decided by the last that wrote.
    ...eventColumns({ ...scope, now: modifiedAt ?? writtenAt }, plan),
  }
  return columns
}

function readyText({ language, title, description, excerpt, slug, modified_at }: FinalText) {
  const search = buildSearchText(title, excerpt, description)
  return { language, slug, columns: [language, title, description, excerpt, foldText(title), search, modified_at] }
}

const makesSomething = ({ terms, places }: EventPlan) =>
  Object.values(terms).some((kind) => kind && kind.newNames.length > 0) ||
  Object.values(places).some((kind) => kind?.some((place) => 'plan' in place))

/** As `makeLinked` has it when all is there. */
function linksOf({ places, terms }: EventPlan): Partial<LinkIds> {
  const placed = (kind: LinkedPostKind) => [
    ...new Set(places[kind]?.flatMap((place) => ('id' in place ? [place.id] : []))),
  ]
  return {
    venue: placed('venue'),
    organizer: placed('organizer'),
    category: terms.category?.ids,
    tag: terms.tag?.ids,
  }
}

async function checked(scope: Scope, body: Partial<EventBody>, row?: EventRow): Promise<EventPlan> {
  const problems = new Problems()
  const plan = await checkEvent(scope, body, problems, row)
  problems.throwIfAny()
  return plan
}

/** The event as a change would find it, as far as a change of texts looks. */
const rowSoFar = (plan: EventPlan, original_language: Language, texts: readonly FinalText[]) =>
  ({
    author_id: plan.authorId,
    status: plan.status,
    published_at: plan.published_at,
    dating: plan.dating,
    original_language,
    texts,
  }) as unknown as EventRow

/** As `writeNewText` and `writeChangedTexts` in post-write.ts have it for events that nobody threw away. */
function textAfter(
  previous: FinalText | undefined,
  { title = previous?.title ?? '', slug: wanted, description, excerpt }: TextInput,
  plan: EventPlan,
  language: Language,
  modified_at: number,
): FinalText {
  const waits = previous ? previous.slug === undefined : mayLackSlug('event', plan.status)
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
