import { setTimeout as sleep } from 'node:timers/promises'
import { median } from '../../bench/measure/quantile.ts'
import { type Connection, connectionTo } from '../../test/kit/processes/connection.ts'

const WRITERS = 6
/** Between two writes of a writer: some hundred a second together. */
const PAUSE_MS = 20
/** A writer then begins another event; every other one goes to the trash. */
const VERSIONS = 6
/** Title, description, tag. */
const TEXTS = 3
const DAY = { start_date: '2031-05-01 10:00:00', end_date: '2031-05-01 12:00:00' }

/** Version by event; `gone` after it was removed. */
type EventVersions = ReadonlyMap<number, number | 'gone'>

/** An event in the copy. Title, description and tag, which three tables hold, each say its version. */
export interface CopiedEvent {
  id: number
  status: string
  texts: string[]
}

/** What was sent, and what was answered, so far. */
export interface WriteLog {
  answered(): EventVersions
  sent(): EventVersions
  /** Runs `work`, and notes how long writes took meanwhile. */
  during<T>(work: () => Promise<T>): Promise<T>
  /** @returns what is not in the copy as it must be, a sentence each */
  wrongIn(events: ReadonlyMap<number, CopiedEvent>, before: EventVersions, after: EventVersions): string[]
}

interface Times {
  median: number
  slowest: number
}

export interface BackupWriters {
  log: WriteLog
  /** Times in milliseconds. */
  stop(): Promise<{ answered: number; refused: number; during: Times; otherwise: Times }>
}

/** Writers that each make an event, change all of its texts again and again, and then leave or remove it. */
export function startWriters(origin: string): BackupWriters {
  const sent = new Map<number, number | 'gone'>()
  const answered = new Map<number, number | 'gone'>()
  const counts = { answered: 0, refused: 0 }
  const times = { during: [] as number[], otherwise: [] as number[] }
  let stopped = false
  let isWatched = false

  async function write(connection: Connection, method: string, path: string, body?: object) {
    const begun = performance.now()
    const answer = await connection.send(method, path, body).catch(() => undefined)
    times[isWatched ? 'during' : 'otherwise'].push(performance.now() - begun)
    if (answer && answer.status < 300) counts.answered += 1
    else if (!stopped) counts.refused += 1
    await sleep(PAUSE_MS)
    return answer && answer.status < 300 ? answer.body : undefined
  }
  async function live(connection: Connection, nth: number): Promise<void> {
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
    for (let nth = 0; !stopped; nth += 1) await live(connection, nth)
    connection.close()
  })
  const log: WriteLog = {
    answered: () => new Map(answered),
    sent: () => new Map(sent),
    async during(work) {
      isWatched = true
      try {
        return await work()
      } finally {
        isWatched = false
      }
    },
    wrongIn: (events, before, after) =>
      [...before]
        .flatMap(([id, version]) => wrongEvent(events.get(id), id, version, after.get(id)))
        .concat(torn(events)),
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

/** @param answered before the copy was begun. @param sent until it was finished */
function wrongEvent(
  event: CopiedEvent | undefined,
  id: number,
  answered: number | 'gone',
  sent: number | 'gone' | undefined,
): string[] {
  if (!event) return [`event ${id} is not in the copy`]
  if (event.status === 'trash') return sent === 'gone' ? [] : [`event ${id} is in the trash, and nobody put it there`]
  if (answered === 'gone') return [`event ${id} was removed before the copy began, and is in it`]
  const [version = Number.NaN] = versionsIn(event)
  const isInTime = version >= answered && (sent === 'gone' || version <= (sent ?? 0))
  return isInTime ? [] : [`event ${id} is of version ${version} in the copy, answered before it were ${answered}`]
}

const torn = (events: ReadonlyMap<number, CopiedEvent>): string[] =>
  [...events.values()]
    .filter(({ texts: [title] }) => title?.startsWith('Version '))
    .filter((event) => event.texts.length !== TEXTS || new Set(versionsIn(event)).size !== 1)
    .map((event) => `event ${event.id} is only half of a version: ${versionsIn(event).join(', ')}`)
