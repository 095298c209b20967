import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { IcsComponent } from './read-ics-components.ts'

/** A property as ical.js parses it (jCal, RFC 7265): name, parameters, type, values. */
export type IcalProperty = [
  name: string,
  parameters: Record<string, string | string[]>,
  type: string,
  ...values: unknown[],
]

/** The properties of a component and the lines that are not valid, or why it cannot be parsed. */
export type ParsedComponent = { properties: IcalProperty[]; omitted: string[] } | { failure: string }

export interface IcsParser {
  /** Parses components. @returns the result for each component, in the same order */
  parse(components: readonly IcsComponent[]): Promise<ParsedComponent[]>
  close(): Promise<void>
}

/** How long components may take to parse, in milliseconds. A thread that takes longer is ended. */
const PARSE_TIMEOUT_MS = 10_000
/** Maximum size of the thread's heap in megabytes. */
const HEAP_MAX_MB = 256

/** The file that the thread runs. In a package it is compiled, so that its name ends in `.js` instead of `.ts`. */
const PROGRAM = new URL(`./ics-parser-thread-worker${extname(import.meta.filename)}`, import.meta.url)

/**
 * Creates a parser that runs in a thread, which is ended if it takes too long or too much memory, so that no file can
 * stop the server or the command.
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
    // One of the components took too long. Both halves of the list are parsed again, and so on, until only this
    // component fails.
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
