import type { Page } from 'playwright-core'
import { hashNewPassword, replacePasswordAndEndSessions } from '../../../../src/accounts/store-password.ts'
import type { ListeningServer } from '../../server/listening.ts'
import { CLERK_PASSWORD, type ClerkOptions, createClerk, signInAsClerk } from './clerk.ts'
import { changeAppearance, mergePlaces, moveEvents, reviewSubmission, throwAwayAndRestore } from './editing.ts'
import { changeAndUndo, repeat, translate, writeEvents } from './writing.ts'

/** What a clerk does in a day, in this order. */
const TASKS = [
  signInAsClerk,
  writeEvents,
  changeAndUndo,
  translate,
  repeat,
  mergePlaces,
  moveEvents,
  throwAwayAndRestore,
  reviewSubmission,
  changeAppearance,
]

/** Gives the administrator of a test server the password of clerks. */
export async function setClerkPassword({ db, ids }: ListeningServer): Promise<void> {
  const hash = await hashNewPassword(CLERK_PASSWORD)
  await db.transaction((tx) => replacePasswordAndEndSessions(tx, ids.administrator, hash))
}

/** Does the work of a day by visible labels and with the keyboard. */
export async function workForADay(server: ListeningServer, page: Page, options: ClerkOptions): Promise<void> {
  const clerk = createClerk(server, page, options)
  for (const task of TASKS) {
    await task(clerk).catch((error: Error) => {
      throw new Error(`${task.name} in ${options.language}: ${error.message}`, { cause: error })
    })
  }
}
