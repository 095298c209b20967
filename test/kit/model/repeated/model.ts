/** Repeated events as plain lists of dates, and what edits do to them. */

/** What a date of a repeated event may have of its own. */
export interface OwnValues {
  title?: string | undefined
  featured?: boolean | undefined
  /** Local start, if the date was moved by itself. */
  start?: string | undefined
}

export interface ModelDate extends Readonly<OwnValues> {
  /** Undefined until the date has been read from the server. */
  id: number | undefined
  /** Local start by the rules, `2030-07-02 10:00:00`. */
  original: string
  /** `excluded`: by EXDATE, so that it moves with the others; `dropped`: the rules do not give it. */
  removed?: 'excluded' | 'dropped' | undefined
  /** Whether it is a date besides those of the rule: it was added, or kept when the rule changed. */
  isExtra?: boolean
}

export interface ModelEvent {
  /** Undefined until the event has been read from the server. */
  id: number | undefined
  title: string
  featured: boolean
  start: string
  isTrashed: boolean
  dates: readonly ModelDate[]
}

/** Repeated events that began as one; an edit of a date and all later ones splits one of them. */
export type Family = readonly ModelEvent[]

export type Extent = 'this' | 'following' | 'all'

interface Values {
  title: string | undefined
  featured: boolean | undefined
  /** The new local start of the date, with which others move. */
  start: string | undefined
}

/** The rule of an event that repeats every `days` days, `count` times. */
export interface Rule {
  days: number
  count: number
}

/** `id` is that of a date, `event` that of a repeated event. */
export type Edit =
  | (Values & { do: 'change'; id: number; extent: Extent; resets: boolean })
  | { do: 'remove'; id: number; extent: Extent }
  | { do: 'restore'; id: number }
  | { do: 'restore-all'; event: number }
  | { do: 'add'; event: number; start: string }
  | { do: 'replace'; event: number; rule: Rule }

/** The effect of an edit: the family after it, or the status of the refusal. */
export type Effect = { family: Family; status?: undefined } | { family?: undefined; status: 400 | 404 | 410 }

/**
 * What an edit does, in the terms of the documentation.
 * @param found the family that the request was compared with: fields that are equal there count as not sent (decision 35).
 *   Other edits may have changed the family since
 */
export function effectOf(family: Family, edit: Edit, found: Family = family): Effect {
  if ('event' in edit) {
    const event = family.find(({ id }) => id === edit.event)
    if (event === undefined) return { status: 404 }
    if (edit.do === 'restore-all') return { family: withEvent(family, event, { isTrashed: false }) }
    if (event.isTrashed) return { status: 410 }
    return edit.do === 'add'
      ? add(family, event, edit.start)
      : { family: replace(family, event, startsOf(event.start, edit.rule)) }
  }
  const { event, date } = dateIn(family, edit.id)
  if (event === undefined || date === undefined) return { status: 404 }
  if (edit.do === 'restore') return restore(family, event, date)
  if (event.isTrashed || date.removed) return { status: 410 }
  if (edit.do === 'remove') return { family: remove(family, event, date, edit.extent) }
  return edit.extent === 'this'
    ? { family: withEvent(family, event, withDate(event, date, ownValues(dateIn(found, edit.id), edit))) }
    : change(family, event, date, edit)
}

function dateIn(family: Family, id: number) {
  const event = family.find(({ dates }) => dates.some((date) => date.id === id))
  return { event, date: event?.dates.find((date) => date.id === id) }
}

const withEvent = (family: Family, event: ModelEvent, changed: Partial<ModelEvent>): Family =>
  family.map((one) => (one === event ? { ...event, ...changed } : one))

const withDate = (event: ModelEvent, date: ModelDate, changed: Partial<ModelDate>) => ({
  dates: event.dates.map((one) => (one === date ? { ...date, ...changed } : one)),
})

export const isShown = (event: ModelEvent, date: ModelDate): boolean => !event.isTrashed && !date.removed

function add(family: Family, event: ModelEvent, start: string): Effect {
  const stored = event.dates.find(({ original }) => original === start)
  if (start < event.start || (stored && !stored.removed)) return { status: 400 }
  if (stored) return { family: withEvent(family, event, withDate(event, stored, shown(stored))) }
  return {
    family: withEvent(family, event, { dates: [...event.dates, { id: undefined, original: start, isExtra: true }] }),
  }
}

/** Other rules: dates at the same times stay, others go unless they differ from the event, and missing ones are added. */
function replace(family: Family, event: ModelEvent, starts: readonly string[]): Family {
  const kept = event.dates.map((date): ModelDate => {
    if (starts.includes(date.original)) return { ...date, removed: undefined, isExtra: false }
    const isOrphan = !date.removed && isDifferent(date) && date.original > event.start
    return isOrphan ? { ...date, isExtra: true } : { ...date, removed: 'dropped' }
  })
  const stored = new Set(kept.map(({ original }) => original))
  const added = starts.filter((start) => !stored.has(start)).map((original) => ({ id: undefined, original }))
  return withEvent(family, event, { dates: [...kept, ...added] })
}

const isDifferent = ({ title, featured, start }: OwnValues): boolean =>
  title !== undefined || featured !== undefined || start !== undefined

function restore(family: Family, event: ModelEvent, date: ModelDate): Effect {
  if (event.isTrashed) return { status: 410 }
  if (date.original < event.start) return { status: 400 }
  return { family: withEvent(family, event, withDate(event, date, shown(date))) }
}

/** What changes in a removed date that is shown again. One that the rule no longer gives becomes an added date. */
const shown = ({ removed, isExtra = false }: ModelDate) => ({
  removed: undefined,
  isExtra: isExtra || removed === 'dropped',
})

