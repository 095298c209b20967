import type { Language } from '../../core/language.ts'
import type { PictureFetcher } from '../../media/fetch-picture.ts'
import type { ImportSource } from '../import-item-types.ts'
import type { DateOrder } from './csv/detect-date-order.ts'
import type { CsvKind } from './csv/match-csv-column-labels.ts'
import type { PictureReader } from './json-source.ts'
import type { SourceContent } from './source-content.ts'
import type { Join } from './translations/record-in-one-language.ts'

/** Options for reading a file that is imported. */
export interface FileOptions {
  /**
   * Name of the source. Files imported with the same name are versions of the same source: equal external ids mean the
   * same record.
   */
  name: string
  readPicture: PictureReader
  fetchPicture: PictureFetcher
  /** Time zone for times without one; default: the time zone of this calendar. */
  timezone?: string | undefined
  /**
   * For CSV files: the meanings of columns by label, the kind of the records, and the order of day and month in dates.
   */
  mapping?: Readonly<Record<string, string>> | undefined
  kind?: CsvKind | undefined
  dateOrder?: DateOrder | undefined
  /**
   * The languages of this calendar. If the dates of a CSV file are ambiguous, the date order of the first language is
   * assumed.
   */
  languages: readonly Language[]
  /**
   * For exports of WordPress: records that the owner has confirmed as translations of each other, although the export
   * does not connect them.
   */
  joins?: readonly Join[] | undefined
  /** For exports of WordPress: whether posts in the trash are imported. They get into the trash of this calendar. */
  withTrash?: boolean | undefined
  /** Time zone of this calendar. */
  siteZone: string
}

/**
 * The types of importable files, by the name of the subcommand of `almanac import`. The modules that read a type are
 * imported when a file of this type is, because few servers ever import a file.
 */
export const FILE_SOURCES = {
  json: async (content: SourceContent, { name, readPicture }: FileOptions): Promise<ImportSource> =>
    (await import('./json-source.ts')).createJsonImportSource(content, name, readPicture),
  csv: async (content: SourceContent, { name, languages, ...options }: FileOptions): Promise<ImportSource> =>
    (await import('./csv/csv-source.ts')).createCsvImportSource(content, name, {
      ...options,
      usualOrder: languages[0] === 'en' ? 'mdy' : 'dmy',
    }),
  ics: async (content: SourceContent, { name, timezone, siteZone }: FileOptions): Promise<ImportSource> => {
    const [{ createIcsImportSource }, { addTecFieldsToIcsItem }] = await Promise.all([
      import('./ics/ics-source.ts'),
      import('./ics/ics-fields-of-tec.ts'),
    ])
    return createIcsImportSource(content, name, { timezone, siteZone, completeTecItem: addTecFieldsToIcsItem })
  },
  jscalendar: async (content: SourceContent, { name, timezone, siteZone }: FileOptions): Promise<ImportSource> =>
    (await import('./jscalendar/jscalendar-source.ts')).createJscalendarImportSource(content, name, {
      timezone,
      siteZone,
    }),
  wxr: async (content: SourceContent, { name, timezone, siteZone, ...options }: FileOptions): Promise<ImportSource> =>
    (await import('./wxr/wxr-source.ts')).createWxrImportSource(content, name, {
      ...options,
      timezone: timezone ?? siteZone,
    }),
}

export type FileType = keyof typeof FILE_SOURCES
