/** Code of the worker thread that `parser-thread.ts` starts: parses the texts of components. Dates are never expanded. */
import { parentPort } from 'node:worker_threads'
import ICAL from 'ical.js'
import type { IcalProperty, ParsedComponent } from './parser-thread.ts'

type JCal = [name: string, properties: IcalProperty[], components: JCal[]]

function parseComponent(text: string): ParsedComponent {
  try {
    const [, , [component]] = ICAL.parse(
      `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n${text}\r\nEND:VEVENT\r\nEND:VCALENDAR`,
    ) as JCal
    return { properties: component?.[1] ?? [] }
  } catch (error) {
    return { failure: (error as Error).message }
  }
}

parentPort?.on('message', (texts: string[]) => parentPort?.postMessage(texts.map(parseComponent)))
