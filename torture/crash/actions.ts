import type { CrashClient } from './client.ts'
import { changeEvent, createEvent, trashOrRestore } from './event-actions.ts'
import {
  changePicture,
  changePlace,
  changeSettings,
  changeTerm,
  createPlace,
  createTerm,
  putTranslation,
  removePicture,
  removeTerm,
  removeTranslation,
  upload,
} from './other-actions.ts'

/** Performs random actions until the client is stopped. */
export async function writeUntilStopped(client: CrashClient): Promise<void> {
  while (!client.isStopped()) await chooseAction(client)(client)
}

type Action = (client: CrashClient) => Promise<void>

function chooseAction({ random }: CrashClient): Action {
  const [action] = random.weighted(ACTIONS, ([, weight]) => weight)
  return action
}

const ACTIONS: readonly [Action, weight: number][] = [
  [createEvent, 6],
  [changeEvent, 6],
  [trashOrRestore, 2],
  [putTranslation, 3],
  [removeTranslation, 1],
  [createPlace, 2],
  [changePlace, 2],
  [createTerm, 2],
  [changeTerm, 2],
  [removeTerm, 1],
  [upload, 1],
  [changePicture, 1],
  [removePicture, 1],
  [changeSettings, 1],
]
