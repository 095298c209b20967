import assert from 'node:assert/strict'
import fc from 'fast-check'
import { INVARIANTS } from '../../../../src/check/check-database.ts'
import { assertHolds } from '../../engines/invariants.ts'
import type { TestServer } from '../../server/server.ts'
import type { Attempt, Done } from '../sequences.ts'
import {
  type Edit,
  effectOf,
  type Family,
  isShown,
  type ModelDate,
  type ModelEvent,
  maySplitBeRefused,
} from './model.ts'
import { bodyOf, editOf, endOf, firstRules, newFamily, requestOf, type Step, steps } from './steps.ts'

/**
 * Edits generated repeated events.
 * @param atOnce the number of edits that are sent at the same time
 */
export async function tryEdits(
  server: TestServer,
  atOnce: number,
  done: Done,
  { length, isOver, ...options }: Attempt,
): Promise<void> {
  const property = fc.asyncProperty(firstRules(), steps(length), async (rule, chosen) => {
    if (isOver()) return
    const event = await startEditing(server, rule)
    for (let from = 0; from < chosen.length; from += atOnce) await event.take(chosen.slice(from, from + atOnce))
    done.sequences += 1
    done.steps += chosen.length
    done.requests += event.sent()
  })
  await fc.assert(property, options)
  await assertHolds(server.db, INVARIANTS)
}

/** A repeated event on a server, the model of which follows each edit. */
export interface EditedEvent {
  /** Sends edits at the same time. Fails unless the dates are then those of the model after some run of them. */
  take(steps: readonly Step[]): Promise<void>
  /** Number of requests so far. */
  sent(): number
}

export async function startEditing(server: TestServer, rule: Step['rule']): Promise<EditedEvent> {
  const { ask } = server
  let sent = 0
  const read: Read = (path) => ask('GET', path, { as: 'editor' })
  const made = await ask('POST', '/events', { as: 'editor', body: bodyOf('Tango', rule) })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  // Edits at the same time may leave several possible states, which differ only in dates that were removed.
  let families: readonly [Family, ...Family[]] = [await compare(read, newFamily(made.body.id, 'Tango', rule))]

  async function send(edit: Edit): Promise<number> {
    const { method, path, ...request } = requestOf(edit)
    sent += 1
    return (await ask(method, path, request)).status
  }

  return {
    sent: () => sent,
    async take(chosen) {
      const edits = chosen.flatMap((step) => editOf(families[0], step) ?? [])
      const answered = await Promise.all(edits.map(async (edit) => [edit, await send(edit)] as const))
      const [readState, runs] = [readOnce(read), runsOf(answered)]
      const tried = families.flatMap((family) => runs.map((run) => ({ family, run })))
      families = await allThatHold(tried, ({ family, run }) => compare(readState, afterRun(family, run)))
    },
  }
}

/** An edit with the status of its response, and how many edits of its run came before the server compared it with the stored values. */
interface Answered {
  edit: Edit
  status: number
  comparedAfter: number
}

/** The family after edits in this order. @throws if a status is not that of the model */
function afterRun(family: Family, run: readonly Answered[]): Family {
  const states = [family]
  for (const { edit, status, comparedAfter } of run) {
    const before = states.at(-1) as Family
    const effect = effectOf(before, edit, states[comparedAfter])
    const isExpected = status === (effect.status ?? OK[edit.do]) || (status === 400 && maySplitBeRefused(before, edit))
    assert.ok(isExpected, `${JSON.stringify([edit, before])} got ${status}`)
    states.push(status < 300 && effect.family ? effect.family : before)
  }
  return states.at(-1) as Family
}

/**
 * All ways in which edits that were sent at the same time may run: in every order, and each edit of one date compared with the
 * stored values after any number of the edits before it, because the server does that before its transaction.
 */
function runsOf(all: readonly (readonly [Edit, number])[]): Answered[][] {
  return ordersOf(all).flatMap((order) => {
    let runs: Answered[][] = [[]]
    for (const [nth, [edit, status]] of order.entries()) {
      const earliest = edit.do === 'change' && edit.extent === 'this' ? 0 : nth
      const moments = Array.from({ length: nth - earliest + 1 }, (_, back) => nth - back)
      runs = runs.flatMap((run) => moments.map((comparedAfter) => [...run, { edit, status, comparedAfter }]))
    }
    return runs
  })
}

