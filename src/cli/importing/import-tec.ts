import { isLanguage, LANGUAGES, type Language } from '../../core/language.ts'
import { createSendRequest, createSystemClockOfTecClient } from '../../import/sources/tec/tec-site-client.ts'
import { createTecImportSource, findLikelyTranslationsOnTecSite } from '../../import/sources/tec/tec-source.ts'
import { type Verification, verifyTecImport } from '../../import/sources/tec/verify-tec-import.ts'
import { createPictureFetcher } from '../../media/fetch-picture.ts'
import { parseUrlOfPictureToFetch } from '../../media/fetchable-addresses.ts'
import { createCommandScope, findAdministrator, publicUrlOrLocalOrigin } from '../command-scope.ts'
import type { CommandContext, RunCommand } from '../command-types.ts'
import { ChecksFailedError } from '../describe-error-for-terminal.ts'
import { parseArguments, parseCommaList, parseNameValuePairs, UsageError } from '../parse-arguments.ts'
import { withDatabase } from '../with-database.ts'
import { IMPORT_FLAGS, importSourceAndPrintReport } from './import-and-report.ts'
import { readOrProposeTranslationJoins } from './read-or-propose-translation-joins.ts'

const TEC_FLAGS = {
  source: { type: 'string' },
  user: { type: 'string' },
  'application-password': { type: 'string' },
  'author-map': { type: 'string' },
  languages: { type: 'string' },
  join: { type: 'string' },
  verify: { type: 'boolean' },
  'with-trash': { type: 'boolean' },
} as const

/** The command that imports a live site with The Events Calendar. */
export const runImportTecSiteCommand: RunCommand = async (argv, context) => {
  const { values, words } = parseArguments(argv, { ...IMPORT_FLAGS, ...TEC_FLAGS }, ['address'])
  const url = siteAddress(words[0] as string)
  const { user, 'application-password': password } = values
  if ((user === undefined) !== (password === undefined))
    throw new UsageError('--user and --application-password are used together')
  // For this command, `--languages` names languages of the site that is imported. The languages of this calendar come
  // from the environment.
  const { languages, ...settings } = values
  await withDatabase(context, settings, async (db, config) => {
    const guard = { allowPrivate: config.allowPrivateFetch }
    const name = values.source ?? `tec:${url.host}${url.pathname.replace(/\/$/, '')}`
    const options = {
      url,
      credentials: user !== undefined && password !== undefined ? { user, password } : undefined,
      authorMap: parseNameValuePairs('author-map', values['author-map']),
      send: createSendRequest(guard),
      clock: createSystemClockOfTecClient(context.signal),
      fetchPicture: createPictureFetcher(guard),
      ownOrigin: publicUrlOrLocalOrigin(config),
      languages: languagesIn(languages),
      withTrash: values['with-trash'],
    }
    if (values['with-trash'] && options.credentials === undefined)
      throw new UsageError('--with-trash needs --user and --application-password')
    if (values.join !== undefined && options.languages === undefined)
      throw new UsageError('--join is used with --languages')
    const joins = await readOrProposeTranslationJoins(values.join, context, () =>
      findLikelyTranslationsOnTecSite(options),
    )
    if (joins === 'proposed') return
    if (values.verify) {
      const scope = await createCommandScope(db, config, await findAdministrator(db), context)
      return printVerification(await verifyTecImport(scope, name, { ...options, joins }), context)
    }
    await importSourceAndPrintReport(createTecImportSource(name, { ...options, joins }), values, {
      db,
      config,
      context,
    })
  })
}

/** The languages of the option `--languages`. @throws {UsageError} for unknown languages */
function languagesIn(text: string | undefined): Language[] | undefined {
  const codes = parseCommaList(text)
  const unknown = codes?.find((code) => !isLanguage(code))
  if (unknown !== undefined) throw new UsageError(`--languages: ${unknown} is not one of ${LANGUAGES.join(', ')}`)
  return codes?.filter(isLanguage)
}

/** Prints the differences between the site and its import. @throws {ChecksFailedError} if there are any */
function printVerification({ compared, differences }: Verification, { out }: CommandContext): void {
  for (const difference of differences) out(difference)
  out(`Compared ${compared} records and the number of events in 24 months.`)
  if (differences.length > 0) throw new ChecksFailedError(`${differences.length} differences`)
  out('Ready to switch.')
}

function siteAddress(text: string): URL {
  const url = parseUrlOfPictureToFetch(text)
  if (!url) throw new UsageError('the address must be that of a home page, such as https://old.example/')
  if (!url.pathname.endsWith('/')) url.pathname += '/'
  return url
}
