import { existsSync, readFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import process from 'node:process'
import { bareSecret, isShortPassword } from '../../accounts/application-passwords.ts'
import { verifyPassword } from '../../accounts/password-hash.ts'
import { type Config, ConfigError } from '../../config/config.ts'
import { migrationNames } from '../../db/migrate.ts'
import { sqliteFileOf } from '../../db/open.ts'
import { databaseFindings, noDatabase, unreachable } from '../../doctor/database.ts'
import { fileFindings } from '../../doctor/files.ts'
import type { Finding } from '../../doctor/finding.ts'
import { machineFindings } from '../../doctor/machine.ts'
import type { Content } from '../../doctor/read-content.ts'
import { readFiles } from '../../doctor/read-files.ts'
import { settingsFindings } from '../../doctor/settings.ts'
import type { CommandContext } from '../commands.ts'
import { explain, FaultsFound } from '../failures.ts'
import { configOf, parseArguments } from '../options.ts'

const MARKS = { wrong: '✗', warning: '!', note: '·' } as const

/** Says what is wrong with this installation, and changes nothing. Fails when something is; warnings do not count. */
export async function run(argv: string[], context: CommandContext): Promise<void> {
  const { values } = parseArguments(argv, { json: { type: 'boolean' } })
  const found = await findingsOf(values, context)
  const findings = (['wrong', 'warning', 'note'] as const).flatMap((kind) =>
    found.filter(({ severity }) => severity === kind),
  )
  if (values.json) context.out(JSON.stringify({ findings }, null, 2))
  else for (const line of told(findings)) context.out(line)
  const wrong = findings.filter(({ severity }) => severity === 'wrong').length
  if (wrong > 0) throw new FaultsFound(wrong === 1 ? 'something is wrong' : `${wrong} things are wrong`)
}

function told(findings: readonly Finding[]): string[] {
  if (findings.length === 0) return ['Nothing is wrong.']
  return findings.flatMap(({ severity, what, why, fix }) => [
    `${MARKS[severity]} ${what}`,
    `    ${why}`,
    `    → ${fix}`,
  ])
}

async function findingsOf(values: object, context: CommandContext): Promise<Finding[]> {
  try {
    return await lookedAt(configOf(context, values), context)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.message.split('\n').map(unusableSetting)
  }
}

const unusableSetting = (what: string): Finding => ({
  code: 'setting_unusable',
  severity: 'wrong',
  what,
  why: 'The server does not start.',
  fix: 'docs/configuration.md says what each setting may be. Nothing else was looked at.',
})

async function lookedAt(config: Readonly<Config>, context: CommandContext): Promise<Finding[]> {
  const now = context.now()
  const file = sqliteFileOf(config.databaseUrl)
  const { content, findings } = await readDatabase(config, file, context)
  return [
    ...findings,
    ...fileFindings(readFiles(config.dataDir, file, config.backups, now)),
    ...settingsFindings({
      ...config,
      hostsGiven: Boolean(context.env.ALLOWED_HOSTS),
      adminPassword: await adminPasswordState(config.adminPassword, content?.adminHashes ?? []),
      tlsUnchecked: context.env.NODE_TLS_REJECT_UNAUTHORIZED === '0',
    }),
    ...machineFindings({
      ...config,
      node: process.versions.node,
      timeZones: process.versions.tz,
      now,
      newestChange: content?.newestChange,
      memoryBytes: Math.min(totalmem(), process.constrainedMemory() || totalmem()),
      descriptors: descriptors(),
      picturesFail: await picturesFail(),
    }),
  ]
}

async function readDatabase(
  { databaseUrl, workers, languages }: Readonly<Config>,
  file: string | undefined,
  { env }: CommandContext,
): Promise<{ content?: Content; findings: Finding[] }> {
  if (file !== undefined && !existsSync(file)) return { findings: [noDatabase(`${file} is not there yet`)] }
  try {
    const content = await (file === undefined
      ? (await import('../../doctor/read-postgres.ts')).readPostgres(databaseUrl, workers, env)
      : (await import('../../doctor/read-sqlite.ts')).readSqlite(file))
    const migrations = { applied: content.applied, known: migrationNames(content.engine.name) }
    return { content, findings: databaseFindings({ ...content, migrations, wanted: languages }) }
  } catch (error) {
    return { findings: [unreachable(explain(error))] }
  }
}

async function adminPasswordState(given: string | undefined, hashes: readonly string[]) {
  if (given === undefined) return 'unset'
  for (const hash of hashes) {
    if (await verifyPassword(bareSecret(given), hash)) return isShortPassword(given) ? 'valid and short' : 'valid'
  }
  return 'unused'
}

/** Linux tells; Node has raised it as far as it may. */
function descriptors(): number | undefined {
  const limits = '/proc/self/limits'
  if (!existsSync(limits)) return undefined
  const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync(limits, 'utf8')) ?? []
  return soft === undefined ? undefined : Number(soft)
}

async function picturesFail(): Promise<string | undefined> {
  try {
    const { default: sharp } = await import('sharp')
    await sharp({ create: { width: 1, height: 1, channels: 3, background: 'white' } })
      .webp()
      .toBuffer()
    return undefined
  } catch (error) {
    return (error as Error).message.split('\n')[0]
  }
}
