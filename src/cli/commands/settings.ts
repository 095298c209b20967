import { buildAuditEntryInsert } from '../../audit/audit-entry.ts'
import { Problems } from '../../core/errors.ts'
import {
  readSiteSettings,
  SETTING_NAMES,
  type Settings,
  settingsParameters,
  writeSiteSettings,
} from '../../settings/site-settings.ts'
import { auditActorOfCommand } from '../audit-actor-of-command.ts'
import type { CommandContext, RunCommand } from '../command-types.ts'
import { formatRowsAsAlignedColumns } from '../format-rows-as-aligned-columns.ts'
import { parseArguments, runSubcommand, UsageError } from '../parse-arguments.ts'
import { withDatabase } from '../with-database.ts'

export const runSettingsCommand: RunCommand = (argv, context) => runSubcommand('settings', { get, set }, argv, context)

async function get(argv: string[], context: CommandContext): Promise<void> {
  const { values, words } = parseArguments(argv, {}, ['[name]'])
  const name = words[0] === undefined ? undefined : nameIn(words[0])
  const settings = await withDatabase(context, values, readSiteSettings)
  if (name) return context.out(String(settings[name]))
  for (const line of formatRowsAsAlignedColumns(SETTING_NAMES.map((each) => [each, String(settings[each])])))
    context.out(line)
}

async function set(argv: string[], context: CommandContext): Promise<void> {
  const { values, words } = parseArguments(argv, {}, ['name', 'value'])
  const [name = '', value = ''] = words
  const problems = new Problems()
  const change = settingsParameters.read({ [nameIn(name)]: value }, problems)
  problems.throwIfAny()
  await withDatabase(context, values, (db) =>
    db.transaction(async (tx) => {
      await writeSiteSettings(tx, change)
      const write = { action: 'updated', collection: 'settings', fields: Object.keys(change) } as const
      await tx.runAll([buildAuditEntryInsert(auditActorOfCommand(context), write)])
    }),
  )
  context.out(`${name} is now ${Object.values(change).join()}.`)
}

function nameIn(text: string): keyof Settings {
  const name = SETTING_NAMES.find((candidate) => candidate === text)
  if (!name) throw new UsageError(`there is no setting "${text}"; the settings are ${SETTING_NAMES.join(', ')}`)
  return name
}
