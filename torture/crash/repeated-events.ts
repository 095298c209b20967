import { effectOf, type Family, type Rule } from '../../test/kit/model/repeated/model.ts'
import { compare } from '../../test/kit/model/repeated/sequences.ts'
import { bodyOf, editOf, newFamily, requestOf, type Step } from '../../test/kit/model/repeated/steps.ts'
import type { Connection } from '../../test/kit/processes/connection.ts'
import { type CrashClient, freshToken, sendCounted } from './client.ts'
import { describeAnswer } from './records.ts'
import type { UnansweredOutcomes } from './verify.ts'

/** A repeated event that only one client writes, with the events that were split off from it. */
export interface OwnedFamily {
  /** The state after the last confirmed write; undefined if the creation was not confirmed. */
  known: Family | undefined
  /** The state after a write without a response, if it was committed. */
  unanswered?: Family
  /** A unique word in its first title. */
  token: string
}

const ENDLESS_CHANCE = 0.3

export async function createRepeatedAction(client: CrashClient): Promise<void> {
  const { random, connection, families } = client
  const token = freshToken(client)
  const rule: Rule = { days: random.pick([1, 2, 7]), count: random.integer(2, 8) }
  const body = bodyOf(`Repeated ${token}`, rule)
  // `almanac check` compares the dates of rules without end, which the server stores at its next start.
  const isEndless = random.chance(ENDLESS_CHANCE)
  const sent = isEndless ? { ...body, recurrence: 'RRULE:FREQ=WEEKLY' } : body
  const answer = await sendCounted(client, () => connection.send('POST', '/events', sent))
  if (isEndless || (answer && answer.status >= 300)) return
  const made = newFamily(answer?.body.id, body.title, rule)
  families.push(answer ? { known: made, token } : { known: undefined, unanswered: made, token })
}

/** Changes, removes, restores, splits or adds dates of a repeated event. */
export async function editRepeatedAction(client: CrashClient): Promise<void> {
  const { random, connection, families, problems } = client
  const usable = families.filter(({ known, unanswered }) => known && !unanswered)
  const family = usable.length > 0 ? random.pick(usable) : undefined
  const edit = family?.known && editOf(family.known, randomStep(client))
  if (!family?.known || !edit) return
  const { method, path, body } = requestOf(edit)
  const after = effectOf(family.known, edit).family
  const answer = await sendCounted(client, () => connection.send(method, path, body as object | undefined))
  if (!answer) family.unanswered = after ?? family.known
  else if (answer.status < 300 && after) family.known = after
  else if (answer.status < 300) problems.push(`${method} ${path} got ${describeAnswer(answer)}`)
}

function randomStep({ random }: CrashClient): Step {
  const maybe = <T>(values: readonly T[]) => (random.chance(0.5) ? random.pick(values) : undefined)
  return {
    do: random.pick(['change', 'change', 'change', 'change', 'remove', 'restore', 'restore-all', 'add', 'replace']),
    event: random.integer(0, 9),
    date: random.integer(0, 30),
    extent: random.pick(['this', 'following', 'following', 'all']),
    title: maybe(['Tango', 'Salsa', 'Waltz']),
    featured: maybe([true, false]),
    hour: maybe(['09:00:00', '18:00:00', '20:00:00']),
    days: random.chance(0.25) ? random.pick([-1, 1, 2, 7]) : undefined,
    resets: random.chance(0.2),
    rule: { days: random.pick([1, 2, 7]), count: random.integer(2, 8) },
  }
}

/** Checks that the dates of a family are those after the last confirmed write, or after an unanswered one. @returns problems */
export async function verifyFamily(
  connection: Connection,
  family: OwnedFamily,
  outcomes: UnansweredOutcomes,
): Promise<string[]> {
  const { known, unanswered, token } = family
  const read = (path: string) => connection.send('GET', path)
  if (known === undefined) return verifyUnansweredFamily(connection, family, outcomes)
  delete family.unanswered
  // PostgreSQL finishes the commit of a killed client, which may happen between two queries.
  const possible = unanswered ? [unanswered, known, unanswered] : [known]
  let problem = ''
  for (const expected of possible) {
    try {
      family.known = await compare(read, expected)
      if (unanswered) outcomes[expected === known ? 'absent' : 'whole'] += 1
      return []
    } catch (error) {
      problem = String(error)
    }
  }
  return [`the repeated event ${token} is in no state that was confirmed or requested: ${problem}`]
}

/** Checks that an unanswered creation stored all dates or none. */
async function verifyUnansweredFamily(
  connection: Connection,
  family: OwnedFamily,
  outcomes: UnansweredOutcomes,
): Promise<string[]> {
  const { body } = await connection.send(
    'GET',
    `/events?search=${family.token}&start_date=2000-01-01&end_date=2100-01-01`,
  )
  const [date] = body.events ?? []
  outcomes[date ? 'whole' : 'absent'] += 1
  if (date === undefined) {
    family.known = []
    return []
  }
  const [event] = family.unanswered as Family
  family.known = event && [{ ...event, id: date.parent }]
  delete family.unanswered
  return verifyFamily(connection, family, outcomes)
}
