import type { Scope } from '../../../../collections/collection.ts'
import { CalendarError } from '../../../../core/errors.ts'
import { createPageRequest, pageCount } from '../../../../core/page.ts'
import type { PictureSizeCache } from '../../../../media/size-cache.ts'
import { pictureSizes } from '../../../../media/sizes.ts'
import { listPictures, type PictureRow } from '../../../../media/store.ts'
import type { Services } from '../../../request/scope.ts'
import { sendJson } from '../../../response/json.ts'
import { checkedHandler } from '../../../routes/checked-handler.ts'
import { type Route, UPDATE_METHODS } from '../../../routes/route.ts'
import {
  changePicture,
  checkUploadRight,
  deletePicture,
  mediaListParameters,
  type ReadTexts,
  readPicture,
  rightToEditPicture,
  uploadPicture,
} from '../../media/requests.ts'
import { pictureTextParameters } from '../../media/routes.ts'
import { setListHeaders } from '../list-headers.ts'
import { wordpressTime } from '../post.ts'

/** The default and maximum of the `per_page` parameter in WordPress. */
const PAGE_SIZES = { perPage: 10, perPageMax: 100 }

const ALL = { base: 'wordpress', path: '/wp/v2/media' } as const
const ONE = { base: 'wordpress', path: '/wp/v2/media/{id}' } as const

/** The routes for pictures in the WordPress API (`/wp/v2/media`), where they are called attachments. */
export const attachmentRoutes = (services: Services, sizes: PictureSizeCache): Route[] => [
  listRoute(services),
  {
    ...ALL,
    methods: ['POST'],
    right: 'media:upload',
    takesFile: true,
    hooks: { onRequest: checkUploadRight(services) },
    async handle(request, reply) {
      const { scope, picture } = await uploadPicture(services, request, readTexts)
      reply.header('location', attachmentUrl(scope, picture.id))
      return sendJson(reply, presentAttachment(scope, picture), 201)
    },
  },
  {
    ...ONE,
    methods: ['GET'],
    right: 'anyone',
    async handle(request, reply, everyMethod) {
      const { scope, picture } = await readPicture(services, { request, reply, everyMethod })
      return sendJson(reply, presentAttachment(scope, picture))
    },
  },
  {
    ...ONE,
    methods: UPDATE_METHODS,
    right: rightToEditPicture,
    async handle(request, reply, everyMethod) {
      const { scope, picture } = await changePicture(services, { request, reply, everyMethod }, readTexts)
      return sendJson(reply, presentAttachment(scope, picture))
    },
  },
  {
    ...ONE,
    methods: ['DELETE'],
    right: rightToEditPicture,
    async handle(request, reply, everyMethod) {
      const at = { request, reply, everyMethod }
      const { scope, picture } = await deletePicture(services, sizes, at, { mustForce: true })
      return sendJson(reply, { deleted: true, previous: presentAttachment(scope, picture) })
    },
  },
]

const listRoute = (services: Services): Route => ({
  ...ALL,
  methods: ['GET'],
  ...checkedHandler(services, {
    right: 'media:upload',
    parameters: mediaListParameters,
    async respond({ reply, scope, values }) {
      const page = createPageRequest(values, PAGE_SIZES)
      const { rows, total } = await listPictures(scope.db, page)
      const pages = pageCount(total, page.perPage)
      if (page.page > 1 && page.page > pages) throw new CalendarError('rest_post_invalid_page_number')
      setListHeaders(reply, attachmentUrl(scope), { ...page, total }, { per_page: values.per_page })
      const attachments = rows.map((picture) => presentAttachment(scope, picture))
      return sendJson(reply, attachments)
    },
  }),
})

const attachmentUrl = ({ urls }: Scope, id?: number) => `${urls.apiRoot}wp/v2/media${id === undefined ? '' : `/${id}`}`

/**
 * Reads the texts of a picture from request fields with WordPress names. An empty title counts as absent, because
 * WordPress clients send it for a picture without a title.
 */
const readTexts: ReadTexts = (sent, problems) => {
  const { title, alt_text: alt } = sent
  const raw = typeof title === 'object' && title !== null ? ((title as { raw?: unknown }).raw ?? '') : title
  const renamed = Object.fromEntries(Object.entries({ title: raw === '' ? undefined : raw, alt }).filter(isGiven))
  return pictureTextParameters.read(renamed, problems)
}

const isGiven = ([, value]: [string, unknown]) => value !== undefined

function presentAttachment(scope: Scope, picture: PictureRow) {
  const { file_name, mime_type } = picture
  const source_url = scope.urls.picture(file_name)
  const date = wordpressTime(picture.created_at, scope.site.timezone)
  const date_gmt = wordpressTime(picture.created_at, 'UTC')
  return {
    id: picture.id,
    date,
    date_gmt,
    guid: { rendered: source_url },
    modified: date,
    modified_gmt: date_gmt,
    slug: file_name.slice(0, file_name.lastIndexOf('.')),
    status: 'inherit',
    type: 'attachment',
    link: source_url,
    title: { raw: picture.title, rendered: picture.title },
    author: picture.author_id,
    comment_status: 'closed',
    ping_status: 'closed',
    template: '',
    meta: [],
    description: { rendered: '' },
    caption: { rendered: '' },
    alt_text: picture.alt,
    media_type: 'image',
    mime_type,
    media_details: detailsOf(scope, picture),
    post: null,
    source_url,
  }
}

function detailsOf({ urls }: Scope, picture: PictureRow) {
  const { width, height, mime_type, file_name } = picture
  const copies = [...pictureSizes(picture), { name: 'full', width, height, fileName: file_name }]
  const sizes = copies.map(({ name, width, height, fileName }) => [
    name,
    { file: fileName, width, height, mime_type, source_url: urls.picture(fileName) },
  ])
  return { width, height, file: file_name, filesize: picture.size_bytes, sizes: Object.fromEntries(sizes) }
}
