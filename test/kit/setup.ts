/** Set-up of a whole run (`node --test --test-global-setup`): one PostgreSQL server with one migrated database to copy. */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../src/db/open-database.ts'
import type { Cluster } from './engines/cluster.ts'
import { startCluster } from './engines/cluster.ts'
import { administer, hasPostgres, POSTGRES_SKIPPED, selectedEngine, urlOf } from './engines/engines.ts'
import { useMemoryForTemporaryFiles } from './memory-folder.ts'

let cluster: Cluster | undefined
let deleteTemporaryFiles = () => {}
const template = `almanac_template_${process.pid}`

/** Why tests of one engine are skipped; undefined when all run. */
const skipped = (): string | undefined =>
  selectedEngine() ? `TEST_ENGINE is ${selectedEngine()}` : hasPostgres() ? undefined : POSTGRES_SKIPPED

export async function globalSetup(): Promise<void> {
  // Every test file and every server they start is a process that loads the same modules: compile each module once.
  process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'almanac-test-compile-cache')
  deleteTemporaryFiles = useMemoryForTemporaryFiles()
  if (skipped()) warn()
  if (selectedEngine() === 'sqlite') return
  if (!hasPostgres()) {
    if (process.env.REQUIRE_POSTGRES === '1') throw new Error(POSTGRES_SKIPPED)
    return
  }
  if (!process.env.TEST_DATABASE_URL) {
    cluster = await startCluster()
    process.env.TEST_DATABASE_URL = cluster.url
  }
  const maintenance = process.env.TEST_DATABASE_URL
  await administer(maintenance, (sql) => sql.unsafe(`CREATE DATABASE "${template}" TEMPLATE template0 ENCODING 'UTF8'`))
  await (await openDatabase(urlOf(maintenance, template))).close()
  process.env.TEST_DATABASE_TEMPLATE = template
}

export async function globalTeardown(): Promise<void> {
  if (skipped()) warn()
  try {
    if (cluster) await cluster.close()
    else if (process.env.TEST_DATABASE_TEMPLATE) await dropTemplate(process.env.TEST_DATABASE_URL as string)
  } finally {
    deleteTemporaryFiles()
  }
}

const dropTemplate = (maintenance: string) =>
  administer(maintenance, (sql) => sql.unsafe(`DROP DATABASE IF EXISTS "${template}" WITH (FORCE)`))

function warn(): void {
  process.stderr.write(`\n*** HALF OF THE TESTS ARE SKIPPED: ${skipped()}. ***\n\n`)
}
