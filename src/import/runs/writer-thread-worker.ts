/**
 * The program of the worker thread that `writer-thread.ts` starts. Each message to it is a batch to write, or `close`.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { NATIVE } from '../../core/faces.ts'
import { createUrlBuilder } from '../../core/urls.ts'
import { openDatabase } from '../../db/open-database.ts'
import type { RunContext } from '../import-run-context.ts'
import { createIndexOfReferencedRecords } from '../items/resolve-references.ts'
import { writeImportBatch } from './import-batch.ts'
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
  clock: () => performance.now(),
  loadPicture: loadNothing,
}

const reply = (message: WriterReply) => parentPort?.postMessage(message)
parentPort?.on('message', async (message: string) => {
  if (message === 'close') {
    await db.close()
    return parentPort?.close()
  }
  try {
    const { batch, progress }: WriterRequest = JSON.parse(message)
    reply({ progress: await writeImportBatch(context, batch, progress) })
  } catch {
    // The calling thread then writes the batch itself, so it gets the error with its class.
    reply('failed')
  }
})
reply('ready')
