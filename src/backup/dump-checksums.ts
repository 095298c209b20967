import { createHash, type Hash } from 'node:crypto'
import type { TableChecksum } from './job.ts'

const NEW_LINE = 10
const END = Buffer.from('\\.\n')
const HEAD = /^COPY (.+?) \((.*)\) FROM stdin;$/

/** Rows of a table as `COPY … TO STDOUT` writes them. */
export function createTableChecksum(table: string): { add(bytes: Buffer): void; done(): TableChecksum } {
  const hash: Hash = createHash('sha256')
  let rows = 0
  return {
    add(bytes) {
      hash.update(bytes)
      for (let at = bytes.indexOf(NEW_LINE); at >= 0; at = bytes.indexOf(NEW_LINE, at + 1)) rows += 1
    },
    done: () => ({ table, rows, digest: hash.digest('hex') }),
  }
}

/**
 * Reads what `pg_restore --data-only` prints: a print of each table, in the order they come.
 * @param of which tables' rows are also handed over as text, each line once
 */
export async function readDumpChecksums(
  script: AsyncIterable<Buffer>,
  onTable: (done: number) => void = () => {},
  of?: { table: string; onLine(line: string): void },
): Promise<TableChecksum[]> {
  const prints: TableChecksum[] = []
  let current: (ReturnType<typeof createTableChecksum> & { table: string }) | undefined
  const line = (bytes: Buffer) => {
    if (!current) {
      const [, table, columns] = HEAD.exec(bytes.toString('utf8', 0, bytes.length - 1)) ?? []
      if (table !== undefined) current = { table, ...createTableChecksum(`${table} (${columns})`) }
    } else if (bytes.equals(END)) {
      prints.push(current.done())
      current = undefined
      onTable(prints.length)
    } else {
      current.add(bytes)
      if (of?.table === current.table) of.onLine(bytes.toString('utf8', 0, bytes.length - 1))
    }
  }
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of script) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    let from = 0
    for (let at = bytes.indexOf(NEW_LINE); at >= 0; at = bytes.indexOf(NEW_LINE, from)) {
      line(bytes.subarray(from, at + 1))
      from = at + 1
    }
    rest = bytes.subarray(from)
  }
  return prints
}
