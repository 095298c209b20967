import { Problems } from '../../core/errors.ts'
import { sql, type Transaction } from '../../db/database.ts'
import { idColumn, linkTable, type TermKind } from '../../db/fragments.ts'
import type { Scope } from '../collection.ts'
import { checkOrganizer, createOrganizer } from '../organizers/store.ts'
import { createTerm, termsNamed } from '../term.ts'
import { checkVenue, createVenue } from '../venues/store.ts'
import type { EventPlan, PlannedTerms } from './plan.ts'

type LinkKind = 'venue' | 'organizer' | 'category' | 'tag'

/** The ids to link, by kind; undefined leaves the links of that kind as they are. */
export type LinkIds = Record<LinkKind, number[] | undefined>

/** Makes what a plan names inline. @returns the ids of all that will be linked */
export async function makeLinked(scope: Scope<Transaction>, { body, terms }: EventPlan): Promise<LinkIds> {
  return {
    venue: body.venue && (await idsOf(body.venue, (inline) => makePlace(scope, inline, checkVenue, createVenue))),
    organizer:
      body.organizer &&
      (await idsOf(body.organizer, (inline) => makePlace(scope, inline, checkOrganizer, createOrganizer))),
    category: terms.category && (await makeTerms(scope, 'category', terms.category)),
    tag: terms.tag && (await makeTerms(scope, 'tag', terms.tag)),
  }
}

async function idsOf<Body>(links: ({ id: number } | { body: Body })[], make: (body: Body) => Promise<number>) {
  const ids: number[] = []
  for (const link of links) ids.push('id' in link ? link.id : await make(link.body))
  return [...new Set(ids)]
}

async function makePlace<Body, Plan>(
  scope: Scope<Transaction>,
  body: Body,
  check: (scope: Scope, body: Body, problems: Problems) => Promise<Plan>,
  create: (scope: Scope<Transaction>, plan: Plan, imageId: undefined) => Promise<number>,
): Promise<number> {
  const problems = new Problems()
  const plan = await check(scope, body, problems)
  problems.throwIfAny()
  return create(scope, plan, undefined)
}

async function makeTerms(
  scope: Scope<Transaction>,
  kind: TermKind,
  { ids, newNames }: PlannedTerms,
): Promise<number[]> {
  const made = [...ids]
  for (const name of newNames) {
    // Named twice in one body, or made by someone else since it was planned.
    const [known] = await termsNamed(scope, kind, name)
    made.push(known ?? (await createTerm(scope, kind, { name })))
  }
  return [...new Set(made)]
}

/** Replaces the links that were sent. */
export async function storeLinks(
  { db }: Scope<Transaction>,
  eventId: number,
  links: LinkIds,
  isNew: boolean,
): Promise<void> {
  for (const [kind, ids] of Object.entries(links) as [LinkKind, number[] | undefined][]) {
    if (ids === undefined) continue
    if (!isNew) await db.run(sql`DELETE FROM ${linkTable(kind)} WHERE event_id = ${eventId}`)
    const hasOrder = kind === 'venue' || kind === 'organizer'
    for (const [position, id] of ids.entries()) {
      await db.run(
        hasOrder
          ? sql`INSERT INTO ${linkTable(kind)} (event_id, ${idColumn(kind)}, position) VALUES (${eventId}, ${id}, ${position})`
          : sql`INSERT INTO ${linkTable(kind)} (event_id, ${idColumn(kind)}) VALUES (${eventId}, ${id})`,
      )
    }
  }
}
