import { changeRole, createAccount, listAccounts, removeAccount } from '../accounts/accounts.ts'
import { addApplicationPassword, isShortPassword } from '../accounts/application-passwords.ts'
import type { CommandContext, Run } from './commands.ts'
import { withDatabase } from './database.ts'
import { columns } from './help.ts'
import { parseArguments, subcommandOf, UsageError } from './options.ts'
import { password, token } from './users-secrets.ts'

export const run: Run = (argv, context) =>
  subcommandOf('users', { add, list, role, remove, password, token }, argv, context)

async function add(argv: string[], context: CommandContext): Promise<void> {
  const text = { type: 'string' } as const
  const options = { role: text, email: text, name: text, 'application-password': text }
  const { values, words } = parseArguments(argv, options, ['login'])
  const [login = ''] = words
  const { role, email, name, 'application-password': given } = values
  if (role === undefined) throw new UsageError('missing: --role')
  await withDatabase(context, values, async (db) => {
    const { account, secret } = await db.transaction(async (tx) => {
      const account = await createAccount(tx, { login, role, email, displayName: name }, context.now())
      return { account, secret: await addApplicationPassword(tx, account.id, 'first', given, context.now()) }
    })
    context.out(`Added the ${account.role} "${account.login}".`)
    if (given === undefined) context.out(`Application password, shown only now: ${secret}`)
    else if (isShortPassword(given)) context.err('almanac: this application password is short; others may guess it')
  })
}

async function list(argv: string[], context: CommandContext): Promise<void> {
  const { values } = parseArguments(argv, {})
  const accounts = await withDatabase(context, values, listAccounts)
  const rows = accounts.map(({ login, role, display_name, email }) => [login, role, display_name, email])
  for (const line of columns([['LOGIN', 'ROLE', 'NAME', 'E-MAIL'], ...rows])) context.out(line)
}

async function role(argv: string[], context: CommandContext): Promise<void> {
  const { values, words } = parseArguments(argv, {}, ['login', 'role'])
  const [login = '', wanted = ''] = words
  await withDatabase(context, values, (db) => db.transaction((tx) => changeRole(tx, login, wanted)))
  context.out(`"${login}" is ${wanted} now.`)
}

async function remove(argv: string[], context: CommandContext): Promise<void> {
  const { values, words } = parseArguments(argv, { 'reassign-to': { type: 'string' } }, ['login'])
  const [login = ''] = words
  const heir = values['reassign-to']
  const moved = await withDatabase(context, values, (db) => db.transaction((tx) => removeAccount(tx, login, heir)))
  context.out(moved > 0 ? `Removed "${login}"; "${heir}" has their records now (${moved}).` : `Removed "${login}".`)
}
