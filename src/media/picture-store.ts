import type { Caller } from '../core/caller.ts'
import type { Page, PageRequest } from '../core/list-page.ts'
import { foldTextForSearch } from '../core/text/fold-text.ts'
import { sanitizeTitle } from '../core/text/html.ts'
import { type Reader, raw, sql, type Transaction } from '../db/database.ts'
import { readPageOfRows } from '../db/read-page-of-rows.ts'
import { RAISED_VERSION } from '../db/sql-fragments.ts'
import { pictureFileName, pictureIdFromFileName, titleFromPictureFileName } from './picture-file-name.ts'
import { allResizedCopiesOfPicture, type PictureSize } from './picture-sizes.ts'
import type { AltTexts, FocusPoint } from './picture-texts.ts'
import { visiblePictureCondition } from './picture-visibility.ts'
import type { PictureInfo } from './validate-picture.ts'

/** A row of the table `picture`, without the bytes of the picture, which `readPictureContent` reads. */
export interface PictureRow {
  id: number
  author_id: number
  title: string
  alt: string
  /** Text that is shown below the picture, without markup. */
  caption: string
  /** The author of the picture; shown below the picture. */
  credit: string
  focus: FocusPoint
  /** Alternative texts by language, as JSON. For languages without one, `alt` is used. */
  alt_texts: string
  file_name: string
  mime_type: string
  extension: string
  width: number
  height: number
  size_bytes: number
  source_url: string | null
  created_at: number
  /** Version of the picture: 1 when it is new; every change of its texts raises it. */
  version: number
}

export const PICTURE_COLUMNS = raw(
  'id, author_id, title, alt, caption, credit, focus, alt_texts, file_name, mime_type, extension, width, height, size_bytes, source_url, created_at, version',
)

/** The texts that users write about a picture, and its focus point. */
export interface PictureTexts {
  title?: string | undefined
  alt?: string | undefined
  caption?: string | undefined
  credit?: string | undefined
  focus?: FocusPoint | undefined
  alt_texts?: AltTexts | undefined
}

export interface NewPicture extends PictureInfo, PictureTexts {
  bytes: Buffer
  /** The name of the uploaded file, or the file name at the end of the URL of a downloaded picture. */
  name: string
  authorId: number
  /** Whether the picture is visible only to its author and to editors until a record shows it. */
  isHidden?: boolean
  /** The URL from which the picture was downloaded, normalized by `parseUrlOfPictureToFetch`; undefined for uploads. */
  sourceUrl?: string | undefined
}

export async function storePicture(tx: Transaction, picture: NewPicture, now: number): Promise<PictureRow> {
  const {
    bytes,
    name,
    alt = '',
    caption = '',
    credit = '',
    focus = 'center',
    alt_texts = {},
    authorId,
    sourceUrl = null,
    isHidden = false,
    mimeType,
    extension,
    width,
    height,
  } = picture
  const id = await tx.nextId('record', 'picture')
  const title = picture.title ?? sanitizeTitle(titleFromPictureFileName(name))
  const file_name = pictureFileName(id, name, extension)
  const search_text = searchTextOf({ title, alt, caption, credit, file_name })
  const row = await tx.get<PictureRow>(
    sql`INSERT INTO picture (${PICTURE_COLUMNS}, is_withdrawn, search_text, content)
      VALUES (${id}, ${authorId}, ${title}, ${alt}, ${caption}, ${credit}, ${focus}, ${JSON.stringify(alt_texts)}, ${file_name}, ${mimeType}, ${extension}, ${width}, ${height},
        ${bytes.length}, ${sourceUrl}, ${now}, 1, ${isHidden ? 1 : 0}, ${search_text}, ${bytes})
      RETURNING ${PICTURE_COLUMNS}`,
  )
  return row as PictureRow
}

type SearchedTexts = Pick<PictureRow, 'title' | 'alt' | 'caption' | 'credit' | 'file_name'>

/**
 * The text in which searches look for words. It begins with the title, because lists sorted by title are sorted by this
 * column.
 */
const searchTextOf = ({ title, alt, caption, credit, file_name }: SearchedTexts) =>
  foldTextForSearch([title, alt, caption, credit, file_name].join('\n'))

export const findPicture = (db: Reader, id: number): Promise<PictureRow | undefined> =>
  db.get<PictureRow>(sql`SELECT ${PICTURE_COLUMNS} FROM picture WHERE id = ${id}`)

export async function loadPicturesById(db: Reader, ids: readonly number[]): Promise<Map<number, PictureRow>> {
  if (ids.length === 0) return new Map()
  const among = db.dialect.inList(sql`id`, ids)
  const rows = await db.all<PictureRow>(sql`SELECT ${PICTURE_COLUMNS} FROM picture WHERE ${among}`)
  return new Map(rows.map((row) => [row.id, row]))
}

