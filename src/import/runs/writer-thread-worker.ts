/**
 * The program of the worker thread that `writer-thread.ts` starts. Each message to it is a batch to write, or `close`.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { TRANSACTION_PAUSE_MS } from '../../collections/events/bulk-load/bulk-load-events.ts'
import { NATIVE } from '../../core/faces.ts'
import { createUrlBuilder } from '../../core/urls.ts'
import { openDatabase } from '../../db/open-database.ts'
import type { RunContext } from '../import-run-context.ts'
import { createCompactTextSet } from '../items/compact-text-set.ts'
import { createIndexOfReferencedRecords } from '../items/resolve-references.ts'
import { type RunProgress, writeImportBatch } from './import-batch.ts'
import type { WriterReply, WriterRequest, WriterTask } from './writer-thread.ts'

const { databaseUrl, scope, run }: WriterTask = workerData
/** A smaller page cache than that of other bulk loads, because imports take at most 300 MB of memory. */
const BULK_CACHE_KIB = 16_384

const db = await openDatabase(databaseUrl, { sqlite: { bulkCacheKib: BULK_CACHE_KIB } })
const loadNothing = async () => undefined
const context: RunContext = {
  scope: {
    ...scope,
    db,
    face: NATIVE,
    // The origin of the URLs does not matter, because stored records contain no URLs of the site.
    urls: createUrlBuilder({ main: 'http://localhost' }, '', NATIVE, scope.languages),
    fetchPicture: loadNothing,
  },
  ...run,
  isDry: false,
  index: createIndexOfReferencedRecords(run.source.name),
  takenSlugs: new Set(),
  unchangedItems: createCompactTextSet(),
  clock: () => performance.now(),
  loadPicture: loadNothing,
}

const reply = (message: WriterReply) => parentPort?.postMessage(message)

/** The progress of the run after the last batch; undefined before the first one, and after a batch that failed. */
let last: RunProgress | undefined

async function writeBatch({ batch, progress = last }: WriterRequest): Promise<void> {
  last = undefined
  // A previous batch has failed, and the calling thread writes it and all later ones.
  if (progress === undefined) return
  const begun = context.clock()
  last = await writeImportBatch(context, batch, progress)
  reply({ progress: last, tookMs: context.clock() - begun })
  await sleep(TRANSACTION_PAUSE_MS)
}

let writing = Promise.resolve()
parentPort?.on('message', (message: string) => {
  writing = writing
    .then(async () => {
      if (message !== 'close') return writeBatch(JSON.parse(message))
      // Without its port the thread ends, also if the database could not be closed.
      await db.close().finally(() => parentPort?.close())
    })
    // The calling thread then writes the batch itself, so it gets the error with its class.
    .catch(() => reply('failed'))
})
reply('ready')
