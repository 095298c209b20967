import type { Language } from '../../core/language.ts'
import type { PictureFetcher } from '../../media/fetch-picture.ts'
import type { ImportSource } from '../import-item.ts'
import { createCsvSource } from './csv/csv-source.ts'
import type { DateOrder } from './csv/detect-date-order.ts'
import type { CsvKind } from './csv/match-csv-column-labels.ts'
import { addTecFieldsToIcsItem } from './ics/ics-fields-of-tec.ts'
import { createIcsSource } from './ics/ics-source.ts'
import { createJscalendarSource } from './jscalendar/jscalendar-source.ts'
import { createJsonSource, type PictureReader } from './json-source.ts'
import type { SourceContent } from './source-content.ts'
import type { Join } from './translations/record-in-one-language.ts'
import { createWxrSource } from './wxr/wxr-source.ts'

/** Options for reading a file to import, apart from its type. */
export interface FileOptions {
  /** Name of the source. A file with the name of an earlier one contains newer versions of the same records. */
  name: string
  readPicture: PictureReader
  fetchPicture: PictureFetcher
  /** Time zone of times without one; default: that of the site. */
  timezone?: string | undefined
  /** For CSV files: the meaning of columns by label, the kind of the records, and the order of day and month. */
  mapping?: Readonly<Record<string, string>> | undefined
  kind?: CsvKind | undefined
  dateOrder?: DateOrder | undefined
  /**
   * The languages of this calendar. The usual date order of the first one is assumed if the dates of a CSV file are
   * ambiguous.
   */
  languages: readonly Language[]
  /** For exports of WordPress: records that are translations of each other, although the export does not say so. */
  joins?: readonly Join[] | undefined
  /** For exports of WordPress: whether posts in the trash are imported, into the trash here. */
  withTrash?: boolean | undefined
  /** Time zone of the site. */
  siteZone: string
}

/** The types of files that can be imported, by the name of their command. */
export const FILE_SOURCES = {
  json: (content: SourceContent, { name, readPicture }: FileOptions): ImportSource =>
    createJsonSource(content, name, readPicture),
  csv: (content: SourceContent, { name, languages, ...options }: FileOptions): ImportSource =>
    createCsvSource(content, name, { ...options, usualOrder: languages[0] === 'en' ? 'mdy' : 'dmy' }),
  ics: (content: SourceContent, { name, timezone, siteZone }: FileOptions): ImportSource =>
    createIcsSource(content, name, { timezone, siteZone, completeTecItem: addTecFieldsToIcsItem }),
  jscalendar: (content: SourceContent, { name, timezone, siteZone }: FileOptions): ImportSource =>
    createJscalendarSource(content, name, { timezone, siteZone }),
  wxr: (content: SourceContent, { name, timezone, siteZone, ...options }: FileOptions): ImportSource =>
    createWxrSource(content, name, { ...options, timezone: timezone ?? siteZone }),
}

export type FileType = keyof typeof FILE_SOURCES
