import fc from 'fast-check'
import type { Ask } from '../../server/server.ts'
import { addDays, type Edit, type Extent, type Family, isShown, type Rule, startsOf } from './model.ts'

/** An edit that names events and dates by position, so that every part of a sequence is a valid sequence. */
export interface Step {
  do: Edit['do']
  event: number
  date: number
  extent: Extent
  title: string | undefined
  featured: boolean | undefined
  hour: string | undefined
  days: number | undefined
  resets: boolean
  rule: Rule
}

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
const rule = () => fc.record({ days: fc.constantFrom(1, 2, 7), count: fc.integer({ min: 2, max: 8 }) })
const weighted = (weights: Record<Edit['do'], number>) =>
  fc.oneof(...Object.entries(weights).map(([what, weight]) => ({ weight, arbitrary: fc.constant(what as Edit['do']) })))

export const steps = (length: number): fc.Arbitrary<Step[]> =>
  fc.array(
    fc.record({
      do: weighted({ change: 8, remove: 3, restore: 2, 'restore-all': 1, add: 2, replace: 1 }),
      event: fc.nat({ max: 9 }),
      date: fc.nat({ max: 30 }),
      extent: fc.constantFrom<Extent>('this', 'this', 'following', 'following', 'all'),
      title: maybe(fc.constantFrom('Tango', 'Salsa', 'Waltz')),
      featured: maybe(fc.boolean()),
      hour: maybe(fc.constantFrom('09:00:00', '18:00:00', '20:00:00')),
      days: fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, fc.constantFrom(-1, 1, 2, 7)),
      resets: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, fc.constant(true)),
      rule: rule(),
    }),
    { minLength: Math.ceil(length / 2), maxLength: length, size: 'max' },
  )

/** The rule with which a sequence begins. */
export const firstRules = rule

/** The edit of a step in the current state; undefined if nothing of the kind can be edited. */
export function editOf(family: Family, step: Step): Edit | undefined {
  const { do: what, extent, title, featured, hour, days, resets, rule } = step
  const shown = family.flatMap((event) => event.dates.filter((one) => isShown(event, one)))
  const removed = family.flatMap((event) => event.dates.filter((one) => one.removed))
  const date = (what === 'restore' ? removed : shown).toSorted(byId).at(step.date % Math.max(1, shown.length))
  const event = family[step.event % family.length]
  if (what === 'restore-all' || what === 'add' || what === 'replace') {
    if (event?.id === undefined) return undefined
    if (what === 'restore-all') return { do: what, event: event.id }
    // At another time of day than any other date.
    if (what === 'add')
      return { do: what, event: event.id, start: `${startsOf(event.start, rule).at(-1)?.slice(0, 10)} 10:15:00` }
    return { do: what, event: event.id, rule }
  }
  if (date?.id === undefined) return undefined
  if (what === 'remove') return { do: what, id: date.id, extent }
  if (what === 'restore') return { do: what, id: date.id }
  const isMoved = hour !== undefined || days !== undefined
  const start = isMoved
    ? `${addDays(date.original, days ?? 0).slice(0, 10)} ${hour ?? date.original.slice(11)}`
    : undefined
  const isSent = title !== undefined || featured !== undefined || isMoved
  const values = { title: isSent ? title : 'Salsa', featured, start, resets: resets && extent !== 'this' }
  return { do: what, id: date.id, extent, ...values }
}

const byId = (one: { id: number | undefined }, other: { id: number | undefined }) => (one.id ?? 0) - (other.id ?? 0)

const lineOf = ({ days, count }: Rule): string => `RRULE:FREQ=DAILY;INTERVAL=${days};COUNT=${count}`

/** All dates last an hour. */
const HOUR_MS = 3_600_000

export const endOf = (start: string): string =>
  new Date(Date.parse(`${start.replace(' ', 'T')}Z`) + HOUR_MS).toISOString().slice(0, 19).replace('T', ' ')

const START = '2030-07-02 12:00:00'

/** The request body that creates a repeated event. */
export const bodyOf = (title: string, rule: Rule) => ({
  ...{ title, start_date: START, end_date: endOf(START), timezone: 'UTC' },
  recurrence: lineOf(rule),
})

/** The model of the event that `bodyOf` creates. */
export const newFamily = (id: number, title: string, rule: Rule): Family => {
  const dates = startsOf(START, rule).map((original) => ({ id: undefined, original }))
  return [{ id, title, featured: false, start: START, isTrashed: false, dates }]
}

/** The request of an edit. */
export function requestOf(edit: Edit): Ask & { method: string; path: string } {
  const as = 'editor'
  if (edit.do === 'add') {
    return { as, method: 'POST', path: `/events/${edit.event}/occurrences`, body: { start_date: edit.start } }
  }
  if (edit.do === 'replace') {
    return { as, method: 'PATCH', path: `/events/${edit.event}`, body: { recurrence: lineOf(edit.rule) } }
  }
  if (edit.do === 'restore-all') {
    return { as, method: 'PATCH', path: `/events/${edit.event}`, body: { status: 'publish' } }
  }
  const path = `/events/${edit.id}`
  if (edit.do === 'remove') return { as, method: 'DELETE', path: `${path}?scope=${edit.extent}` }
  if (edit.do === 'restore') return { as, method: 'PATCH', path, body: { status: 'publish' } }
  const { extent, title, featured, start, resets } = edit
  const body = {
    ...(extent !== 'this' && { scope: extent }),
    ...(title !== undefined && { title }),
    ...(featured !== undefined && { featured }),
    ...(start && { start_date: start, end_date: endOf(start) }),
    ...(resets && { reset_overrides: true }),
  }
  return { as, method: 'PATCH', path, body }
}
