import { UnreadableSourceError } from '../../errors.ts'
import { readLines } from '../lines.ts'
import type { SourceContent } from '../source-content.ts'

/** A component of a calendar, such as VEVENT, as text with the lines of the components in it. */
export interface IcsComponent {
  name: string
  /** Line of `BEGIN` in the file, from 1. */
  line: number
  /** The lines of the component; undefined for a component that is too long to be read. */
  text: string | undefined
}

/** A property of the calendar itself, such as `X-WR-TIMEZONE:Europe/Berlin`. */
export interface CalendarLine {
  name: 'property'
  line: number
  text: string
}

/** Longest component, in characters: an event with a description of the maximum length fits. */
const COMPONENT_MAX = 1024 * 1024

/**
 * Divides an iCalendar file into its components, without parsing them, so that one that is broken does not affect the others.
 * @throws {UnreadableSourceError} when the file does not begin like a calendar
 */
export async function* readComponents(content: SourceContent): AsyncGenerator<IcsComponent | CalendarLine> {
  let open: { name: string; line: number; lines: string[]; length: number } | undefined
  let isCalendar = false
  for await (const { number, text = '' } of readLines(content.open(), COMPONENT_MAX)) {
    const line = text.replace(/\r$/, '').replace(/^\ufeff/, '')
    if (line === '') continue
    const [, edge = '', name = ''] = /^(BEGIN|END):\s*([\w-]+)\s*$/i.exec(line) ?? []
    if (!isCalendar) {
      isCalendar = edge.toUpperCase() === 'BEGIN' && name.toUpperCase() === 'VCALENDAR'
      if (!isCalendar) throw new UnreadableSourceError(`not a calendar: ${line.slice(0, 200)}`)
      continue
    }
    const isBegin = edge.toUpperCase() === 'BEGIN'
    // An event without END ends where the next component begins.
    if (open && isBegin && name.toUpperCase() === open.name) {
      yield finished(open)
      open = undefined
    }
    if (open === undefined) {
      if (isBegin && name.toUpperCase() !== 'VCALENDAR')
        open = { name: name.toUpperCase(), line: number, lines: [], length: 0 }
      else if (edge === '') yield { name: 'property', line: number, text: line }
      continue
    }
    if (edge !== '' && !isBegin && name.toUpperCase() === open.name) {
      yield finished(open)
      open = undefined
      continue
    }
    open.length += line.length
    if (open.length <= COMPONENT_MAX) open.lines.push(line)
  }
  if (open) yield finished(open)
}

const finished = ({
  name,
  line,
  lines,
  length,
}: {
  name: string
  line: number
  lines: string[]
  length: number
}): IcsComponent => ({
  name,
  line,
  text: length > COMPONENT_MAX ? undefined : lines.join('\r\n'),
})

/** The value of the first property with a name in the text of a component, unfolded; undefined if there is none. */
export function findPropertyValue(text: string, name: string): string | undefined {
  const unfolded = text.replace(/\r?\n[ \t]/g, '')
  return new RegExp(`^${name}(?:;[^:\\r\\n]*)?:([^\\r\\n]*)`, 'im').exec(unfolded)?.[1]?.trim()
}
