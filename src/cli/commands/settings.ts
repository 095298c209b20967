import { auditEntry } from '../../audit/entry.ts'
import { Problems } from '../../core/errors.ts'
import { readSettings, SETTING_NAMES, type Settings, settingsSchema, writeSettings } from '../../settings/settings.ts'
import { actorOf } from '../actor.ts'
import type { CommandContext, Run } from '../commands.ts'
import { withDatabase } from '../database.ts'
import { columns } from '../help.ts'
import { parseArguments, subcommandOf, UsageError } from '../options.ts'

export const run: Run = (argv, context) => subcommandOf('settings', { get, set }, argv, context)

async function get(argv: string[], context: CommandContext): Promise<void> {
  const { values, words } = parseArguments(argv, {}, ['[name]'])
  const name = words[0] === undefined ? undefined : nameIn(words[0])
  const settings = await withDatabase(context, values, readSettings)
  if (name) return context.out(String(settings[name]))
  for (const line of columns(SETTING_NAMES.map((each) => [each, String(settings[each])]))) context.out(line)
}

async function set(argv: string[], context: CommandContext): Promise<void> {
  const { values, words } = parseArguments(argv, {}, ['name', 'value'])
  const [name = '', value = ''] = words
  const problems = new Problems()
  const change = settingsSchema.read({ [nameIn(name)]: value }, problems)
  problems.throwIfAny()
  await withDatabase(context, values, (db) =>
    db.transaction(async (tx) => {
      await writeSettings(tx, change)
      const deed = { action: 'updated', collection: 'settings', fields: Object.keys(change) } as const
      await tx.write([auditEntry(actorOf(context), deed)])
    }),
  )
  context.out(`${name} is ${Object.values(change).join()} now.`)
}

function nameIn(text: string): keyof Settings {
  const name = SETTING_NAMES.find((known) => known === text)
  if (!name) throw new UsageError(`there is no setting "${text}", only ${SETTING_NAMES.join(', ')}`)
  return name
}
