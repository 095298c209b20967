import { findAccountById, requireAccount } from '../../accounts/account-store.ts'
import type { Config } from '../../config/config-types.ts'
import { Problems } from '../../core/errors.ts'
import { languageOrThrow } from '../../core/language.ts'
import { parseId } from '../../core/schema/field-types.ts'
import type { Database } from '../../db/database.ts'
import { type ImportReport, readReportOfImportRun } from '../../import/runs/import-report.ts'
import { listImportSources } from '../../import/runs/import-run-store.ts'
import { createSendRequest, createSystemClockOfTecClient } from '../../import/sources/tec/tec-site-client.ts'
import { createTecImportSource } from '../../import/sources/tec/tec-source.ts'
import {
  addSubscription,
  getSubscriptionOrThrow,
  removeSubscription,
} from '../../import/subscriptions/edit-subscriptions.ts'
import {
  formatLastProblemOfSubscription,
  formatSubscriptionNote,
} from '../../import/subscriptions/present-subscription.ts'
import type { RefreshContext } from '../../import/subscriptions/refresh-context-types.ts'
import { type OpenRefresh, refreshDueSubscriptions } from '../../import/subscriptions/refresh-due-subscriptions.ts'
import { type RefreshOutcome, refreshSubscription } from '../../import/subscriptions/refresh-subscription.ts'
import { newSubscriptionParameters } from '../../import/subscriptions/subscription-options.ts'
import {
  claimDueSubscription,
  listSubscriptions,
  type SubscriptionRow,
} from '../../import/subscriptions/subscription-store.ts'
import { createPictureFetcher } from '../../media/fetch-picture.ts'
import { auditActorOfCommand } from '../audit-actor-of-command.ts'
import { createCommandScope, findAdministrator, publicUrlOrLocalOrigin } from '../command-scope.ts'
import type { CommandContext, RunCommand } from '../command-types.ts'
import { ChecksFailedError } from '../describe-error-for-terminal.ts'
import { formatRowsAsAlignedColumns } from '../format-rows-as-aligned-columns.ts'
import { printImportReport } from '../importing/import-and-report.ts'
import { parseArguments, runSubcommand, UsageError } from '../parse-arguments.ts'
import { rethrowAsUsageError } from '../rethrow-as-usage-error.ts'
import { withDatabase } from '../with-database.ts'

export const runSourcesCommand: RunCommand = (argv, context) =>
  runSubcommand('sources', { add, list, run: refresh, remove }, argv, context)

const ADD_FLAGS = {
  author: { type: 'string' },
  name: { type: 'string' },
  'every-minutes': { type: 'string' },
  status: { type: 'string' },
  categories: { type: 'string' },
  tags: { type: 'string' },
  match: { type: 'string' },
  skip: { type: 'string' },
  map: { type: 'string' },
  'window-days': { type: 'string' },
  'on-missing': { type: 'string' },
  timezone: { type: 'string' },
  'no-pictures': { type: 'boolean' },
} as const

/** Adds a subscription. Its flags are the fields of the API with hyphens. */
async function add(argv: string[], context: CommandContext): Promise<void> {
  const { values, words } = parseArguments(argv, ADD_FLAGS, ['type', 'address'])
  const [type = '', url = ''] = words
  const { 'no-pictures': noPictures, author, ...flags } = values
  const names = Object.keys(ADD_FLAGS) as (keyof typeof flags)[]
  const given = names.flatMap((name) => (flags[name] === undefined ? [] : [[name.replaceAll('-', '_'), flags[name]]]))
  await withDatabase(context, values, async (db, config) => {
    const owner = author === undefined ? await findAdministrator(db) : await requireAccount(db, author)
    const scope = await createCommandScope(db, config, owner, context)
    const problems = new Problems()
    const host = URL.canParse(url) ? new URL(url).host : url
    const sent = { name: `${type}:${host}`, ...Object.fromEntries(given), type, url, pictures: !noPictures }
    const fields = newSubscriptionParameters.read(sent, problems)
    const { id, name } = await rethrowAsUsageError(async () => {
      problems.throwIfAny()
      return addSubscription({ scope, actor: auditActorOfCommand(context) }, fields)
    })
    context.out(`Added source ${id}, "${name}". A running server reads it within a minute.`)
  })
}

