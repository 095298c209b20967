import { existsSync, readFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import process from 'node:process'
import { isShortPassword, normalizeSecret } from '../../accounts/application-passwords.ts'
import { verifyPassword } from '../../accounts/password-hash.ts'
import { type Config, ConfigError } from '../../config/config.ts'
import { migrationNames } from '../../db/migrate.ts'
import { sqliteFileOf } from '../../db/open.ts'
import type { ContentFacts } from '../../doctor/facts/content.ts'
import { collectFileFacts } from '../../doctor/facts/files.ts'
import { databaseAbsent, databaseFindings, databaseUnreachable } from '../../doctor/findings/database.ts'
import { fileFindings } from '../../doctor/findings/files.ts'
import type { DoctorFinding } from '../../doctor/findings/finding.ts'
import { machineFindings } from '../../doctor/findings/machine.ts'
import { settingsFindings } from '../../doctor/findings/settings.ts'
import type { CommandContext } from '../command.ts'
import { ChecksFailedError, describeFailure } from '../failures.ts'
import { parseArguments, readCommandConfig } from '../options.ts'

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
  if (wrong > 0) throw new ChecksFailedError(wrong === 1 ? 'something is wrong' : `${wrong} things are wrong`)
}

function told(findings: readonly DoctorFinding[]): string[] {
  if (findings.length === 0) return ['Nothing is wrong.']
  return findings.flatMap(({ severity, what, why, fix }) => [
    `${MARKS[severity]} ${what}`,
    `    ${why}`,
    `    → ${fix}`,
  ])
}

async function findingsOf(values: object, context: CommandContext): Promise<DoctorFinding[]> {
  try {
    return await lookedAt(readCommandConfig(context, values), context)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.message.split('\n').map(unusableSetting)
  }
}

const unusableSetting = (what: string): DoctorFinding => ({
  code: 'setting_unusable',
  severity: 'wrong',
  what,
  why: 'The server does not start.',
  fix: 'docs/configuration.md says what each setting may be. Nothing else was looked at.',
})

async function lookedAt(config: Readonly<Config>, context: CommandContext): Promise<DoctorFinding[]> {
  const now = context.now()
  const file = sqliteFileOf(config.databaseUrl)
  const { content, findings } = await readDatabase(config, file, context)
  return [
    ...findings,
    ...fileFindings(collectFileFacts(config.dataDir, file, config.backups, now)),
    ...settingsFindings({
      ...config,
      hasAllowedHosts: Boolean(context.env.ALLOWED_HOSTS),
      adminPassword: await adminPasswordState(config.adminPassword, content?.adminHashes ?? []),
      isTlsUnverified: context.env.NODE_TLS_REJECT_UNAUTHORIZED === '0',
    }),
    ...machineFindings({
      ...config,
      node: process.versions.node,
      timeZoneVersion: process.versions.tz,
      now,
      latestChangeAt: content?.newestChange,
      memoryBytes: Math.min(totalmem(), process.constrainedMemory() || totalmem()),
      fileDescriptorsMax: descriptors(),
      imageLibraryError: await picturesFail(),
    }),
  ]
}

async function readDatabase(
  { databaseUrl, workers, languages }: Readonly<Config>,
  file: string | undefined,
  { env }: CommandContext,
): Promise<{ content?: ContentFacts; findings: DoctorFinding[] }> {
  if (file !== undefined && !existsSync(file)) return { findings: [databaseAbsent(`${file} is not there yet`)] }
  try {
    const content = await (file === undefined
      ? (await import('../../doctor/facts/postgres.ts')).collectPostgresFacts(databaseUrl, workers, env)
      : (await import('../../doctor/facts/sqlite.ts')).collectSqliteFacts(file))
    const migrations = { applied: content.applied, known: migrationNames(content.engine.name) }
    return { content, findings: databaseFindings({ ...content, migrations, configuredLanguages: languages }) }
  } catch (error) {
    return { findings: [databaseUnreachable(describeFailure(error))] }
  }
}

async function adminPasswordState(given: string | undefined, hashes: readonly string[]) {
  if (given === undefined) return 'unset'
  for (const hash of hashes) {
    if (await verifyPassword(normalizeSecret(given), hash)) return isShortPassword(given) ? 'valid and short' : 'valid'
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
