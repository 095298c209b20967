import { Problems } from '../../core/errors.ts'
import type { Language } from '../../core/language.ts'
import { slugOf } from '../../core/slug.ts'
import type { Scope } from '../collection.ts'
import { waitsForSlug } from '../post-write.ts'
import type { TextInput } from '../texts.ts'
import { checkEvent, type EventPlan, permitEvent } from './plan.ts'
import type { EventBody } from './schema.ts'
import type { EventRow } from './store.ts'

/** A change of the texts of one language, after the event was made. */
export interface LaterText {
  language: Language
  /** Seconds UTC. */
  writtenAt: number
  body: Pick<Partial<EventBody>, 'title' | 'description' | 'excerpt' | 'slug'>
}

/** An event as the requests that make it say it, read but not yet checked. */
export interface EventToLoad {
  language: Language
  /** Seconds UTC. */
  writtenAt: number
  body: EventBody
  laterTexts: LaterText[]
}

/** One text as it will be in the end. */
export interface PlannedText {
  language: Language
  title: string
  description: string
  excerpt: string
  /** The slug to find free; '' for that of the id, undefined for none yet. */
  slug: string | undefined
  modified_at: number
}

/** Decided and permitted, not yet written. */
export interface EventToStore {
  plan: EventPlan
  createdAt: number
  /** Undefined when nothing changed after it was made. */
  modifiedAt: number | undefined
  /** The original first. */
  texts: PlannedText[]
}

/**
 * Decides what requests with these bodies would store, one after the other.
 * @param scope of the load; language and time are the event's own
 * @throws {CalendarError} when one of the requests would be refused
 */
export async function planLoad(
  scope: Scope,
  { language, writtenAt, body, laterTexts }: EventToLoad,
): Promise<EventToStore> {
  const inside = { ...scope, language, now: writtenAt }
  const plan = await checked(inside, body)
  permitEvent(inside, plan)
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
  return { plan, createdAt: writtenAt, modifiedAt: laterTexts.at(-1)?.writtenAt, texts }
}

async function checked(scope: Scope, body: Partial<EventBody>, row?: EventRow): Promise<EventPlan> {
  const problems = new Problems()
  const plan = await checkEvent(scope, body, problems, row)
  problems.throwIfAny()
  return plan
}

/** The event as a change would find it, as far as a change of texts looks. */
const rowSoFar = (plan: EventPlan, original_language: Language, texts: readonly PlannedText[]) =>
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
  previous: PlannedText | undefined,
  { title = previous?.title ?? '', slug: wanted, description, excerpt }: TextInput,
  plan: EventPlan,
  language: Language,
  modified_at: number,
): PlannedText {
  const waits = previous ? previous.slug === undefined : waitsForSlug('event', plan.status)
  const asked = wanted === undefined ? '' : slugOf(wanted, language)
  const unasked = waits ? undefined : (previous?.slug ?? slugOf(title, language))
  return {
    language,
    title,
    description: description ?? previous?.description ?? '',
    excerpt: excerpt ?? previous?.excerpt ?? '',
    slug: wanted === undefined ? unasked : asked || slugOf(title, language),
    modified_at,
  }
}
