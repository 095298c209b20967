import type { Scope } from '../../collections/scope.ts'
import type { Transaction } from '../../db/database.ts'
import { findPictureBySourceUrl, storePicture } from '../../media/picture-store.ts'
import { type PictureInfo, validatePicture } from '../../media/validate-picture.ts'
import type { CategoryKey } from '../demo-event-kinds.ts'
import type { RecordTally } from '../ensure-referenced-records.ts'
import { TEXTS } from '../texts/index.ts'
import { drawDemoPicture, PICTURES_PER_CATEGORY } from './draw-demo-picture.ts'

/** For each category, the ids of its pictures; a category without pictures has no key. */
export type DemoPictures = Partial<Record<CategoryKey, readonly number[]>>

/**
 * Beginning of the source address of stored pictures, by which a second run recognizes them. The address is never
 * requested.
 */
const SOURCE = 'https://amselfurt.example.org/pictures'

interface DrawnPicture extends PictureInfo {
  bytes: Buffer
}

/** The pictures of categories that this process has drawn, so that each is drawn once. */
const drawn = new Map<CategoryKey, Promise<DrawnPicture[]>>()

/**
 * Draws the pictures of a category. Must be called before the transaction that stores them, because drawing takes long.
 */
export function drawDemoPicturesOfCategory(category: CategoryKey): Promise<DrawnPicture[]> {
  const pictures = drawn.get(category) ?? drawAll(category)
  drawn.set(category, pictures)
  return pictures
}

const drawAll = (category: CategoryKey): Promise<DrawnPicture[]> =>
  Promise.all(
    Array.from({ length: PICTURES_PER_CATEGORY }, async (_, variant) => {
      const bytes = await drawDemoPicture(category, variant)
      return { ...((await validatePicture(bytes)) as PictureInfo), bytes }
    }),
  )

/** Stores the pictures of a category, unless they are already stored. @returns their ids */
export async function ensureDemoPicturesOfCategory(
  scope: Scope<Transaction>,
  category: CategoryKey,
  tally: RecordTally,
): Promise<number[]> {
  const ids: number[] = []
  for (const [variant, picture] of (await drawDemoPicturesOfCategory(category)).entries())
    ids.push(await ensurePicture(scope, category, variant, picture, tally))
  return ids
}

async function ensurePicture(
  { db, caller, language, languages, now }: Scope<Transaction>,
  category: CategoryKey,
  variant: number,
  picture: DrawnPicture,
  tally: RecordTally,
): Promise<number> {
  const sourceUrl = `${SOURCE}/${category}-${variant + 1}.png`
  const found = await findPictureBySourceUrl(db, sourceUrl)
  tally[found ? 'existing' : 'created'] += 1
  if (found) return found.id
  const name = TEXTS[language].categories[category]
  const alt_texts = Object.fromEntries(languages.map((one) => [one, TEXTS[one].categories[category]]))
  const texts = { title: `${name} ${variant + 1}`, alt: name, alt_texts }
  return (
    await storePicture(
      db,
      { ...picture, ...texts, name: `${category}-${variant + 1}.png`, authorId: caller.id as number, sourceUrl },
      now,
    )
  ).id
}
