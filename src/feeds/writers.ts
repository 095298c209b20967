import type { FeedHead, FeedWriter } from './feed.ts'
import type { FormatName } from './formats.ts'

/** Loaded when first asked for: the start of the server does not wait for them. */
const WRITERS: Record<FormatName, () => Promise<(head: FeedHead) => FeedWriter>> = {
  ics: async () => (await import('./ics.ts')).icsWriter,
  rss: async () => (await import('./rss.ts')).rssWriter,
  atom: async () => (await import('./atom.ts')).atomWriter,
  'feed.json': async () => (await import('./json-feed.ts')).jsonFeedWriter,
  csv: async () => (await import('./csv.ts')).csvWriter,
  'jscal.json': async () => (await import('./jscalendar.ts')).jscalendarWriter,
}

export async function writerOf(format: FormatName, head: FeedHead): Promise<FeedWriter> {
  const writer = await WRITERS[format]()
  return writer(head)
}
