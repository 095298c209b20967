import { basename, dirname, join } from 'node:path'
import type { Language } from '../../core/language.ts'
import { isTimeZone } from '../../core/time/instant.ts'
import { CSV_KINDS } from '../../import/sources/csv/column-labels.ts'
import { DATE_ORDERS } from '../../import/sources/csv/date-order.ts'
import { FILE_SOURCES, type FileType } from '../../import/sources/file-types.ts'
import { createPictureFolderReader, PICTURE_FOLDER } from '../../import/sources/picture-folder.ts'
import { createFileContent } from '../../import/sources/source-content.ts'
import { fetchPicture } from '../../media/fetch-picture.ts'
import { readSettings } from '../../settings/settings.ts'
import type { RunCommand } from '../command.ts'
import { parseArguments, parseChoice, parsePairs, UsageError } from '../options.ts'
import { withDatabase } from '../with-database.ts'
import { IMPORT_FLAGS, importFrom } from './import-run.ts'

/** Flags of commands that import a file. */
const FILE_FLAGS = {
  source: { type: 'string' },
  timezone: { type: 'string' },
  map: { type: 'string' },
  kind: { type: 'string' },
  'date-order': { type: 'string' },
} as const

function zoneIn(zone: string | undefined): string | undefined {
  if (zone !== undefined && !isTimeZone(zone))
    throw new UsageError('--timezone must be a time zone such as Europe/Berlin')
  return zone
}

/** The command that imports files of a type. */
export const importFile =
  (type: FileType): RunCommand =>
  async (argv, context) => {
    const { values, words } = parseArguments(argv, { ...IMPORT_FLAGS, ...FILE_FLAGS }, ['file'])
    const path = words[0] as string
    await withDatabase(context, values, async (db, config) => {
      const content = await createFileContent(path, basename(path))
      const source = FILE_SOURCES[type](content, {
        name: values.source ?? `${type}:${content.name}`,
        readPicture: createPictureFolderReader(join(dirname(path), PICTURE_FOLDER)),
        fetchPicture: (url) => fetchPicture(url, { allowPrivate: config.allowPrivateFetch }),
        language: config.languages[0] as Language,
        siteZone: (await readSettings(db)).timezone,
        timezone: zoneIn(values.timezone),
        mapping: parsePairs('map', values.map),
        kind: parseChoice('kind', values.kind, CSV_KINDS),
        dateOrder: parseChoice('date-order', values['date-order'], DATE_ORDERS),
      })
      await importFrom(source, values, { db, config, context })
    })
  }
