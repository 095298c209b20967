import type { FeedMetadata, FeedWriter } from '../feed-writer.ts'
import type { FeedFormatName } from '../formats.ts'

/**
 * For each format, a function that imports its writer. A writer is imported at its first use, so that the server starts
 * faster.
 */
const WRITERS: Record<FeedFormatName, () => Promise<(head: FeedMetadata) => FeedWriter>> = {
  ics: async () => (await import('./ics.ts')).icsWriter,
  rss: async () => (await import('./rss.ts')).rssWriter,
  atom: async () => (await import('./atom.ts')).atomWriter,
  'feed.json': async () => (await import('./json-feed.ts')).jsonFeedWriter,
  csv: async () => (await import('./csv.ts')).csvWriter,
  'jscal.json': async () => (await import('./jscalendar.ts')).jscalendarWriter,
}

/** Imports the writer of a format and creates it for one feed. */
export async function loadFeedWriter(format: FeedFormatName, head: FeedMetadata): Promise<FeedWriter> {
  const writer = await WRITERS[format]()
  return writer(head)
}
