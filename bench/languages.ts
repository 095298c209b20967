import type { Scope } from '../src/collections/collection.ts'
import { events } from '../src/collections/events/index.ts'
import { GUEST } from '../src/core/caller.ts'
import { Problems } from '../src/core/errors.ts'
import { NATIVE } from '../src/core/faces.ts'
import type { Language } from '../src/core/language.ts'
import { urlsOf } from '../src/core/urls.ts'
import type { Database } from '../src/db/database.ts'
import { DEFAULT_SETTINGS } from '../src/settings/settings.ts'
import { testEngine } from '../test/kit/engines.ts'
import { FIRST_DAY, fillCalendar, lastDay } from './calendar.ts'
import { type Bench, type Measure, median, timed } from './kit.ts'

const EVENTS = 100_000
const LISTINGS = 200
const RATIO_MAX = 1.3

/** What translations cost a listing: the same calendar with one language and with three, listed in turn. */
export const languages: Bench = {
  name: 'languages',
  async run() {
    const measures: Measure[] = []
    for (const name of ['sqlite', 'postgres'] as const) {
      const engine = testEngine(name)
      try {
        const [one, three] = [await engine.open(), await engine.open()]
        await fillCalendar(one, { events: EVENTS, languages: ['en'] })
        await fillCalendar(three, { events: EVENTS, languages: ['en', 'de', 'fr'] })
        measures.push(...(await compare(name, one, three)))
      } finally {
        await engine.close()
      }
    }
    return measures
  },
}

async function compare(engine: string, one: Database, three: Database): Promise<Measure[]> {
  const plain: number[] = []
  const translated: number[] = []
  for (let turn = 0; turn < LISTINGS; turn += 1) {
    plain.push(...(await timed(1, () => list(one, 'en', turn + 1))))
    translated.push(...(await timed(1, () => list(three, 'de', turn + 1))))
  }
  const [alone, among] = [plain, translated].map((taken) => median(taken.sort((a, b) => a - b))) as [number, number]
  return [
    { what: `${engine}: listing of ${EVENTS} events without translations, median`, value: alone, unit: 'ms' },
    { what: `${engine}: the same with three languages, in the second`, value: among, unit: 'ms' },
    { what: `${engine}: ratio`, value: among / alone, unit: '', goal: { atMost: RATIO_MAX } },
  ]
}

/** One page as a request would have it, uncached: listed, loaded, presented, serialized. */
async function list(db: Database, language: Language, page: number): Promise<string> {
  const scope: Scope = {
    db,
    caller: GUEST,
    language,
    languages: ['en', 'de', 'fr'],
    face: NATIVE,
    urls: urlsOf('https://calendar.example', `/${language}`, NATIVE, ['en', 'de', 'fr']),
    site: DEFAULT_SETTINGS,
    now: 1_900_000_000,
  }
  const query = { page, start_date: FIRST_DAY, end_date: lastDay(EVENTS) }
  const { rows, total } = await events.list(scope, query, new Problems())
  if (total !== EVENTS || rows.length !== 4) throw new Error(`${rows.length} of ${total} events listed`)
  return JSON.stringify(rows.map((row) => events.present(scope, row)))
}
