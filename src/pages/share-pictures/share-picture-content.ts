/** Width and height of share pictures in pixels, as services that show previews of links recommend them. */
export const SHARE_PICTURE_SIZE = { width: 1200, height: 630 }

/**
 * The content of a generated picture that other services show in previews of links to a page. Its texts are in the
 * language of the records, because the people who see the link may read another language than the person who shares it.
 */
export interface SharePicture {
  /** Identifies the page in the address of the picture: `event-14`, `month-2026-11`. */
  page: string
  /** A few words above the title, such as the category of an event. */
  label: string
  title: string
  /** Date, place and the like, below the title. */
  lines: readonly string[]
  /** The id of the record, or another number. The details of the poster depend on it. */
  seed: number
  /** Id of the category on which colour and motif of the poster depend; undefined if there is none. */
  categoryId: number | undefined
}
