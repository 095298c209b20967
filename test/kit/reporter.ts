import { Readable } from 'node:stream'
import { spec as Spec, type TestEvent } from 'node:test/reporters'

const WORTH_READING = new Set(['test:fail', 'test:diagnostic', 'test:stderr', 'test:coverage', 'test:summary'])

/** The `spec` reporter of Node, without passed tests: it prints failures, stderr and totals. */
export default async function* failuresOnly(events: AsyncIterable<TestEvent>) {
  yield* Readable.from(worthReading(events)).pipe(new Spec())
}

async function* worthReading(events: AsyncIterable<TestEvent>) {
  for await (const event of events) if (WORTH_READING.has(event.type)) yield event
}
