import { slugBeforeTrash } from '../../../core/text/slug.ts'
import { SourceRequestError } from '../../import-errors.ts'
import type { PictureItem, RecordItem, SourceEntry } from '../../import-item-types.ts'
import { fetchTecEventDetails } from './fetch-tec-event-details.ts'
import type { SiteJson } from './find-tec-site-api.ts'
import { makeEntriesOfTecEvent, orderPicturesFirst, type TecReading, unreadablePageEntry } from './tec-event-entries.ts'
import { convertTecPostToItem, idTextOfTecRecord } from './tec-record-items.ts'
import { fetchTrashedRecordsOfTecSite, isTecDateOfRepeatedEvent, SITE_LISTS } from './tec-site-lists.ts'

/**
 * Reads the posts in the trash of the site: events first, because events that are not in the trash must not get trashed
 * venues and organizers.
 * @param cursor the position after these posts
 */
export async function* readTrashedTecPosts(reading: TecReading, cursor: string): AsyncGenerator<SourceEntry> {
  if (!reading.site.hasCredentials) return
  for (const kind of ['event', 'venue', 'organizer'] as const) {
    yield* readTrashOfKind(reading, kind, cursor)
  }
}

async function* readTrashOfKind(
  reading: TecReading,
  kind: 'event' | 'venue' | 'organizer',
  cursor: string,
): AsyncGenerator<SourceEntry> {
  try {
    for await (const page of fetchTrashedRecordsOfTecSite(reading.site, kind)) {
      if (page.failure) throw page.failure
      const records = page.records.filter((record) => !isTecDateOfRepeatedEvent(record)).map(withSlugBeforeTrash)
      const entries =
        kind === 'event' ? await eventsOf(reading, records, cursor) : postsOf(reading, kind, records, cursor)
      yield* orderPicturesFirst(
        entries.map((entry) => (entry.kind === 'picture' ? entry : { ...entry, isTrashed: true })),
        cursor,
      )
    }
  } catch (error) {
    if (!(error instanceof SourceRequestError)) throw error
    const list = `${SITE_LISTS[kind]} in the trash`
    yield { ...unreadablePageEntry(list, { number: 1, failure: error }, cursor), severity: 'warning' } as SourceEntry
  }
}

const withSlugBeforeTrash = (record: SiteJson): SiteJson => ({
  ...record,
  slug: slugBeforeTrash(String(record.slug ?? '')),
})

async function eventsOf(reading: TecReading, records: readonly SiteJson[], cursor: string) {
  const events = await Promise.all(records.map((record) => fetchTecEventDetails(reading.site, record)))
  return makeEntriesOfTecEvent(reading, events, cursor)
}

const postsOf = (
  { media, authorOf }: TecReading,
  kind: 'venue' | 'organizer',
  records: readonly SiteJson[],
  cursor: string,
): (RecordItem | PictureItem)[] =>
  records.flatMap((record) => {
    const item = convertTecPostToItem(kind, record, {
      place: `${kind} ${idTextOfTecRecord(record)}`,
      cursor,
      author: authorOf(record),
    })
    return [...media.take({ cursor }, record.image, String(item.fields.description)), item]
  })
