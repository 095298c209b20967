import type { Reader } from '../../../db/database.ts'
import { findPicture } from '../../../media/picture-store.ts'
import { isPublicPicture } from '../../../media/picture-visibility.ts'

/** The path of the original file of a picture; undefined if there is none or not everyone may see it. */
export async function findPublicPicturePath(
  db: Reader,
  now: number,
  id: number | undefined,
): Promise<string | undefined> {
  const picture = id === undefined ? undefined : await findPicture(db, id)
  return picture && (await isPublicPicture(db, now, picture.id)) ? encodeURI(`/media/${picture.file_name}`) : undefined
}
