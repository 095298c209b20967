import { setTimeout as sleep } from 'node:timers/promises'
import { median } from '../../bench/measure/quantile.ts'
import { type Connection, connectionTo } from '../../test/kit/processes/connection.ts'

const WRITERS = 6
/** Pause between two writes of a writer; together a few hundred writes per second. */
const PAUSE_MS = 20
/** Number of changes to an event; every other event is then trashed. */
const VERSIONS = 6
/** Title, description and tag. */
const TEXTS = 3
const DAY = { start_date: '2031-05-01 10:00:00', end_date: '2031-05-01 12:00:00' }

/** Last version by event id; `gone` after its deletion. */
type EventVersions = ReadonlyMap<number, number | 'gone'>

/** An event in a backup. Title, description and tag are in three tables, and each contains the version. */
export interface CopiedEvent {
  id: number
  status: string
  texts: string[]
}

/** Versions sent and confirmed so far. */
export interface WriteLog {
  answered(): EventVersions
  sent(): EventVersions
  /** Runs `work` and records the duration of writes meanwhile. */
  during<T>(work: () => Promise<T>): Promise<T>
  /** Compares a backup with the versions before and after it. @returns problems, one sentence each */
  findProblems(events: ReadonlyMap<number, CopiedEvent>, before: EventVersions, after: EventVersions): string[]
}

/** Durations in milliseconds. */
interface Times {
  median: number
  slowest: number
}

/** Running writers. */
export interface BackupWriters {
  log: WriteLog
  /** Stops the writers. @returns counts of writes, and durations during backups and otherwise */
  stop(): Promise<{ answered: number; refused: number; during: Times; otherwise: Times }>
}

/** Starts writers that each create an event, change all its texts repeatedly, and keep or delete it. */
export function startWriters(origin: string): BackupWriters {
  const sent = new Map<number, number | 'gone'>()
  const answered = new Map<number, number | 'gone'>()
  const counts = { answered: 0, refused: 0 }
  const times = { during: [] as number[], otherwise: [] as number[] }
  let stopped = false
  let isDuring = false

  async function write(connection: Connection, method: string, path: string, body?: object) {
    const begun = performance.now()
    const answer = await connection.send(method, path, body).catch(() => undefined)
    times[isDuring ? 'during' : 'otherwise'].push(performance.now() - begun)
    if (answer && answer.status < 300) counts.answered += 1
    else if (!stopped) counts.refused += 1
    await sleep(PAUSE_MS)
    return answer && answer.status < 300 ? answer.body : undefined
  }
  async function writeEvent(connection: Connection, nth: number): Promise<void> {
    const made = await write(connection, 'POST', '/events', { ...DAY, ...textsOf(0) })
    if (!made) return
    answered.set(made.id, 0)
    for (let version = 1; version <= VERSIONS && !stopped; version += 1) {
      sent.set(made.id, version)
      if (!(await write(connection, 'PATCH', `/events/${made.id}`, textsOf(version)))) return
      answered.set(made.id, version)
    }
    if (nth % 2 === 0 || stopped) return
    sent.set(made.id, 'gone')
    if (await write(connection, 'DELETE', `/events/${made.id}`, {})) answered.set(made.id, 'gone')
  }
  const running = Array.from({ length: WRITERS }, async () => {
    const connection = connectionTo(origin)
    for (let nth = 0; !stopped; nth += 1) await writeEvent(connection, nth)
    connection.close()
  })
  const log: WriteLog = {
    answered: () => new Map(answered),
    sent: () => new Map(sent),
    async during(work) {
      isDuring = true
      try {
        return await work()
      } finally {
        isDuring = false
      }
    },
    findProblems: (events, before, after) =>
      [...before]
        .flatMap(([id, version]) => checkEvent(events.get(id), id, version, after.get(id)))
        .concat(findMixedVersions(events)),
  }
  return {
    log,
    async stop() {
      stopped = true
      await Promise.all(running)
      return { ...counts, during: timesOf(times.during), otherwise: timesOf(times.otherwise) }
    },
  }
}

function timesOf(ms: readonly number[]): Times {
  const sorted = ms.toSorted((one, other) => one - other)
  return { median: Math.round(median(sorted) || 0), slowest: Math.round(sorted.at(-1) ?? 0) }
}

const textsOf = (version: number) => ({
  title: `Version ${version}.`,
  description: `<p>Version ${version}.</p>`,
  tags: [`Version ${version}.`],
})

const versionsIn = ({ texts }: CopiedEvent): number[] => texts.map((text) => Number(/Version (\d+)\./.exec(text)?.[1]))

/** @param answered version confirmed before the backup @param sent version sent until its end */
function checkEvent(
  event: CopiedEvent | undefined,
  id: number,
  answered: number | 'gone',
  sent: number | 'gone' | undefined,
): string[] {
  if (!event) return [`event ${id} is missing in the backup`]
  if (event.status === 'trash') return sent === 'gone' ? [] : [`event ${id} is in the trash, but was not deleted`]
  if (answered === 'gone') return [`event ${id} was deleted before the backup, but is in it`]
  const [version = Number.NaN] = versionsIn(event)
  const isInTime = version >= answered && (sent === 'gone' || version <= (sent ?? 0))
  return isInTime ? [] : [`event ${id} has version ${version} in the backup, but ${answered} was confirmed before it`]
}

const findMixedVersions = (events: ReadonlyMap<number, CopiedEvent>): string[] =>
  [...events.values()]
    .filter(({ texts: [title] }) => title?.startsWith('Version '))
    .filter((event) => event.texts.length !== TEXTS || new Set(versionsIn(event)).size !== 1)
    .map((event) => `event ${event.id} has mixed versions: ${versionsIn(event).join(', ')}`)
