import type { CrashClient } from './client.ts'
import { changeEventAction, createEventAction, trashOrRestoreAction } from './event-actions.ts'
import {
  changePictureAction,
  changePlaceAction,
  changeSettingsAction,
  changeTermAction,
  createPlaceAction,
  createTermAction,
  putTranslationAction,
  removePictureAction,
  removeTermAction,
  removeTranslationAction,
  uploadPictureAction,
} from './other-actions.ts'
import { createRepeatedAction, editRepeatedAction } from './repeated-events.ts'

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
  [createEventAction, 6],
  [changeEventAction, 6],
  [trashOrRestoreAction, 2],
  [createRepeatedAction, 2],
  [editRepeatedAction, 8],
  [putTranslationAction, 3],
  [removeTranslationAction, 1],
  [createPlaceAction, 2],
  [changePlaceAction, 2],
  [createTermAction, 2],
  [changeTermAction, 2],
  [removeTermAction, 1],
  [uploadPictureAction, 1],
  [changePictureAction, 1],
  [removePictureAction, 1],
  [changeSettingsAction, 1],
]
