import process from 'node:process'
import { createDatabaseThatAddsOneAuditEntry } from '../../audit/database-that-adds-one-audit-entry.ts'
import type { Config } from '../../config/config-types.ts'
import { NATIVE, TEC } from '../../core/faces.ts'
import type { Language } from '../../core/language.ts'
import { parseId } from '../../core/schema/field-types.ts'
import { createUrlBuilder } from '../../core/urls.ts'
import type { Database } from '../../db/database.ts'
import type { RecordTally } from '../../demo/ensure-referenced-records.ts'
import { type DemoCounts, fillCalendarWithDemoRecords } from '../../demo/fill-calendar-with-demo-records.ts'
import { DEFAULT_SETTINGS, readSiteSettings, type Settings, writeSiteSettings } from '../../settings/site-settings.ts'
import { auditActorOfCommand } from '../audit-actor-of-command.ts'
import {
  createCommandScope,
  findAdministrator,
  originsOfLinksCreatedByCommand,
  publicUrlOrLocalOrigin,
} from '../command-scope.ts'
import type { CommandContext } from '../command-types.ts'
import { formatRowsAsAlignedColumns } from '../format-rows-as-aligned-columns.ts'
import { parseArguments, UsageError } from '../parse-arguments.ts'
import { createProgressBar } from '../progress-bar.ts'
import { createFirstAdministrator } from '../serving/first-administrator.ts'
import { withDatabase } from '../with-database.ts'

const EVENTS_DEFAULT = '200'
const EVENTS_MAX = 1_000_000
const SEED_DEFAULT = 'amselfurt'
const SEED_LENGTH_MAX = 100
/** Minimum number of events between two lines of progress, printed when the output is not a terminal. */
const LINE_EVENTS_MIN = 100

/** Fills the calendar with events of a fictitious city. A server may use the database at the same time. */
export async function runDemoCommand(argv: string[], context: CommandContext): Promise<void> {
  const { values } = parseArguments(argv, { events: { type: 'string' }, seed: { type: 'string' } })
  const events = countIn(values.events ?? EVENTS_DEFAULT)
  const seed = values.seed ?? SEED_DEFAULT
  if (seed.length > SEED_LENGTH_MAX) throw new UsageError(`--seed may have at most ${SEED_LENGTH_MAX} characters`)
  await withDatabase(context, values, async (db, config) => {
    await createFirstAdministrator(db, config, context)
    const begun = performance.now()
    const progress = createEventProgress(events, context)
    const write = { action: 'imported', collection: 'events', title: `${events} events of the demo "${seed}"` } as const
    const written = createDatabaseThatAddsOneAuditEntry(db, auditActorOfCommand(context), write)
    await nameSite(db)
    const scope = await createCommandScope(written, config, await findAdministrator(db), context)
    const { signal } = context
    try {
      const counts = await fillCalendarWithDemoRecords({
        scope,
        events,
        seed,
        databaseUrl: config.databaseUrl,
        signal,
        clock: () => performance.now(),
        onProgress: progress.show,
      })
      progress.stop()
      for (const line of summary(counts, events, performance.now() - begun, config)) context.out(line)
    } finally {
      progress.stop()
    }
  })
}

/** The settings of the city of the sample calendar. */
const CITY: Partial<Settings> = {
  title: 'Amselfurt',
  timezone: 'Europe/Berlin',
  currency_symbol: '€',
  currency_code: 'EUR',
}

/**
 * Gives the calendar the name, time zone and currency of the sample city, unless the calendar has a name already,
 * because a calendar with a name is in use.
 */
async function nameSite(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    const settings = await readSiteSettings(tx)
    if (settings.title !== DEFAULT_SETTINGS.title) return
    const isDefault = (name: string) => settings[name as keyof Settings] === DEFAULT_SETTINGS[name as keyof Settings]
    await writeSiteSettings(tx, Object.fromEntries(Object.entries(CITY).filter(([name]) => isDefault(name))))
  })
}

function countIn(text: string): number {
  const count = parseId(text)
  if (count === undefined || count > EVENTS_MAX) {
    throw new UsageError(`--events must be a whole number from 1 to ${EVENTS_MAX}`)
  }
  return count
}

/** Shows progress as a bar if the output is a terminal, otherwise as lines. */
function createEventProgress(total: number, { out }: CommandContext) {
  if (process.stderr.isTTY) {
    const { show, stop } = createProgressBar('{bar} {value} of {total} {step}, {eta_formatted} left')
    return { show: (done: number) => show('events', done, total), stop }
  }
  const step = Math.max(LINE_EVENTS_MIN, Math.ceil(total / 10))
  let shown = 0
  return {
    show(done: number) {
      if (done < total && done - shown < step) return
      shown = done
      out(`${done} of ${total} events`)
    },
    stop() {},
  }
}

function summary(counts: DemoCounts, wanted: number, tookMs: number, config: Readonly<Config>): string[] {
  const { events, translations, venues, organizers, categories, tags, festivals, highlights, pictures } = counts
  const tally = (name: string, { created, existing }: RecordTally) => [
    name,
    String(created),
    existing > 0 ? `and ${existing} that existed` : '',
  ]
  const [first, second = first] = config.languages as [Language, ...Language[]]
  const listing = (root: string, face: typeof NATIVE) =>
    createUrlBuilder(originsOfLinksCreatedByCommand(config), root, face, config.languages).collection('events')
  return [
    events < wanted
      ? `Stopped after ${events} of ${wanted} events.`
      : `The sample calendar of Amselfurt is ready after ${(tookMs / 1000).toFixed(1)} s:`,
    ...formatRowsAsAlignedColumns([
      ['events', String(events), `with ${translations} translations`],
      tally('venues', venues),
      tally('organizers', organizers),
      tally('categories', categories),
      tally('tags', tags),
      tally('pictures', pictures),
      tally('festivals', festivals),
      tally('special events', highlights),
    ]),
    'To see them, run `almanac serve` with the same database, then open',
    `  ${publicUrlOrLocalOrigin(config)}/`,
    `  ${listing('', NATIVE)}?per_page=10`,
    `  ${listing(`/${second}`, NATIVE)}?featured=true`,
    `  ${listing('', TEC)}`,
  ]
}