function remove(family: Family, event: ModelEvent, date: ModelDate, extent: Extent): Family {
  const left = event.dates.filter(
    (one) => !one.removed && (extent === 'this' ? one !== date : one.original < date.original),
  )
  if (extent === 'all' || left.length === 0) return withEvent(family, event, { isTrashed: true })
  if (extent === 'this') return withEvent(family, event, withDate(event, date, { removed: 'excluded' }))
  const dates = event.dates.map(
    (one): ModelDate => (one.original < date.original ? one : { ...one, removed: 'dropped' }),
  )
  return withEvent(family, event, { dates })
}

type Change = Extract<Edit, { do: 'change' }>

/** The values that an edit gives to one date: those that differ from the date as it was found. */
function ownValues({ event, date }: ReturnType<typeof dateIn>, { title, featured, start }: Change): OwnValues {
  return {
    ...(title !== undefined && title !== (date?.title ?? event?.title) && { title }),
    ...(featured !== undefined && featured !== (date?.featured ?? event?.featured) && { featured }),
    ...(start !== undefined && start !== (date?.start ?? date?.original) && { start }),
  }
}

function change(family: Family, event: ModelEvent, date: ModelDate, edit: Change): Effect {
  const { extent } = edit
  const isBefore = ({ original }: ModelDate) => original < date.original
  const isFirst = !event.dates.some((one) => isBefore(one) && !one.removed)
  if (extent === 'all' || isFirst) {
    const changed = changedEvent(event, date, edit)
    return changed ? { family: withEvent(family, event, changed) } : { status: 400 }
  }
  const [before, after] = [event.dates.filter(isBefore), event.dates.filter((one) => !isBefore(one))]
  // Without dates of the rule, the first date is the start of the new event, and no longer an added date.
  const hasRule = after.some((one) => isGiven(one) && !one.isExtra)
  const first = hasRule ? date : { ...date, isExtra: false }
  const dates = after.map((one) => (one === date ? first : one))
  const changed = changedEvent({ ...event, id: undefined, start: date.original, dates }, first, edit)
  return changed ? { family: [...withEvent(family, event, { dates: before }), changed] } : { status: 400 }
}

/** @returns undefined if the dates cannot have the time */
function changedEvent(event: ModelEvent, date: ModelDate, edit: Change): ModelEvent | undefined {
  const { title, featured, start, resets } = edit
  const own = (one: ModelDate): ModelDate => {
    const { id, original, removed, isExtra = false } = one
    return resets ? { id, original, removed, isExtra } : one
  }
  const changed = {
    ...event,
    title: title ?? event.title,
    featured: featured ?? event.featured,
    dates: event.dates.map(own),
  }
  if (start === undefined || start === date.original) return changed
  const days = (Date.parse(dayOf(start)) - Date.parse(dayOf(date.original))) / DAY_MS
  const hasNewHour = clockOf(start) !== clockOf(date.original)
  if ((hasNewHour && clockOf(event.start) !== clockOf(date.original)) || (days !== 0 && date.isExtra)) return undefined
  return moved(changed, hasNewHour ? clockOf(start) : undefined, days)
}

/**
 * All dates at the time of day of an event get another, and those of its rule move by some days. A date in the place of a moved
 * one is gone if another rule removed it or, if days move, if it was added and removed.
 * @returns undefined if there are other dates at that time, or dates before the new start
 */
function moved(event: ModelEvent, hour: string | undefined, days: number): ModelEvent | undefined {
  const from = clockOf(event.start)
  const newStart = ({ original, isExtra }: ModelDate) => {
    const to = isExtra ? original : addDays(original, days)
    return hour !== undefined && clockOf(original) === from ? at(to, hour) : to
  }
  const isMoved = (date: ModelDate) => isGiven(date) && newStart(date) !== date.original
  const taken = new Set(event.dates.filter(isMoved).map(newStart))
  const isInTheWay = (date: ModelDate) => isGiven(date) && !(days !== 0 && date.isExtra && date.removed)
  const dates = event.dates
    .filter((date) => isInTheWay(date) || !taken.has(isGiven(date) ? newStart(date) : date.original))
    .map((date) => (isGiven(date) ? { ...date, original: newStart(date) } : date))
  const start = at(addDays(event.start, days), hour ?? from)
  const given = dates.filter(isGiven).map(({ original }) => original)
  const isPossible = new Set(given).size === given.length && given.every((original) => original >= start)
  return isPossible ? { ...event, start, dates } : undefined
}

const clockOf = (local: string) => local.slice('YYYY-MM-DD '.length)
const dayOf = (local: string) => local.slice(0, 'YYYY-MM-DD'.length)
const at = (local: string, clock: string) => `${dayOf(local)} ${clock}`

/**
 * Whether the server may refuse to split an event, because its rule would have to count its interval from another date
 * (decision 47): it has dates that the rule does not give.
 */
export const maySplitBeRefused = (family: Family, edit: Edit): boolean =>
  'extent' in edit &&
  edit.extent === 'following' &&
  dateIn(family, edit.id).event?.dates.some(({ isExtra }) => isExtra) === true

const isGiven = ({ removed }: ModelDate): boolean => removed !== 'dropped'

/** The dates of an event with this start and rule. */
export const startsOf = (start: string, { days, count }: Rule): string[] =>
  Array.from({ length: count }, (_, nth) => {
    const first = Date.parse(`${start.replace(' ', 'T')}Z`)
    return new Date(first + nth * days * DAY_MS).toISOString().slice(0, 19).replace('T', ' ')
  })

const DAY_MS = 86_400_000

export const addDays = (local: string, days: number): string =>
  at(new Date(Date.parse(dayOf(local)) + days * DAY_MS).toISOString(), clockOf(local))