const list: RunCommand = async (argv, context) => {
  const { values } = parseArguments(argv, {})
  await withDatabase(context, values, async (db) => {
    const subscriptions = new Map((await listSubscriptions(db)).map((row) => [row.id, row]))
    const rows = (await listImportSources(db)).map(({ id, type, name, url }) => {
      const row = subscriptions.get(id)
      return [
        String(id),
        type,
        name,
        url,
        row ? describeState(row) : '',
        row ? formatLastProblemOfSubscription(row, ENGLISH) : '',
      ]
    })
    for (const line of formatRowsAsAlignedColumns(rows)) context.out(line)
  })
}

/** Commands print messages of the API in English. */
const ENGLISH = languageOrThrow('en')

const isoTime = (seconds: number) => new Date(seconds * 1000).toISOString()

const describeState = ({ is_on, next_at, every_minutes }: SubscriptionRow) =>
  is_on === 1 ? `every ${every_minutes} minutes, next ${isoTime(next_at)}` : 'off'

/** Reads one subscription now, or all that are due, and imports the events that have changed. */
async function refresh(argv: string[], context: CommandContext): Promise<void> {
  const flags = { due: { type: 'boolean' }, 'allow-removals': { type: 'boolean' } } as const
  const { values, words } = parseArguments(argv, flags, ['[id]'])
  if ((values.due === true) === words.length > 0) throw new UsageError('sources run needs either an id or --due')
  await withDatabase(context, values, async (db, config) => {
    const open = createOpenRefresh(db, config, context, values['allow-removals'] ?? false)
    const { signal, now } = context
    if (values.due) {
      const onOutcome = (row: SubscriptionRow, outcome: RefreshOutcome) =>
        context.out(
          `${row.name}: ${outcome.state === 'failed' ? formatSubscriptionNote(outcome.error.note, ENGLISH) : outcome.state}`,
        )
      return refreshDueSubscriptions({ db, now, random: Math.random, signal, open, onOutcome })
    }
    const id = await idOf(db, words[0])
    const row = await claimDueSubscription(db, { now: now(), random: Math.random(), id })
    if (!row) throw new UsageError(`there is no subscription ${id}`)
    const outcome = await refreshSubscription({ ...row, whole_at: now() }, await open(row))
    if (outcome.state === 'failed') throw new ChecksFailedError(formatSubscriptionNote(outcome.error.note, ENGLISH))
    context.out(outcome.state === 'done' && outcome.runId === undefined ? 'unchanged' : outcome.state)
    if (outcome.state === 'done' && outcome.runId !== undefined)
      printImportReport((await readReportOfImportRun(db, outcome.runId)) as ImportReport, context)
  })
}

async function idOf(db: Database, word: string | undefined): Promise<number> {
  const row = await rethrowAsUsageError(() => getSubscriptionOrThrow({ db }, parseId(word)))
  return row.id
}

const createOpenRefresh =
  (db: Database, config: Readonly<Config>, context: CommandContext, mayShrink: boolean): OpenRefresh =>
  async ({ owner_id }): Promise<RefreshContext> => {
    const guard = { allowPrivate: config.allowPrivateFetch }
    const owner = owner_id === null ? undefined : await findAccountById(db, owner_id)
    const scope = await createCommandScope(db, config, owner ?? (await findAdministrator(db)), context)
    return {
      scope,
      actor: auditActorOfCommand(context),
      guard,
      openSite: (url, name) =>
        createTecImportSource(name, {
          url: new URL(url),
          send: createSendRequest(guard),
          clock: createSystemClockOfTecClient(context.signal),
          fetchPicture: createPictureFetcher(guard),
          ownOrigin: publicUrlOrLocalOrigin(config),
        }),
      clock: () => performance.now(),
      signal: context.signal,
      canSendMail: config.mail !== undefined,
      mayShrink,
    }
  }

async function remove(argv: string[], context: CommandContext): Promise<void> {
  const { values, words } = parseArguments(argv, {}, ['id'])
  await withDatabase(context, values, async (db, config) => {
    const scope = await createCommandScope(db, config, await findAdministrator(db), context)
    const row = await rethrowAsUsageError(() => getSubscriptionOrThrow({ db }, parseId(words[0])))
    await removeSubscription({ scope, actor: auditActorOfCommand(context) }, row)
    context.out(`Removed "${row.name}". Its records stay in the calendar.`)
  })
}
