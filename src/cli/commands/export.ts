import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { exportCalendar } from '../../import/export/export-calendar.ts'
import { PICTURE_FOLDER } from '../../import/sources/picture-folder.ts'
import { createCommandScope, findAdministrator } from '../command-scope.ts'
import type { CommandContext } from '../command-types.ts'
import { parseArguments } from '../parse-arguments.ts'
import { withDatabase } from '../with-database.ts'

/** Name of the file of records in the folder of an export. */
const RECORDS_FILE = 'calendar.ndjson'

/** Writes all records and pictures of the calendar to a new folder. */
export async function runExportCommand(argv: string[], context: CommandContext): Promise<void> {
  const { values, words } = parseArguments(argv, {}, ['folder'])
  const folder = words[0] as string
  await withDatabase(context, values, async (db, config) => {
    const scope = await createCommandScope(db, config, await findAdministrator(db), context)
    await mkdir(folder)
    await mkdir(join(folder, PICTURE_FOLDER))
    const records = createWriteStream(join(folder, RECORDS_FILE))
    let lines = 0
    let pictures = 0
    for await (const part of exportCalendar(scope)) {
      context.signal.throwIfAborted()
      if ('file' in part) {
        await writeFile(join(folder, PICTURE_FOLDER, part.file), part.bytes)
        pictures += 1
      } else {
        lines += 1
        if (!records.write(`${JSON.stringify(part.line)}\n`)) await once(records, 'drain')
      }
    }
    records.end()
    await finished(records)
    context.out(`Wrote ${lines - 1 - pictures} records and ${pictures} pictures to ${join(folder, RECORDS_FILE)}.`)
  })
}
