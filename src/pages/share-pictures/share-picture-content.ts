/** Width and height in pixels, as services that show previews of links recommend them. */
export const SHARE_PICTURE_SIZE = { width: 1200, height: 630 }

/**
 * What the generated picture of a page shows in previews of links to it. It is in the language of the records: a
 * reader's own language does not matter to those with whom the link is shared.
 */
export interface SharePicture {
  /** Names the page in the address of the picture: `event-14`, `month-2026-11`. */
  page: string
  /** A few words above the title, such as the category of an event. */
  label: string
  title: string
  /** Date, place and the like, below the title. */
  lines: readonly string[]
  /** The id of the record, or another number, on which the details of the poster depend. */
  seed: number
  /** The category that determines colour and motif. */
  categoryId: number | undefined
}
