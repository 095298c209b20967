import type { Readable } from 'node:stream'
import { type Parser, parse } from 'csv-parse'
import { UnreadableSourceError } from '../../import-errors.ts'
import { detectUtf16 } from '../detect-and-decode-text.ts'
import type { SourceContent } from '../source-content.ts'

/** The format of a CSV file: its encoding, and the delimiter between cells. */
export interface CsvFormat {
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'
  delimiter: string
}

/** A row of a CSV file. `line` is the number of the last line of the row, from 1. */
export interface CsvRow {
  line: number
  cells: string[]
}

const DELIMITERS = [',', ';', '\t']
/** Maximum length of a row, in bytes. */
const ROW_MAX = 4 * 1024 * 1024
/** Number of bytes at the beginning of a file from which its encoding and delimiter are detected. */
const SAMPLE_BYTES = 65_536

/**
 * Detects the encoding and the delimiter of a file. Reads the whole file, because any byte of it may be no valid UTF-8.
 */
export async function detectCsvFormat(content: SourceContent): Promise<CsvFormat> {
  const strict = new TextDecoder('utf-8', { fatal: true })
  let sample = Buffer.alloc(0)
  let isUtf8 = true
  for await (const chunk of content.open() as AsyncIterable<Buffer>) {
    if (sample.length < SAMPLE_BYTES) sample = Buffer.concat([sample, chunk]).subarray(0, SAMPLE_BYTES)
    if (isUtf8) isUtf8 = decodes(strict, chunk)
  }
  if (sample.length === 0) throw new UnreadableSourceError('the file is empty')
  const encoding = detectUtf16(sample) ?? (isUtf8 ? 'utf-8' : 'windows-1252')
  return { encoding, delimiter: delimiterIn(decoderOf(encoding).decode(sample)) }
}

function decodes(strict: InstanceType<typeof TextDecoder>, chunk: Buffer): boolean {
  try {
    strict.decode(chunk, { stream: true })
    return true
  } catch {
    return false
  }
}

const decoderOf = (encoding: CsvFormat['encoding']) => new TextDecoder(encoding)

/** Returns the delimiter that occurs most often in the first row, outside of quotes. */
function delimiterIn(text: string): string {
  const header = /^(?:"[^"]*"|[^"\r\n])*/.exec(text)?.[0].replace(/"[^"]*"/g, '') ?? ''
  const counts = DELIMITERS.map((delimiter) => header.split(delimiter).length)
  return DELIMITERS[counts.indexOf(Math.max(...counts))] as string
}

/** Reads the rows of a file, including the header. @throws {UnreadableSourceError} at the first row that is not CSV */
export async function* readCsvRows(content: SourceContent, { encoding, delimiter }: CsvFormat): AsyncGenerator<CsvRow> {
  const parser: Parser = parse({
    ...{ delimiter, bom: true, info: true, skip_empty_lines: true },
    ...{ relax_column_count: true, relax_quotes: true, max_record_size: ROW_MAX },
  })
  const bytes = content.open()
  feed(parser, bytes, encoding)
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      yield { line: info.lines, cells: record }
    }
  } catch (error) {
    throw new UnreadableSourceError((error as Error).message)
  } finally {
    bytes.destroy()
  }
}

/** Writes decoded bytes to the parser, and pauses while the parser has not processed earlier ones. */
function feed(parser: Parser, bytes: Readable, encoding: CsvFormat['encoding']): void {
  const decoder = decoderOf(encoding)
  const write = async () => {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      if (parser.destroyed) return
      if (!parser.write(decoder.decode(chunk, { stream: true })))
        await new Promise((done) => parser.once('drain', done))
    }
    parser.end(decoder.decode())
  }
  write().catch((error) => parser.destroy(error))
}
