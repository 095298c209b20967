import { createHash, type Hash } from 'node:crypto'
import type { TableChecksum } from '../table-checksums.ts'

const NEW_LINE = 10
const END = Buffer.from('\\.\n')
const HEAD = /^COPY (.+?) \((.*)\) FROM stdin;$/

/**
 * Creates an object that computes the checksum of a table step by step. `add` takes rows in the format of `COPY … TO
 * STDOUT`, in pieces of any size.
 */
export function createChecksummerOfDumpedTable(table: string): { add(bytes: Buffer): void; finish(): TableChecksum } {
  const hash: Hash = createHash('sha256')
  let rows = 0
  return {
    add(bytes) {
      hash.update(bytes)
      for (let at = bytes.indexOf(NEW_LINE); at >= 0; at = bytes.indexOf(NEW_LINE, at + 1)) rows += 1
    },
    finish: () => ({ table, rows, digest: hash.digest('hex') }),
  }
}

/**
 * Computes the checksums of tables from the script that `pg_restore --data-only` prints.
 * @param rowListener called with each row of one table, as a line of text
 * @returns checksums of all tables, in the order of the script
 */
export async function computeChecksumsOfPostgresDumpScript(
  script: AsyncIterable<Buffer>,
  onTable: (done: number) => void = () => {},
  rowListener?: { table: string; onLine(line: string): void },
): Promise<TableChecksum[]> {
  const checksums: TableChecksum[] = []
  let current: (ReturnType<typeof createChecksummerOfDumpedTable> & { table: string }) | undefined
  const readLine = (bytes: Buffer) => {
    if (!current) {
      const [, table, columns] = HEAD.exec(bytes.toString('utf8', 0, bytes.length - 1)) ?? []
      if (table !== undefined) current = { table, ...createChecksummerOfDumpedTable(`${table} (${columns})`) }
    } else if (bytes.equals(END)) {
      checksums.push(current.finish())
      current = undefined
      onTable(checksums.length)
    } else {
      current.add(bytes)
      if (rowListener?.table === current.table) rowListener.onLine(bytes.toString('utf8', 0, bytes.length - 1))
    }
  }
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of script) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    let from = 0
    for (let at = bytes.indexOf(NEW_LINE); at >= 0; at = bytes.indexOf(NEW_LINE, from)) {
      readLine(bytes.subarray(from, at + 1))
      from = at + 1
    }
    rest = bytes.subarray(from)
  }
  return checksums
}
