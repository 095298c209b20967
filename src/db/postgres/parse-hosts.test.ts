import { deepEqual, equal, throws } from 'node:assert/strict'
import { test } from 'node:test'
import { parsePostgresHosts } from './parse-hosts.ts'

const targets = (url: string) => parsePostgresHosts(url).map(({ host, port, path }) => path ?? `${host} ${port}`)

for (const [how, url, expected] of [
  ['one host', 'postgres://u:p@db.example/calendar', ['db.example 5432']],
  ['several hosts, each with a port', 'postgres://u@one:5433,two:5434/calendar', ['one 5433', 'two 5434']],
  ['several hosts as parameters', 'postgres://u@/calendar?host=one,two&port=5433,5434', ['one 5433', 'two 5434']],
  ['one port for all', 'postgres://u@/calendar?host=one,two&port=6000', ['one 6000', 'two 6000']],
  ['IPv6 addresses', 'postgres://u@[::1]:5433,[fe80::2]/calendar', ['::1 5433', 'fe80::2 5432']],
  [
    'the folder of a Unix socket as parameter',
    'postgres://u@localhost:5433/c?host=/run/postgres',
    ['/run/postgres/.s.PGSQL.5433'],
  ],
  ['the folder of a Unix socket as host', 'postgres://u@%2Frun%2Fpostgres/c', ['/run/postgres/.s.PGSQL.5432']],
  ['a Unix socket and a host', 'postgres://u@/c?host=/run,two&port=1,2', ['/run/.s.PGSQL.1', 'two 2']],
] as const) {
  test(`hosts of a URL: ${how}`, () => deepEqual(targets(url), expected))
}

test('parameters for libpq and settings of PostgreSQL are not sent when a connection is opened', () => {
  const [one, two] = parsePostgresHosts(
    'postgres://u:p%40@one,two/c?target_session_attrs=read-write&connect_timeout=2&sslmode=require&work_mem=1MB',
  )
  equal(one?.url, 'postgres://u:p%40@one:5432/c?sslmode=require')
  equal(two?.url, 'postgres://u:p%40@two:5432/c?sslmode=require')
  deepEqual(one?.settings, { work_mem: '1MB' })
})

test('a malformed URL is refused', () => {
  throws(() => parsePostgresHosts('postgres://u:p@ss w%rd@host:port:1/c'), { code: 'ERR_INVALID_URL' })
})
