/**
 * The program of the worker thread that `ics-parser-thread.ts` starts. It parses components of iCalendar files, but
 * does not compute dates of repeated events.
 */
import { parentPort } from 'node:worker_threads'
import ICAL from 'ical.js'
import type { IcalProperty, ParsedComponent } from './ics-parser-thread.ts'

type JCal = [name: string, properties: IcalProperty[], components: JCal[]]

function parseComponent(text: string): ParsedComponent {
  try {
    const [, , [component]] = ICAL.parse(
      `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n${text}\r\nEND:VEVENT\r\nEND:VCALENDAR`,
    ) as JCal
    return { properties: component?.[1] ?? [], omitted: [] }
  } catch {
    return parseLineByLine(text)
  }
}

/** Parses the valid lines of a component one by one. Components inside it are not parsed. */
function parseLineByLine(text: string): ParsedComponent {
  const properties: IcalProperty[] = []
  const omitted: string[] = []
  let depth = 0
  for (const line of text.split('\r\n')) {
    if (/^BEGIN:/i.test(line)) depth += 1
    if (depth === 0) {
      try {
        properties.push(ICAL.parse.property(line) as IcalProperty)
      } catch {
        omitted.push(line)
      }
    }
    if (/^END:/i.test(line)) depth -= 1
  }
  return { properties, omitted }
}

parentPort?.on('message', (texts: string[]) => parentPort?.postMessage(texts.map(parseComponent)))
