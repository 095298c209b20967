import type { FeedFormatName } from '../feed-formats.ts'
import type { FeedMetadata, FeedWriter } from '../feed-writer.ts'

/**
 * For each format, a function that loads the module with its writer. Modules are loaded at their first use, so that the
 * server starts faster.
 */
const WRITERS: Record<FeedFormatName, () => Promise<(head: FeedMetadata) => FeedWriter>> = {
  ics: async () => (await import('./ics-writer.ts')).createIcsWriter,
  rss: async () => (await import('./rss-writer.ts')).createRssWriter,
  atom: async () => (await import('./atom-writer.ts')).createAtomWriter,
  'feed.json': async () => (await import('./json-feed-writer.ts')).createJsonFeedWriter,
  csv: async () => (await import('./csv-writer.ts')).createCsvWriter,
  'jscal.json': async () => (await import('./jscalendar-writer.ts')).createJscalendarWriter,
}

/** Loads the module with the writer of a format, and creates the writer of one feed. */
export async function loadFeedWriter(format: FeedFormatName, head: FeedMetadata): Promise<FeedWriter> {
  const writer = await WRITERS[format]()
  return writer(head)
}
