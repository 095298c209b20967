import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ImportSource } from '../../src/import/import-item-types.ts'
import { FILE_SOURCES, type FileType } from '../../src/import/sources/importable-file-types.ts'
import { createSourceContentOfFile } from '../../src/import/sources/source-content.ts'
import { createSendRequest, createSystemClockOfTecClient } from '../../src/import/sources/tec/tec-site-client.ts'
import { createTecImportSource } from '../../src/import/sources/tec/tec-source.ts'
import { fetchPicture, type PictureFetcher } from '../../src/media/fetch-picture.ts'

/**
 * A site with The Events Calendar that was taken out in every way its owner could: a folder with the recorded answers
 * of its REST API (`http`, answered again by `../serve.mjs`), an export of WordPress, tables and calendars.
 */
export interface RecordedSite {
  folder: string
  /** The ways to import the site, each with its sources in their order. */
  ways: Readonly<Record<Way, () => Promise<ImportSource[]>>>
  /** The records of a list of `tribe/events/v1`, as the site returned them to an administrator. */
  recorded(list: RecordedList): Recorded[]
  /** Downloads a picture of the site, also by its address at the time of the recording. */
  fetchPicture: PictureFetcher
  close(): Promise<void>
}

export const WAYS = ['administrator', 'guest', 'export', 'tables', 'calendars'] as const
export type Way = (typeof WAYS)[number]

export type RecordedList = 'events' | 'venues' | 'organizers' | 'categories' | 'tags'
export type Recorded = Record<string, unknown> & { id: number }

const PORT = 18_097
const SERVED_ORIGIN = `http://127.0.0.1:${PORT}`
const RECORDED_ORIGIN = 'http://peer.example'

/** Opens the site and serves its recorded answers. @param folder e.g. `migration/free` */
export async function openRecordedSite(folder: string, timezone: string): Promise<RecordedSite> {
  const child = await serveRecordings(folder)
  const guard = { allowPrivate: true }
  const options = {
    readPicture: async () => undefined,
    // The export and the tables name the pictures at the address of the site when it was recorded.
    fetchPicture: (url: string) => fetchPicture(url.replace(RECORDED_ORIGIN, SERVED_ORIGIN), guard),
    languages: ['en'] as const,
    siteZone: timezone,
  }
  const file = async (type: FileType, path: string) =>
    FILE_SOURCES[type](await createSourceContentOfFile(join(folder, path), path), {
      ...options,
      name: `${type}:${path}`,
    })
  const live = (credentials?: { user: string; password: string }) =>
    createTecImportSource('tec:recorded', {
      url: new URL(`${SERVED_ORIGIN}/`),
      credentials,
      ownOrigin: 'http://localhost',
      send: createSendRequest(guard),
      clock: createSystemClockOfTecClient(new AbortController().signal),
      fetchPicture: options.fetchPicture,
    })
  const calendars = readdirSync(join(folder, 'ical')).filter((name) => name.startsWith('month-'))
  return {
    folder,
    fetchPicture: options.fetchPicture,
    ways: {
      administrator: async () => [live({ user: 'admin', password: 'any' })],
      guest: async () => [live()],
      export: async () => [await file('wxr', 'wordpress/all.wxr.xml')],
      tables: () => Promise.all(['venues', 'organizers', 'events'].map((name) => file('csv', `csv/${name}.csv`))),
      calendars: () => Promise.all(calendars.sort().map((name) => file('ics', `ical/${name}`))),
    },
    recorded: (list) => recordedList(folder, list),
    async close() {
      child.kill()
      await once(child, 'exit')
    },
  }
}

async function serveRecordings(folder: string): Promise<ChildProcess> {
  const argv = [join(folder, '../serve.mjs'), folder.split('/').at(-1) ?? '', '--port', String(PORT)]
  const child = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'ignore'] })
  await Promise.race([once(child.stdout as NodeJS.ReadableStream, 'data'), once(child, 'exit')])
  if (child.exitCode !== null) throw new Error(`the recorded answers in ${folder} cannot be served`)
  return child
}

interface IndexEntry {
  as: string
  path: string
  status: number
  file?: string
}

function recordedList(folder: string, list: RecordedList): Recorded[] {
  const index: IndexEntry[] = JSON.parse(readFileSync(join(folder, 'http/index.json'), 'utf8'))
  const pages = index.filter(({ as, path, status, file }) => {
    const { pathname, searchParams } = new URL(path, 'http://site.example')
    const isWhole = searchParams.has('page') && searchParams.get('status') !== 'trash'
    return as === 'admin' && status === 200 && file && isWhole && pathname.endsWith(`/tribe/events/v1/${list}`)
  })
  const records = pages.flatMap(
    ({ file }) => JSON.parse(readFileSync(join(folder, 'http', String(file)), 'utf8'))[list],
  )
  return [...new Map(records.map((record: Recorded) => [record.id, record])).values()]
}
