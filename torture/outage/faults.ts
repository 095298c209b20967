import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { administer } from '../../test/kit/engines/engines.ts'
import type { Stop } from '../../test/kit/engines/postgres-node.ts'
import type { CommitFate } from '../../test/kit/proxies/postgres-proxy.ts'
import { calendarUrl, type OutageFault, type OutageSetup } from './setup.ts'

const restart = (how: Stop): OutageFault => ({
  name: `restart (${how})`,
  async inject({ primary }, random) {
    await primary.stop(how)
    await sleep(2_000 * random())
    await primary.start()
    return primary
  },
})

/** A network fault of some seconds. */
const fault = (
  name: string,
  begin: (stage: OutageSetup) => void,
  end: (stage: OutageSetup) => void,
  seconds: number,
): OutageFault => ({
  name,
  async inject(stage, random) {
    begin(stage)
    await sleep(seconds * 500 * (1 + random()))
    end(stage)
    return stage.primary
  },
})

/** Locks or slow triggers, created by another database client. */
const lockFault = (name: string, script: string, undo: string, seconds: number): OutageFault => ({
  name,
  async inject({ primary }) {
    await administer(calendarUrl(primary), async (sql) => {
      await sql.unsafe(script)
      await sleep(seconds * 1000)
      await sql.unsafe(undo)
    })
    return primary
  },
})

const commits: OutageFault = {
  name: 'connections cut in mid-COMMIT',
  async inject({ primary, proxy }, random) {
    const fates: CommitFate[] = ['lost', 'answer lost', 'pass', 'pass', 'pass']
    proxy.onCommit(() => fates[Math.floor(random() * fates.length)] as CommitFate)
    await sleep(3_000)
    proxy.onCommit(() => 'pass')
    return primary
  },
}

const swallowedCommits: OutageFault = {
  name: 'answers to COMMIT swallowed',
  async inject({ primary, proxy }, random) {
    proxy.onCommit(() => (random() < 0.1 ? 'answer swallowed' : 'pass'))
    await sleep(3_000)
    proxy.onCommit(() => 'pass')
    return primary
  },
}

const terminations: OutageFault = {
  name: 'pg_terminate_backend',
  async inject({ primary }, random) {
    await administer(calendarUrl(primary), async (sql) => {
      for (let round = 0; round < 60; round += 1) {
        await sql.unsafe(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE application_name LIKE 'almanac %' AND random() < 0.3`)
        await sleep(60 * random())
      }
    })
    return primary
  },
}

const exhausted: OutageFault = {
  name: 'max_connections reached by others',
  async inject({ primary }) {
    const others: postgres.Sql[] = []
    const take = async () => {
      for (;;) {
        const sql = postgres(primary.url.replace('postgres@', 'other@'), { max: 1, onnotice: () => {} })
        try {
          await sql.unsafe('SELECT 1')
          others.push(sql)
        } catch {
          return sql.end({ timeout: 1 })
        }
      }
    }
    await administer(calendarUrl(primary), async (sql) => {
      await sql.unsafe(`DO $$ BEGIN CREATE ROLE other LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$`)
      await take()
      await sleep(1_000)
      await sql.unsafe(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'almanac %'`)
      await take()
      await sleep(3_000)
    })
    await Promise.all(others.map((sql) => sql.end({ timeout: 1 })))
    return primary
  },
}

/** Faults of a single PostgreSQL server behind a proxy. */
export const SINGLE_SERVER_FAULTS: OutageFault[] = [
  restart('fast'),
  commits,
  restart('immediate'),
  restart('kill'),
  terminations,
  swallowedCommits,
  fault(
    'connections cut and refused',
    ({ proxy }) => proxy.cut(),
    ({ proxy }) => proxy.mend(),
    2,
  ),
  fault(
    'a network that swallows everything',
    ({ proxy }) => proxy.swallow(),
    ({ proxy }) => proxy.mend(),
    16,
  ),
  fault(
    'a server that stands still',
    ({ primary }) => primary.freeze(),
    ({ primary }) => primary.thaw(),
    12,
  ),
  fault(
    'packets that take 0.2 s',
    ({ proxy }) => proxy.slow(200),
    ({ proxy }) => proxy.slow(0),
    6,
  ),
  lockFault('ACCESS EXCLUSIVE on event', 'BEGIN; LOCK TABLE event IN ACCESS EXCLUSIVE MODE', 'ROLLBACK', 9),
  lockFault(
    'locked rows',
    'BEGIN; SELECT id FROM event FOR UPDATE; LOCK TABLE event_count IN SHARE MODE',
    'ROLLBACK',
    6,
  ),
  lockFault(
    'statements that take for ever',
    `CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(60); RETURN NEW; END $$;
     CREATE TRIGGER dawdle BEFORE INSERT ON event_text FOR EACH STATEMENT EXECUTE FUNCTION dawdle()`,
    'DROP TRIGGER dawdle ON event_text; DROP FUNCTION dawdle',
    10,
  ),
  exhausted,
]

/** The replica is promoted, and the former primary returns as its standby. */
const failOver = (how: Stop): OutageFault => ({
  name: `fail-over (${how})`,
  mayLoseWrites: how === 'kill',
  async inject(stage, random) {
    const { primary, replica } = stage as Required<OutageSetup> & { replica: NonNullable<OutageSetup['replica']> }
    await primary.stop(how)
    await sleep(1_000 * random())
    await replica.promote()
    stage.proxy.moveTo(replica.url, true)
    const begun = performance.now()
    // The former primary, first in the host list, returns as standby: the server must not stay connected to it.
    if (random() < 0.5) await sleep(1_000)
    await primary.follow(replica)
    Object.assign(stage, { primary: replica, replica: primary, tookMs: performance.now() - begun })
    return replica
  },
})

/** The address moves to the replica while the former primary still accepts writes: no fencing. */
const switchOver: OutageFault = {
  name: 'an address that moves while the former server lives on',
  mayLoseWrites: true,
  async inject(stage) {
    const { primary, replica } = stage as Required<OutageSetup> & { replica: NonNullable<OutageSetup['replica']> }
    await replica.promote()
    stage.proxy.moveTo(replica.url, false)
    // The server may not notice the move during this time.
    await sleep(7_000)
    await primary.stop('immediate')
    await primary.follow(replica)
    Object.assign(stage, { primary: replica, replica: primary })
    return replica
  },
}

const killedPgbouncer: OutageFault = {
  name: 'PgBouncer killed',
  async inject({ primary, pgbouncer }, random) {
    await pgbouncer?.kill()
    await sleep(2_000 * random())
    await pgbouncer?.start()
    return primary
  },
}

/** Faults with a replica, where DATABASE_URL has both hosts. */
export const HOST_LIST_FAULTS: OutageFault[] = [failOver('fast'), failOver('kill')]
/** Faults with a replica behind a load balancer. */
export const BALANCER_FAULTS: OutageFault[] = [failOver('fast'), failOver('kill'), switchOver]
/** Faults behind PgBouncer in session mode. */
export const PGBOUNCER_FAULTS: OutageFault[] = [killedPgbouncer, restart('fast'), commits, terminations]
