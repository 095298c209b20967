import { UnreadableSourceError } from '../../import-errors.ts'
import { decodeBytesAsText, detectUtf16, readFirstChunkOfContent } from '../detect-and-decode-text.ts'
import { readTextLines, type StreamDecoder } from '../read-text-lines.ts'
import type { SourceContent } from '../source-content.ts'
import { repairIcsLines } from './repair-ics-lines.ts'

/** A component of a calendar file, such as a VEVENT, as text that includes the components inside it. */
export interface IcsComponent {
  name: string
  /** Number of the component's first line in the file, from 1. */
  line: number
  /** The lines of the component, unfolded; undefined if the component is too long to be read. */
  text: string | undefined
  /** The lines of the component that are no valid property: their text, or their line number if they are too long. */
  omitted: readonly string[]
}

/** A property of the calendar itself, such as `X-WR-TIMEZONE:Europe/Berlin`. */
export interface CalendarLine {
  name: 'property'
  line: number
  text: string
}

/**
 * Maximum length of a component in characters, and in lines before they are unfolded. An event with the longest
 * possible description is shorter.
 */
const COMPONENT_MAX = { characters: 1024 * 1024, lines: 50_000 }

/** Names of components that are only in VCALENDAR, never inside another component. */
const OUTER_COMPONENTS: ReadonlySet<string> = new Set(['VEVENT', 'VTODO', 'VJOURNAL', 'VFREEBUSY', 'VTIMEZONE'])

/** The lines of a component that has begun and not ended, before they are unfolded and decoded. */
interface OpenComponent {
  name: string
  line: number
  lines: string[]
  length: number
  omitted: string[]
}

/**
 * Decodes each byte to the character with the same number. Used for lines before they are unfolded, because a line may
 * end within a character of UTF-8.
 */
const BINARY: StreamDecoder = { decode: (bytes) => bytes?.toString('latin1') ?? '' }

/**
 * Divides an iCalendar file into its components without parsing them, so that a broken component does not affect the
 * others. The file may be in UTF-8, UTF-16 or Windows-1252.
 * @throws {UnreadableSourceError} when the file does not begin like a calendar
 */
export async function* readIcsComponents(content: SourceContent): AsyncGenerator<IcsComponent | CalendarLine> {
  const utf16 = detectUtf16(await readFirstChunkOfContent(content))
  const decode = utf16 ? (text: string) => text : (text: string) => decodeBytesAsText(Buffer.from(text, 'latin1'))
  const decoder = utf16 ? new TextDecoder(utf16) : BINARY
  let open: OpenComponent | undefined
  let isCalendar = false
  for await (const { number, text } of readTextLines(content.open(), COMPONENT_MAX.characters, decoder)) {
    const line = number === 1 ? text?.replace(/^(?:\ufeff|\u00ef\u00bb\u00bf)/, '') : text
    if (line === undefined) open?.omitted.push(`line ${number}`)
    if (line === undefined || line === '') continue
    const edge = edgeIn(line)
    if (!isCalendar) {
      if (line.trim() === '') continue
      isCalendar = edge?.isBegin === true && ['VCALENDAR', 'VEVENT'].includes(edge.name)
      if (!isCalendar) throw new UnreadableSourceError(`not a calendar: ${decode(line).slice(0, 200)}`)
    }
    // A component without an END line ends where the next one begins.
    if (open && edge && (edge.name === open.name || (edge.isBegin && OUTER_COMPONENTS.has(edge.name)))) {
      yield finished(open, decode)
      open = undefined
      if (!edge.isBegin) continue
    }
    if (open) addLine(open, line)
    else if (!edge) yield { name: 'property', line: number, text: decode(line) }
    else if (edge.isBegin && edge.name !== 'VCALENDAR')
      open = { name: edge.name, line: number, lines: [], length: 0, omitted: [] }
  }
  if (!isCalendar) throw new UnreadableSourceError('the file is empty')
  if (open) yield finished(open, decode)
}

/**
 * Parses a BEGIN or END line: whether it begins a component, and the name of the component in upper case. Undefined for
 * other lines.
 */
function edgeIn(line: string): { isBegin: boolean; name: string } | undefined {
  const [, edge, name] = /^\s*(BEGIN|END):\s*([\w-]+)\s*$/i.exec(line)?.map((part) => part.toUpperCase()) ?? []
  return name === undefined ? undefined : { isBegin: edge === 'BEGIN', name }
}

function addLine(open: OpenComponent, line: string): void {
  open.length += line.length
  if (open.length <= COMPONENT_MAX.characters && open.lines.length <= COMPONENT_MAX.lines) open.lines.push(line)
}

function finished(
  { name, line, lines, length, omitted }: OpenComponent,
  decode: (text: string) => string,
): IcsComponent {
  if (length > COMPONENT_MAX.characters || lines.length > COMPONENT_MAX.lines)
    return { name, line, text: undefined, omitted }
  const repaired = repairIcsLines(decode(lines.join('\r\n').replace(/\r\n[ \t]/g, '')).split('\r\n'))
  return { name, line, text: repaired.lines.join('\r\n'), omitted: [...omitted, ...repaired.omitted] }
}

/** Finds the value of the first property with this name in the text of a component; undefined if there is none. */
export const findIcsPropertyInText = (text: string, name: string): string | undefined =>
  new RegExp(`^${name}(?:;[^:\\r\\n]*)?:([^\\r\\n]*)`, 'im').exec(text)?.[1]?.trim()
