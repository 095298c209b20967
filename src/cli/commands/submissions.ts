import { buildAuditEntryInsert } from '../../audit/audit-entry.ts'
import {
  deleteSubmissionsAndMailsOfSender,
  readSubmissionDataOfSender,
} from '../../submissions/delete-and-export-submissions.ts'
import { auditActorOfCommand } from '../audit-actor-of-command.ts'
import type { CommandContext, RunCommand } from '../command-types.ts'
import { parseArguments, runSubcommand } from '../parse-arguments.ts'
import { withDatabase } from '../with-database.ts'

export const runSubmissionsCommand: RunCommand = (argv, context) =>
  runSubcommand('submissions', { export: exportAll, forget }, argv, context)

/** Prints all stored submissions of a sender, one a line as JSON. */
async function exportAll(argv: string[], context: CommandContext): Promise<void> {
  const { values, words } = parseArguments(argv, {}, ['email'])
  const [email = ''] = words
  const found = await withDatabase(context, values, (db) => readSubmissionDataOfSender(db, email))
  for (const submission of found) context.out(JSON.stringify(submission))
}

/** Deletes the submissions of a sender. Events made from them remain. */
async function forget(argv: string[], context: CommandContext): Promise<void> {
  const { values, words } = parseArguments(argv, {}, ['email'])
  const [email = ''] = words
  const count = await withDatabase(context, values, (db) =>
    db.transaction(async (tx) => {
      await tx.runAll([
        buildAuditEntryInsert(auditActorOfCommand(context), { action: 'deleted', collection: 'submissions' }),
      ])
      return deleteSubmissionsAndMailsOfSender(tx, email)
    }),
  )
  context.out(`Deleted submissions: ${count}. Events made from them remain.`)
}
