import type { Language } from '../../core/language.ts'
import type { PictureFetcher } from '../../media/fetch-picture.ts'
import type { ImportSource } from '../item.ts'
import type { CsvKind } from './csv/column-labels.ts'
import { csvSource } from './csv/csv-source.ts'
import type { DateOrder } from './csv/date-order.ts'
import { icsSource } from './ics/ics-source.ts'
import { withFieldsOfTec } from './ics/tec-fields.ts'
import { jsonSource, type PictureReader } from './json-source.ts'
import type { SourceContent } from './source-content.ts'
import { wxrSource } from './wxr/wxr-source.ts'

/** How a file is read, besides its type. */
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
  /** Language of the site, whose usual date order is assumed if the dates of a CSV file are ambiguous. */
  language: Language
  /** Time zone of the site. */
  siteZone: string
}

/** The types of files that can be imported, by the name of their command. */
export const FILE_SOURCES = {
  json: (content: SourceContent, { name, readPicture }: FileOptions): ImportSource =>
    jsonSource(content, name, readPicture),
  csv: (content: SourceContent, { name, language, ...options }: FileOptions): ImportSource =>
    csvSource(content, name, { ...options, usualOrder: language === 'en' ? 'mdy' : 'dmy' }),
  ics: (content: SourceContent, { name, timezone, siteZone }: FileOptions): ImportSource =>
    icsSource(content, name, { timezone, siteZone, completeTecItem: withFieldsOfTec }),
  wxr: (content: SourceContent, { name, readPicture, fetchPicture, timezone, siteZone }: FileOptions): ImportSource =>
    wxrSource(content, name, { readPicture, fetchPicture, timezone: timezone ?? siteZone }),
}

export type FileType = keyof typeof FILE_SOURCES
