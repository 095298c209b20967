import { isObject } from '../../../core/generic/is-object.ts'
import { htmlToText } from '../../../core/text/html.ts'
import type { PictureFetcher } from '../../../media/fetch-picture.ts'
import { SourceRequestError } from '../../import-errors.ts'
import type { PictureItem } from '../../import-item-types.ts'
import { findWordpressUploadPathsInHtml, uploadPathInWordpressAddress } from '../wordpress/wordpress-upload-paths.ts'
import type { SiteJson, TecSite } from './find-tec-site-api.ts'
import { readTecListPages } from './read-tec-list-pages.ts'

/** A picture in the media library of the site. */
interface SitePicture {
  id: number
  url: string
  title?: string
  alt?: string
  caption?: string
}

/** Finds the pictures in the media library of a site that its records use. */
export interface MediaLibrary {
  /**
   * Returns the pictures that a record uses as items, except those that were already returned for another record.
   * @param featured the field `image` of the record
   * @param html texts of the record
   */
  take(at: { cursor: string }, featured: unknown, html: string): PictureItem[]
}

const FIELDS = 'id,date,slug,title,alt_text,caption,description,media_type,mime_type,source_url,post,author'

/**
 * Reads the whole media library if the site allows that, because records name pictures by id, and texts name them by
 * address.
 */
export async function readTecMediaLibrary(site: TecSite, fetchPicture: PictureFetcher): Promise<MediaLibrary> {
  const pictures = new Map<number, SitePicture>()
  const query = { context: site.hasCredentials ? 'edit' : 'view', _fields: FIELDS, per_page: 100 }
  try {
    for await (const { records } of readTecListPages(site, 'wp/v2/media', query)) {
      for (const picture of records.map(readPicture)) if (picture) pictures.set(picture.id, picture)
    }
  } catch (error) {
    // If the library cannot be read, the import continues: pictures then have no alternative texts.
    if (!(error instanceof SourceRequestError)) throw error
  }
  const byPath = new Map([...pictures.values()].map((picture) => [uploadPathInWordpressAddress(picture.url), picture]))
  const taken = new Set<number>()
  return {
    take({ cursor }, featured, html) {
      const used = [
        pictureOf(featured, pictures),
        ...findWordpressUploadPathsInHtml(html).map((path) => byPath.get(path)),
      ]
      return used.flatMap((picture) => {
        if (picture === undefined || taken.has(picture.id)) return []
        taken.add(picture.id)
        return [toItem(picture, cursor, fetchPicture)]
      })
    },
  }
}

function readPicture({ id, media_type, source_url, title, alt_text, caption }: SiteJson): SitePicture | undefined {
  if (typeof id !== 'number' || media_type !== 'image' || typeof source_url !== 'string') return undefined
  return { id, url: source_url, title: textIn(title), alt: String(alt_text ?? ''), caption: textIn(caption) }
}

/** The plain text of a field of WordPress such as `{ "raw": "Harbour", "rendered": "<p>Harbour</p>" }`. */
function textIn(field: unknown): string {
  const { raw, rendered } = isObject(field) ? field : {}
  return htmlToText(String(raw ?? rendered ?? ''))
}

/**
 * Finds the picture that the field `image` of a record names. It has alternative text and caption only if the media
 * library contains it.
 */
function pictureOf(featured: unknown, pictures: ReadonlyMap<number, SitePicture>): SitePicture | undefined {
  if (!isObject(featured) || typeof featured.id !== 'number') return undefined
  return (
    pictures.get(featured.id) ?? (typeof featured.url === 'string' ? { id: featured.id, url: featured.url } : undefined)
  )
}

const toItem = ({ id, url, title, alt, caption }: SitePicture, cursor: string, fetch: PictureFetcher): PictureItem => ({
  kind: 'picture',
  externalId: String(id),
  id,
  place: url,
  cursor,
  path: uploadPathInWordpressAddress(url),
  load: (timeoutMs) => fetch(url, timeoutMs),
  title,
  alt,
  caption,
})
