import { existsSync, readFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import process from 'node:process'
import {
  isApplicationPasswordShorterThanRecommended,
  normalizeApplicationPassword,
} from '../../accounts/application-passwords.ts'
import { verifyPassword } from '../../accounts/password-hash.ts'
import { type Config, ConfigError } from '../../config/config-types.ts'
import { listMigrationNames } from '../../db/migrations.ts'
import { sqliteFileOfUrl } from '../../db/open-database.ts'
import { collectFileFacts, describeBackupMismatch } from '../../doctor/facts/file-facts.ts'
import { NO_IMPORTS, type RecordAndImportFacts } from '../../doctor/facts/record-and-import-facts.ts'
import {
  createDatabaseFindings,
  findingOfAbsentDatabase,
  findingOfUnreachableDatabase,
} from '../../doctor/findings/database-findings.ts'
import type { DoctorFinding } from '../../doctor/findings/doctor-finding.ts'
import { createFindingsAboutFilesDisksAndBackups } from '../../doctor/findings/file-findings.ts'
import { createImportFindings } from '../../doctor/findings/import-findings.ts'
import { createDoctorFindingsAboutMachine } from '../../doctor/findings/machine-findings.ts'
import { createMailFindings } from '../../doctor/findings/mail-findings.ts'
import { createSettingsFindings } from '../../doctor/findings/settings-findings.ts'
import { createSignInFindings } from '../../doctor/findings/sign-in-findings.ts'
import { createSubmissionFindings } from '../../doctor/findings/submission-findings.ts'
import type { CommandContext } from '../command-types.ts'
import { ChecksFailedError, describeErrorForTerminal } from '../describe-error-for-terminal.ts'
import { parseArguments, readCommandConfig } from '../parse-arguments.ts'
import { findUnusedDatabaseFile } from '../serving/unused-database-file.ts'

const MARKS = { wrong: '✗', warning: '!', note: '·' } as const

/**
 * Reports problems of this installation without changing it. The command fails only if a problem has the severity
 * `wrong`.
 */
export async function runDoctorCommand(argv: string[], context: CommandContext): Promise<void> {
  const { values } = parseArguments(argv, { json: { type: 'boolean' } })
  const unsorted = await collectFindings(values, context)
  const findings = (['wrong', 'warning', 'note'] as const).flatMap((kind) =>
    unsorted.filter(({ severity }) => severity === kind),
  )
  if (values.json) context.out(JSON.stringify({ findings }, null, 2))
  else for (const line of formatFindings(findings)) context.out(line)
  const wrong = findings.filter(({ severity }) => severity === 'wrong').length
  if (wrong > 0) throw new ChecksFailedError(wrong === 1 ? '1 problem found' : `${wrong} problems found`)
}

function formatFindings(findings: readonly DoctorFinding[]): string[] {
  if (findings.length === 0) return ['No problems found.']
  return findings.flatMap(({ severity, what, why, fix }) => [
    `${MARKS[severity]} ${what}`,
    `    ${why}`,
    `    → ${fix}`,
  ])
}

async function collectFindings(values: object, context: CommandContext): Promise<DoctorFinding[]> {
  try {
    return await examine(readCommandConfig(context, values), context)
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
  fix: 'docs/configuration.md lists the allowed values. Nothing else was checked.',
})

async function examine(config: Readonly<Config>, context: CommandContext): Promise<DoctorFinding[]> {
  const now = context.now()
  const file = sqliteFileOfUrl(config.databaseUrl)
  const { content, findings } = await readDatabase(config, file, context)
  const isEmpty = content ? !content.hasRecords : file !== undefined && !existsSync(file)
  const backups = config.backups && {
    ...config.backups,
    mismatch: await describeBackupMismatch(config.databaseUrl, config.backups.dir, context.env),
  }
  return [
    ...findings,
    ...findUnusedDatabaseFile(config, isEmpty),
    ...createMailFindings({
      ...(content?.mails ?? { waiting: 0, retried: 0, failed: 0, problem: '' }),
      isConfigured: config.mail !== undefined,
      serverProblem: await tryMailServer(config.mail),
    }),
    ...createSignInFindings({ providerProblem: await tryIdentityProvider(config.oidc, now) }),
    ...createSubmissionFindings({
      ...(content?.submissions ?? { isOpen: false, oldestSentAt: undefined }),
      canSendMail: config.mail !== undefined,
      now,
    }),
    ...createImportFindings({ ...(content?.imports ?? NO_IMPORTS), now }),
    ...createFindingsAboutFilesDisksAndBackups(collectFileFacts(config.dataDir, file, backups, now)),
    ...createSettingsFindings({
      ...config,
      hasAllowedHosts: Boolean(context.env.ALLOWED_HOSTS),
      adminPassword: await adminPasswordState(config.adminPassword, content?.adminHashes ?? []),
      isTlsUnverified: context.env.NODE_TLS_REJECT_UNAUTHORIZED === '0',
    }),
    ...createDoctorFindingsAboutMachine({
      ...config,
      node: process.versions.node,
      timeZoneVersion: process.versions.tz,
      now,
      latestChangeAt: content?.latestChangeAt,
      memoryBytes: Math.min(totalmem(), process.constrainedMemory() || totalmem()),
      fileDescriptorsMax: readDescriptorLimit(),
      imageLibraryError: await tryImageLibrary(),
    }),
  ]
}

async function readDatabase(
  { databaseUrl, workers, languages }: Readonly<Config>,
  file: string | undefined,
  { env, now }: CommandContext,
): Promise<{ content?: RecordAndImportFacts; findings: DoctorFinding[] }> {
  if (file !== undefined && !existsSync(file))
    return { findings: [findingOfAbsentDatabase(`${file} does not exist yet`)] }
  try {
    const content = await (file === undefined
      ? (await import('../../doctor/facts/postgres-facts.ts')).collectPostgresFacts(databaseUrl, workers, env)
      : (await import('../../doctor/facts/sqlite-facts.ts')).collectSqliteFacts(file))
    const migrations = { applied: content.applied, ofThisVersion: listMigrationNames(content.engine.name) }
    return {
      content,
      findings: createDatabaseFindings({ ...content, migrations, configuredLanguages: languages, now: now() }),
    }
  } catch (error) {
    return { findings: [findingOfUnreachableDatabase(describeErrorForTerminal(error))] }
  }
}

/** Whether ALMANAC_ADMIN_PASSWORD is set, and whether it is still an application password of the account `admin`. */
async function adminPasswordState(password: string | undefined, hashes: readonly string[]) {
  if (password === undefined) return 'unset'
  for (const hash of hashes) {
    if (await verifyPassword(normalizeApplicationPassword(password), hash))
      return isApplicationPasswordShorterThanRecommended(password) ? 'valid and short' : 'valid'
  }
  return 'unused'
}

/**
 * Limit of open files of this process; undefined on systems other than Linux. The soft limit equals the hard limit,
 * because Node has raised it.
 */
function readDescriptorLimit(): number | undefined {
  const limits = '/proc/self/limits'
  if (!existsSync(limits)) return undefined
  const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync(limits, 'utf8')) ?? []
  return soft === undefined ? undefined : Number(soft)
}

/** Connects to the mail server. @returns the error message if that fails */
async function tryMailServer(settings: Config['mail']): Promise<string | undefined> {
  if (!settings) return undefined
  const { verifyMailServer } = await import('../../mail/send-mail.ts')
  return verifyMailServer(settings).then(
    () => undefined,
    (error: Error) => error.message,
  )
}

/** Reads the metadata of the identity provider. @returns the error message if that fails */
async function tryIdentityProvider(settings: Config['oidc'], now: number): Promise<string | undefined> {
  if (!settings) return undefined
  const { readIdentityProviderMetadata } = await import('../../accounts/identity-provider-client.ts')
  return readIdentityProviderMetadata(settings, now).then(
    () => undefined,
    (error: Error) => describeErrorForTerminal(error.cause),
  )
}

/** Checks that the image library works by encoding a tiny picture. @returns the error message if that fails */
async function tryImageLibrary(): Promise<string | undefined> {
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
