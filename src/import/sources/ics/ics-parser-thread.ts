import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { IcsComponent } from './read-ics-components.ts'

/** A property in the form that the parser ical.js returns (jCal, RFC 7265): name, parameters, type, values. */
export type IcalProperty = [
  name: string,
  parameters: Record<string, string | string[]>,
  type: string,
  ...values: unknown[],
]

/** The parsed properties of a component and the lines that are not valid, or the reason why it cannot be parsed. */
export type ParsedComponent = { properties: IcalProperty[]; omitted: string[] } | { failure: string }

export interface IcsParser {
  /** Parses components. @returns the result of each component, in the order of the components */
  parse(components: readonly IcsComponent[]): Promise<ParsedComponent[]>
  close(): Promise<void>
}

/** Maximum time in milliseconds for parsing the components of one call. A thread that takes longer is ended. */
const PARSE_TIMEOUT_MS = 10_000
/** Maximum size of the worker thread's heap, in megabytes. */
const HEAP_MAX_MB = 256

/** The file that the thread runs. In a package it is compiled, so that its name ends in `.js` instead of `.ts`. */
const PROGRAM = new URL(`./ics-parser-thread-worker${extname(import.meta.filename)}`, import.meta.url)

/**
 * Creates a parser of iCalendar components in a worker thread. The thread is ended if it takes too long or too much
 * memory, so that no file can block the server or the command.
 */
export function createIcsParser(): IcsParser {
  let worker: Worker | undefined
  const start = () => {
    worker ??= new Worker(PROGRAM, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MAX_MB } })
    return worker
  }
  const close = async () => {
    await worker?.terminate()
    worker = undefined
  }
  const request = async (texts: readonly string[]): Promise<ParsedComponent[] | undefined> => {
    const { promise, resolve } = Promise.withResolvers<ParsedComponent[] | undefined>()
    const running = start()
    const fail = () => resolve(undefined)
    const timeout = setTimeout(fail, PARSE_TIMEOUT_MS)
    running.once('message', resolve).once('error', fail).once('exit', fail)
    running.postMessage(texts)
    const parsed = await promise
    clearTimeout(timeout)
    running.off('message', resolve).off('error', fail).off('exit', fail)
    if (!parsed) await close()
    return parsed
  }
  const parseTexts = async (texts: readonly string[]): Promise<ParsedComponent[]> => {
    const parsed = await request(texts)
    if (parsed) return parsed
    if (texts.length <= 1) return texts.map(() => ({ failure: 'it takes too long to read' }))
    // Some component took too long or ended the thread. Each half of the list is parsed again, and halved again if it
    // fails, until only that component fails.
    const half = Math.ceil(texts.length / 2)
    return [...(await parseTexts(texts.slice(0, half))), ...(await parseTexts(texts.slice(half)))]
  }
  return {
    async parse(components) {
      const readable = components.filter(({ text }) => text !== undefined)
      const parsed = await parseTexts(readable.map(({ text }) => text as string))
      return components.map((component) =>
        component.text === undefined
          ? { failure: 'it is too long' }
          : (parsed[readable.indexOf(component)] as ParsedComponent),
      )
    },
    close,
  }
}
