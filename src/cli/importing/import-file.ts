import { stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isTimeZone } from '../../core/time/instant.ts'
import { DATE_ORDERS } from '../../import/sources/csv/detect-date-order.ts'
import { CSV_KINDS } from '../../import/sources/csv/match-csv-column-labels.ts'
import { FILE_SOURCES, type FileType } from '../../import/sources/importable-file-types.ts'
import { createPictureFolderReader, PICTURE_FOLDER } from '../../import/sources/picture-folder.ts'
import { createSourceContentOfFile } from '../../import/sources/source-content.ts'
import { findLikelyTranslationsInWxrExport } from '../../import/sources/wxr/wxr-source.ts'
import { createPictureFetcher } from '../../media/fetch-picture.ts'
import { readSiteSettings } from '../../settings/site-settings.ts'
import type { RunCommand } from '../command-types.ts'
import { parseArguments, parseFlagChoice, parseNameValuePairs, UsageError } from '../parse-arguments.ts'
import { withDatabase } from '../with-database.ts'
import { IMPORT_FLAGS, importSourceAndPrintReport } from './import-and-report.ts'
import { readOrProposeTranslationJoins } from './read-or-propose-translation-joins.ts'

/** The command-line flags that only commands for importing a file have. */
const FILE_FLAGS = {
  source: { type: 'string' },
  timezone: { type: 'string' },
  map: { type: 'string' },
  kind: { type: 'string' },
  'date-order': { type: 'string' },
  join: { type: 'string' },
  'with-trash': { type: 'boolean' },
} as const

function zoneIn(zone: string | undefined): string | undefined {
  if (zone !== undefined && !isTimeZone(zone))
    throw new UsageError('--timezone must be a time zone such as Europe/Berlin')
  return zone
}

/** Creates the command that imports a file of one type, such as `almanac import csv`. */
export const importFile =
  (type: FileType): RunCommand =>
  async (argv, context) => {
    const { values, words } = parseArguments(argv, { ...IMPORT_FLAGS, ...FILE_FLAGS }, ['file'])
    const path = words[0] as string
    if ((await stat(path)).isDirectory()) throw new UsageError(`${path} is a folder; give the path of a file`)
    await withDatabase(context, values, async (db, config) => {
      const content = await createSourceContentOfFile(path, basename(path))
      const options = {
        name: values.source ?? `${type}:${content.name}`,
        readPicture: createPictureFolderReader(join(dirname(path), PICTURE_FOLDER)),
        fetchPicture: createPictureFetcher({ allowPrivate: config.allowPrivateFetch }),
        languages: config.languages,
        siteZone: (await readSiteSettings(db)).timezone,
        timezone: zoneIn(values.timezone),
        mapping: parseNameValuePairs('map', values.map),
        kind: parseFlagChoice('kind', values.kind, CSV_KINDS),
        withTrash: values['with-trash'],
        dateOrder: parseFlagChoice('date-order', values['date-order'], DATE_ORDERS),
      }
      if (values.join !== undefined && type !== 'wxr') throw new UsageError('--join is an option of import wxr')
      if (values['with-trash'] && type !== 'wxr')
        throw new UsageError('--with-trash is an option of import wxr and tec')
      const joins = await readOrProposeTranslationJoins(values.join, context, () =>
        findLikelyTranslationsInWxrExport(content, { ...options, timezone: options.siteZone }),
      )
      if (joins === 'proposed') return
      await importSourceAndPrintReport(await FILE_SOURCES[type](content, { ...options, joins }), values, {
        db,
        config,
        context,
      })
    })
  }
