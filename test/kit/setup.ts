/** For the whole run (`node --test --test-global-setup`): one PostgreSQL server and one migrated database to copy. */
import { openDatabase } from '../../src/db/open.ts'
import type { Cluster } from './engines/cluster.ts'
import { startCluster } from './engines/cluster.ts'
import { administer, hasPostgres, POSTGRES_SKIPPED, urlOf } from './engines/engines.ts'

let cluster: Cluster | undefined
const template = `almanac_template_${process.pid}`

export async function globalSetup(): Promise<void> {
  if (!hasPostgres()) {
    if (process.env.REQUIRE_POSTGRES === '1') throw new Error(POSTGRES_SKIPPED)
    return warn()
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
  if (cluster) return cluster.close()
  const maintenance = process.env.TEST_DATABASE_URL
  if (!maintenance) return warn()
  await administer(maintenance, (sql) => sql.unsafe(`DROP DATABASE IF EXISTS "${template}" WITH (FORCE)`))
}

function warn(): void {
  process.stderr.write(`\n*** HALF OF THE TESTS WERE SKIPPED: ${POSTGRES_SKIPPED}. ***\n\n`)
}
