import type { Scope } from '../../../../collections/scope.ts'
import { escapeHtml } from '../../../../core/text/html.ts'
import { pictureSizes } from '../../../../media/picture-sizes.ts'
import type { PictureRow } from '../../../../media/picture-store.ts'
import { formatWordpressTime } from '../present-fields-of-all-post-types.ts'
import {
  type Context,
  createListWithOneWordpressLink,
  wordpressResourceUrl,
} from '../send-and-link-wordpress-resource.ts'

/** Converts a picture to an attachment of the WordPress REST API. */
export function presentPictureAsAttachment(scope: Scope, picture: PictureRow, context: Context = 'view') {
  const { id, author_id, caption, created_at, mime_type, title } = picture
  const source_url = scope.urls.picture(picture.file_name)
  const text = (raw: string, rendered: string) => ({ ...(context === 'edit' && { raw }), rendered })
  const date = formatWordpressTime(created_at, scope.site.timezone)
  const date_gmt = formatWordpressTime(created_at, 'UTC')
  const isComplete = context !== 'embed'
  return {
    id,
    date,
    ...(isComplete && { date_gmt, guid: text(source_url, source_url), modified: date, modified_gmt: date_gmt }),
    slug: slugOf(picture),
    ...(isComplete && { status: 'inherit' }),
    type: 'attachment',
    link: source_url,
    title: text(title, title),
    author: author_id,
    featured_media: 0,
    ...(isComplete && {
      comment_status: 'closed',
      ping_status: 'closed',
      template: '',
      meta: [],
      version: picture.version,
    }),
    ...(isComplete && { description: text('', '') }),
    caption: text(caption, caption === '' ? '' : `<p>${escapeHtml(caption)}</p>\n`),
    alt_text: picture.alt,
    media_type: 'image',
    mime_type,
    media_details: detailsOf(scope, picture),
    ...(isComplete && { post: null }),
    source_url,
    _links: linksOf(scope, picture),
  }
}

/** The part of the file name between the id at its start and the extension. */
const slugOf = ({ id, file_name }: PictureRow) => file_name.slice(`${id}-`.length, file_name.lastIndexOf('.'))

const linksOf = (scope: Scope, { id, author_id }: PictureRow) => ({
  self: createListWithOneWordpressLink(wordpressResourceUrl(scope, `wp/v2/media/${id}`)),
  collection: createListWithOneWordpressLink(wordpressResourceUrl(scope, 'wp/v2/media')),
  about: createListWithOneWordpressLink(wordpressResourceUrl(scope, 'wp/v2/types/attachment')),
  author: createListWithOneWordpressLink(wordpressResourceUrl(scope, `wp/v2/users/${author_id}`), { embeddable: true }),
})

function detailsOf({ urls }: Scope, picture: PictureRow) {
  const { width, height, mime_type, file_name } = picture
  const copies = [...pictureSizes(picture), { name: 'full', width, height, fileName: file_name }]
  const sizes = copies.map(({ name, width, height, fileName }) => [
    name,
    { file: fileName, width, height, mime_type, source_url: urls.picture(fileName) },
  ])
  return { width, height, file: file_name, filesize: picture.size_bytes, sizes: Object.fromEntries(sizes) }
}