export const findPictureBySourceUrl = (db: Reader, url: string): Promise<PictureRow | undefined> =>
  db.get<PictureRow>(sql`SELECT ${PICTURE_COLUMNS} FROM picture WHERE source_url = ${url}`)

/** Finds the picture to which a file name belongs, and the size; `size` is undefined for the file of the original. */
export async function findPictureByFileName(
  db: Reader,
  fileName: string,
): Promise<{ picture: PictureRow; size: PictureSize | undefined } | undefined> {
  const id = pictureIdFromFileName(fileName)
  const picture = id && (await findPicture(db, id))
  if (!picture) return undefined
  const size = allResizedCopiesOfPicture(picture).find((size) => size.fileName === fileName)
  return size || picture.file_name === fileName ? { picture, size } : undefined
}

/** The bytes of an original picture; undefined when no original has this file name. */
export async function readPictureContent(db: Reader, fileName: string): Promise<Buffer | undefined> {
  const row = await db.get<{ content: Uint8Array }>(sql`SELECT content FROM picture WHERE file_name = ${fileName}`)
  return row && Buffer.from(row.content.buffer, row.content.byteOffset, row.content.byteLength)
}

/**
 * Reads one page of the list of pictures that the caller may see, newest first.
 * @param now Unix time in seconds
 */
export async function listPictures(
  db: Reader,
  caller: Caller,
  now: number,
  page: PageRequest,
): Promise<Page<PictureRow>> {
  const order = sql`created_at DESC, id DESC`
  return readPageOfRows(
    db,
    { columns: PICTURE_COLUMNS, from: sql`picture`, where: visiblePictureCondition(caller, now), order },
    page,
  )
}

/** Reads a picture and locks it until the end of the transaction. */
export const readAndLockPicture = (tx: Transaction, id: number): Promise<PictureRow | undefined> =>
  tx.get<PictureRow>(sql`SELECT ${PICTURE_COLUMNS} FROM picture WHERE id = ${id} ${tx.dialect.forUpdate}`)

/**
 * Changes the texts of a picture, whose row the transaction has locked. Texts that are undefined are not changed.
 * @returns the changed picture
 */
export async function updatePicture(tx: Transaction, stored: PictureRow, texts: PictureTexts): Promise<PictureRow> {
  const { title = stored.title, alt = stored.alt, caption = stored.caption } = texts
  const { credit = stored.credit, focus = stored.focus } = texts
  const alt_texts = texts.alt_texts === undefined ? stored.alt_texts : JSON.stringify(texts.alt_texts)
  const changed = { ...stored, title, alt, caption, credit, focus, alt_texts, version: stored.version + 1 }
  await tx.run(sql`
    UPDATE picture SET title = ${title}, alt = ${alt}, caption = ${caption}, credit = ${credit}, focus = ${focus},
      alt_texts = ${alt_texts}, search_text = ${searchTextOf(changed)}, ${RAISED_VERSION}
    WHERE id = ${stored.id}`)
  return changed
}

/** Replaces the file of a picture, with its dimensions. The format and the file name stay the same. */
export const replacePictureContent = (
  tx: Transaction,
  id: number,
  { bytes, width, height }: Pick<NewPicture, 'bytes' | 'width' | 'height'>,
): Promise<number> =>
  tx.run(sql`UPDATE picture SET content = ${bytes}, size_bytes = ${bytes.length}, width = ${width}, height = ${height},
    ${RAISED_VERSION} WHERE id = ${id}`)

/**
 * Replaces the file of a picture, whose row the transaction has locked, by another file. The file name changes too,
 * because browsers may cache the old file forever.
 * @returns the changed picture
 */
export async function replacePictureFile(
  tx: Transaction,
  stored: PictureRow,
  { bytes, mimeType, extension, width, height }: PictureInfo & Pick<NewPicture, 'bytes'>,
): Promise<PictureRow> {
  const version = stored.version + 1
  const file_name = pictureFileName(stored.id, `${stored.title}-v${version}.${extension}`, extension)
  const shape = { mime_type: mimeType, extension, width, height, size_bytes: bytes.length }
  const changed = { ...stored, ...shape, file_name, version }
  await tx.run(sql`
    UPDATE picture SET content = ${bytes}, size_bytes = ${bytes.length}, mime_type = ${mimeType}, extension = ${extension},
      width = ${width}, height = ${height}, file_name = ${file_name}, search_text = ${searchTextOf(changed)}, ${RAISED_VERSION}
    WHERE id = ${stored.id}`)
  return changed
}

/** Deletes a picture. Records whose image it was have no image then. @returns whether the picture existed */
export const deletePictureRow = async (tx: Transaction, id: number): Promise<boolean> =>
  (await tx.run(sql`DELETE FROM picture WHERE id = ${id}`)) > 0
