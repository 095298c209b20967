import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import {
  computeChecksumsOfPostgresDumpScript,
  createChecksummerOfDumpedTable,
} from '../../src/backup/postgres/dump-checksums.ts'
import { createLibpqEnvironment, findPostgresProgram } from '../../src/backup/postgres/postgres-programs.ts'
import { openPostgresSession } from '../../src/backup/postgres/postgres-session.ts'
import { hasPostgres, POSTGRES_SKIPPED, testEngine } from '../kit/engines/engines.ts'
import { scratchFolder } from '../kit/processes/serve.ts'

const { folder, remove } = scratchFolder()
after(remove)

/** Writes a script that prints this version. @returns its folder */
function createFakeProgram(name: string, version: string): string {
  const bin = join(folder, version, 'bin')
  mkdirSync(bin, { recursive: true })
  writeFileSync(join(bin, name), `#!/bin/sh\necho '${name} (PostgreSQL) ${version} (of a test)'\n`)
  chmodSync(join(bin, name), 0o755)
  return bin
}

test('the error for missing or old tools names the package to install', async () => {
  await assert.rejects(findPostgresProgram('pg_dump', 17, { PATH: folder }, folder), {
    message:
      /^pg_dump is not installed; backups need the tools of the PostgreSQL server, which is version 17: .*\(on Debian `postgresql-client-17`\)$/,
  })
  const old = createFakeProgram('pg_dump', '15.4')
  await assert.rejects(findPostgresProgram('pg_dump', 17, { PATH: old }, folder), {
    message: /^pg_dump is version 15; backups need the tools of the PostgreSQL server, which is version 17/,
  })
  const recent = createFakeProgram('pg_dump', '18.1')
  assert.equal(await findPostgresProgram('pg_dump', 17, { PATH: `${old}:${recent}` }, folder), join(recent, 'pg_dump'))
  assert.equal(
    await findPostgresProgram('pg_dump', 17, { PATH: old }, folder),
    join(recent, 'pg_dump'),
    'found in the folders of Debian packages',
  )
})

test('connection parameters are passed in environment variables, which other users cannot read', () => {
  const environment = createLibpqEnvironment('postgres://us%40er:p%2Fw@db.example:5433/cal?sslmode=require', {
    PATH: '/bin',
  })
  assert.deepEqual(environment, {
    PATH: '/bin',
    PGAPPNAME: 'almanac backup',
    PGHOST: 'db.example',
    PGPORT: '5433',
    PGUSER: 'us@er',
    PGPASSWORD: 'p/w',
    PGDATABASE: 'cal',
    PGSSLMODE: 'require',
  })
  assert.equal(createLibpqEnvironment('postgres://u@localhost/cal?host=/run/pg', {}).PGHOST, '/run/pg')
  assert.equal(createLibpqEnvironment('postgres://u@localhost/cal', { PGPASSFILE: '/x' }).PGPASSFILE, '/x')
})

test('dump checksums do not depend on the chunks of the stream', async () => {
  const script = Buffer.from(
    '-- a dump\nCOPY public.tag (id, name) FROM stdin;\n1\té\\n\n2\t\\\\.\n\\.\n\nSELECT 1;\nCOPY public.none (id) FROM stdin;\n\\.\n',
  )
  const tag = createChecksummerOfDumpedTable('public.tag (id, name)')
  tag.add(Buffer.from('1\té\\n\n2\t\\\\.\n'))
  const wanted = [tag.finish(), createChecksummerOfDumpedTable('public.none (id)').finish()]
  assert.deepEqual(
    wanted.map(({ rows }) => rows),
    [2, 0],
  )
  for (const size of [1, 2, 7, script.length]) {
    const lines: string[] = []
    async function* pieces() {
      for (let from = 0; from < script.length; from += size) yield script.subarray(from, from + size)
    }
    const rowListener = { table: 'public.tag', onLine: (line: string) => lines.push(line) }
    assert.deepEqual(await computeChecksumsOfPostgresDumpScript(pieces(), () => {}, rowListener), wanted)
    assert.deepEqual(lines, ['1\té\\n', '2\t\\\\.'])
  }
})

describe('sessions of backups', { skip: !hasPostgres() && POSTGRES_SKIPPED }, () => {
  test('a statement after a COPY whose last row is larger than the buffer of the stream is answered', async () => {
    const engine = testEngine('postgres')
    const session = await openPostgresSession(await engine.url())
    try {
      for (const size of [200_000, 10]) {
        let length = 0
        for await (const bytes of await session.copy(`COPY (SELECT repeat('x', ${size})) TO STDOUT`))
          length += bytes.length
        assert.equal(length, size + 1)
      }
      assert.deepEqual([...(await session.all('SELECT 1 AS one'))], [{ one: 1 }])
    } finally {
      await session.close()
      await engine.close()
    }
  })
})
