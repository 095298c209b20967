import { can } from '../../core/caller.ts'
import { forbidden, type Problems } from '../../core/errors.ts'
import type { TermKind } from '../../db/fragments.ts'
import type { Scope } from '../collection.ts'
import { usableIds } from '../post.ts'
import { type PostPlan, permitPost, planPost } from '../post-plan.ts'
import { loadTerms, termsNamed } from '../term.ts'
import { idsBySlug } from '../texts.ts'
import type { PlaceLink, TermLink } from './link-fields.ts'
import { planSchedule, type Schedule } from './schedule.ts'
import type { EventBody } from './schema.ts'
import type { EventRow } from './store.ts'

export interface EventPlan extends PostPlan {
  body: Partial<EventBody>
  /** Undefined on an update that sends nothing of it. */
  schedule: Schedule | undefined
  /** Undefined: the links stay as they are. */
  terms: Record<TermKind, PlannedTerms | undefined>
}

export interface PlannedTerms {
  ids: number[]
  /** Names that nothing has yet. */
  newNames: string[]
}

/** Decides what a write to an event will store; what it names and does not exist goes to `problems`. */
export async function checkEvent(
  scope: Scope,
  body: Partial<EventBody>,
  problems: Problems,
  event?: EventRow,
): Promise<EventPlan> {
  const { title, description, excerpt, slug } = body
  const zone = { siteZone: scope.site.timezone, now: scope.now }
  await checkPlaces(scope, 'venue', body.venue, problems)
  await checkPlaces(scope, 'organizer', body.organizer, problems)
  const isScheduled = [body.start_date, body.end_date, body.timezone, body.all_day].some((sent) => sent !== undefined)
  return {
    ...(await planPost(scope, 'title', body, { title, description, excerpt, slug }, problems, event)),
    body,
    schedule: event === undefined || isScheduled ? planSchedule(body, event, zone, problems) : undefined,
    terms: {
      category: body.categories && (await planTerms(scope, 'category', body.categories)),
      tag: body.tags && (await planTerms(scope, 'tag', body.tags)),
    },
  }
}

async function checkPlaces(
  scope: Scope,
  kind: 'venue' | 'organizer',
  links: PlaceLink<unknown>[] | undefined,
  problems: Problems,
) {
  const ids = links?.flatMap((link) => ('id' in link ? [link.id] : [])) ?? []
  const usable = await usableIds(scope, kind, ids)
  if (ids.some((id) => !usable.has(id))) problems.add(kind, 'reason.unknown')
}

/** Names and slugs match in the language of the write; ids that nothing has are skipped (contract). */
async function planTerms(scope: Scope, kind: TermKind, links: TermLink[]): Promise<PlannedTerms> {
  const ids = new Set<number>()
  const newNames: string[] = []
  const given = links.flatMap((link) => ('id' in link ? [link.id] : []))
  for (const { id } of await loadTerms(scope, kind, given)) ids.add(id)
  for (const link of links) {
    if ('id' in link) continue
    const [known] = [...(await termsNamed(scope, kind, link.name)), ...(await idsBySlug(scope, kind, link.name))]
    if (known === undefined) newNames.push(link.name)
    else ids.add(known)
  }
  return { ids: [...ids], newNames }
}

export function permitEvent(scope: Scope, plan: EventPlan, event?: EventRow): void {
  permitPost(scope, 'event', plan, event)
  const makesTerms = Object.values(plan.terms).some((terms) => terms && terms.newNames.length > 0)
  if (makesTerms && !can(scope.caller, 'terms:create-inline')) throw forbidden(scope.caller)
}