const OK: Record<Edit['do'], number> = {
  change: 200,
  remove: 200,
  restore: 200,
  'restore-all': 200,
  replace: 200,
  add: 201,
}

/** Sends a GET request as an editor. */
// biome-ignore lint/suspicious/noExplicitAny: bodies are looked into freely
export type Read = (path: string) => Promise<{ status: number; body: any }>

/** Reads the dates of all events. @returns the family, with all ids @throws if the dates are not those of the model */
export async function compare(read: Read, family: Family): Promise<Family> {
  const seen: ModelEvent[] = []
  for (const event of family) seen.push(event.isTrashed ? await trashed(read, event) : await withIds(read, event))
  assert.equal(new Set(seen.map(({ id }) => id)).size, seen.length, 'ids of repeated events are unique')
  const total = family.flatMap((event) => event.dates.filter((date) => isShown(event, date))).length
  const ids = seen.flatMap((event) => event.dates.flatMap((date) => (isShown(event, date) ? [date.id] : [])))
  assert.equal(new Set(ids).size, total, 'ids are unique')
  return seen
}

/** @throws unless a repeated event is in the trash */
async function trashed(read: Read, event: ModelEvent): Promise<ModelEvent> {
  // The id of a split event that was moved to the trash before it was read is unknown.
  if (event.id === undefined) return event
  const { body } = await read(`/events/${event.id}`)
  assert.equal(body.status, 'trash', `repeated event ${event.id}`)
  return event
}

async function withIds(read: Read, event: ModelEvent): Promise<ModelEvent> {
  const id = event.id ?? (await parentOf(read, event.dates))
  const { status, body } = await read(`/events/${id}/occurrences?per_page=50`)
  assert.equal(status, 200, JSON.stringify(body))
  const shown = event.dates.filter((date) => isShown(event, date))
  // biome-ignore lint/suspicious/noExplicitAny: bodies are looked into freely
  const dates = body.events as any[]
  const idOf = ({ id: stored, original }: ModelDate) =>
    stored ?? dates.find(({ occurrence }) => occurrence.original_start === original)?.id
  assert.deepEqual(
    dates
      .map((date) => [
        ...[date.id, date.occurrence.original_start, date.start_date, date.end_date],
        ...[date.title, date.featured, date.occurrence.overrides],
      ])
      .sort(),
    shown
      .map((date) => {
        const start = date.start ?? date.original
        return [
          ...[idOf(date), date.original, start, endOf(start)],
          ...[date.title ?? event.title, date.featured ?? event.featured, overridesOf(date)],
        ]
      })
      .sort(),
  )
  assert.equal(body.total, shown.length)
  return { ...event, id, dates: event.dates.map((date) => ({ ...date, id: idOf(date) })) }
}

async function parentOf(read: Read, dates: readonly ModelDate[]): Promise<number> {
  const date = dates.find(({ id, removed }) => id !== undefined && !removed)
  const { body } = await read(`/events/${date?.id}`)
  return body.parent
}

const overridesOf = ({ title, start, featured }: ModelDate): string[] => [
  ...(title === undefined ? [] : ['texts']),
  ...(start === undefined ? [] : ['times']),
  ...(featured === undefined ? [] : ['featured']),
]

/** The different results of the inputs that `attempt` accepts. @throws the first error if it accepts none */
async function allThatHold<Input, Result>(inputs: readonly Input[], attempt: (input: Input) => Promise<Result>) {
  const results = new Map<string, Result>()
  let failure: unknown
  for (const input of inputs) {
    try {
      const result = await attempt(input)
      results.set(JSON.stringify(result), result)
    } catch (error) {
      failure ??= error
    }
  }
  const [first, ...others] = results.values()
  if (first === undefined) throw failure
  return [first, ...others] as const
}

/** Sends each request only once. */
function readOnce(read: Read): Read {
  const answers = new Map<string, ReturnType<Read>>()
  return (path) => {
    const answer = answers.get(path) ?? read(path)
    answers.set(path, answer)
    return answer
  }
}

function ordersOf<T>(all: readonly T[]): T[][] {
  if (all.length <= 1) return [[...all]]
  return all.flatMap((one) => ordersOf(all.filter((other) => other !== one)).map((rest) => [one, ...rest]))
}
