import { findAccountById } from '../../accounts/account-store.ts'
import type { WriteScope } from '../../collections/records/write-records.ts'
import type { Config } from '../../config/config-types.ts'
import type { Database } from '../../db/database.ts'
import type { ImportSource } from '../../import/import-item-types.ts'
import type { NamedRunRow } from '../../import/runs/import-run-store.ts'
import { performAllDueImportRuns } from '../../import/runs/perform-due-imports.ts'
import { createSendRequest, createSystemClockOfTecClient } from '../../import/sources/tec/tec-site-client.ts'
import { createTecImportSource } from '../../import/sources/tec/tec-source.ts'
import { performUndoOfImportRun } from '../../import/undo/perform-undo-of-import.ts'
import { performImportOrder } from '../../import/uploads/perform-import-order.ts'
import { removeOldUploadedFiles, uploadFolder } from '../../import/uploads/upload-folder.ts'
import { createCommandScope, findAdministrator, publicUrlOrLocalOrigin } from '../command-scope.ts'
import type { CommandContext, RunCommand } from '../command-types.ts'
import { parseArguments, UsageError } from '../parse-arguments.ts'
import { withDatabase } from '../with-database.ts'

/** Performs the runs that pages and clients have started. Servers run this command in the background. */
export const runDueImportsCommand: RunCommand = async (argv, context) => {
  const { values } = parseArguments(argv, { due: { type: 'boolean' } })
  if (values.due !== true) throw new UsageError('import run needs --due')
  await withDatabase(context, values, async (db, config) => {
    const { now, signal } = context
    await removeOldUploadedFiles(uploadFolder(config.dataDir), now())
    const onEnd = ({ id, name }: NamedRunRow) => context.out(`${name}: run ${id} has ended`)
    await performAllDueImportRuns({ db, now, signal, perform: (run) => perform(db, config, context, run), onEnd })
  })
}

async function perform(
  db: Database,
  config: Readonly<Config>,
  context: CommandContext,
  run: NamedRunRow,
): Promise<boolean> {
  const account = run.account_id === null ? undefined : await findAccountById(db, run.account_id)
  const scope = await createCommandScope(db, config, account ?? (await findAdministrator(db)), context)
  const { now, signal } = context
  const common = { scope, clock: () => performance.now(), now, signal }
  if (run.undoes !== null) return performUndoOfImportRun({ ...common, undo: run })
  const folder = uploadFolder(config.dataDir)
  return performImportOrder({
    ...common,
    run,
    folder,
    databaseUrl: config.databaseUrl,
    openSite: (url) => openSite(config, context, scope, run.name, url),
  })
}

function openSite(
  config: Readonly<Config>,
  { signal }: CommandContext,
  { fetchPicture: load }: WriteScope,
  name: string,
  url: string,
): ImportSource {
  const send = createSendRequest({ allowPrivate: config.allowPrivateFetch })
  const clock = createSystemClockOfTecClient(signal)
  return createTecImportSource(name, {
    url: new URL(url),
    send,
    clock,
    fetchPicture: load,
    ownOrigin: publicUrlOrLocalOrigin(config),
  })
}
