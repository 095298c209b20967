import { pictureParameters } from '../../../collections/media/write-pictures.ts'
import type { Scope } from '../../../collections/scope.ts'
import { countListPages, createListPageRequest, urlsOfListPages } from '../../../core/list-page.ts'
import { instantToLocal } from '../../../core/time/instant.ts'
import type { PictureSizeCache } from '../../../media/picture-size-cache.ts'
import { listPictures, type PictureRow } from '../../../media/picture-store.ts'
import { parseAltTexts } from '../../../media/picture-texts.ts'
import { presentImage } from '../../../media/present-picture.ts'
import type { Services } from '../../request/create-request-scope.ts'
import { entityTagOfRecordVersion, setEntityTagOfRecordVersion } from '../../response/entity-tag.ts'
import type { PreparedResponse } from '../../response/prepared-response.ts'
import { sendJson } from '../../response/send-json.ts'
import { createHookThatChecksRightBeforeUpload } from '../../routes/check-right-before-upload.ts'
import { createHandlerThatChecksParametersAndRight } from '../../routes/handler-that-checks-parameters-and-right.ts'
import { createIdempotentHandler } from '../../routes/idempotent-route.ts'
import { type DocumentedRoute, UPDATE_METHODS } from '../../routes/route.ts'
import {
  changePictureTextsAndRespond,
  deletePictureAndRespond,
  type FoundPicture,
  findPictureNamedInPath,
  mediaListParameters,
  replacePictureFileAndRespond,
  rightToEditPicture,
  storeUploadedPictureAndRespond,
} from './handle-picture-requests.ts'

/**
 * The routes for pictures in each REST API. They return metadata; site/picture-files.ts serves the files themselves.
 */
export const pictureRoutesOfEachApi = (services: Services, sizes: PictureSizeCache): DocumentedRoute[] => [
  listRoute(services),
  {
    ...ALL,
    methods: ['POST'],
    right: 'media:upload',
    id: 'createPicture',
    verb: 'create',
    resource: 'picture',
    parameters: pictureParameters,
    takesFile: true,
    responseSchema: 'Picture',
    failures: ['rest_missing_callback_param'],
    hooks: { onRequest: createHookThatChecksRightBeforeUpload(services, 'media:upload') },
    ...createIdempotentHandler(services, (request, reply) =>
      storeUploadedPictureAndRespond(services, { request, reply }, pictureParameters.read, ({ scope, picture }) => {
        const location = `${mediaRoot(scope)}/${picture.id}`
        return { ...preparePicture({ scope, picture }, { location }), status: 201 }
      }),
    ),
  },
  {
    ...ONE,
    methods: ['GET'],
    right: 'anyone',
    id: 'readPicture',
    verb: 'read',
    resource: 'site',
    async handle(request, reply, everyMethod) {
      const { scope, picture } = await findPictureNamedInPath(services, { request, reply, everyMethod })
      setEntityTagOfRecordVersion(reply, picture)
      return sendJson(reply, presentImageOfPost(scope, picture))
    },
  },
  {
    ...ONE,
    methods: ['DELETE'],
    isConditional: true,
    right: rightToEditPicture,
    id: 'deletePicture',
    verb: 'delete',
    resource: 'site',
    async handle(request, reply, everyMethod) {
      const { scope, picture } = await deletePictureAndRespond(services, sizes, { request, reply, everyMethod })
      return sendJson(reply, presentImageOfPost(scope, picture))
    },
  },
  {
    ...ONE,
    methods: UPDATE_METHODS,
    isConditional: true,
    right: rightToEditPicture,
    id: 'updatePicture',
    verb: 'update',
    resource: 'picture',
    parameters: pictureParameters,
    ...createIdempotentHandler(services, (request, reply, everyMethod) =>
      changePictureTextsAndRespond(services, { request, reply, everyMethod }, pictureParameters.read, preparePicture),
    ),
  },
  {
    ...ONE,
    path: '/media/{id}/file',
    methods: ['PUT'],
    isConditional: true,
    right: rightToEditPicture,
    id: 'replacePicture',
    verb: 'replaceFile',
    resource: 'picture',
    takesFile: true,
    failures: ['picture-not-found', 'rest_missing_callback_param'],
    hooks: { onRequest: createHookThatChecksRightBeforeUpload(services, 'media:upload') },
    ...createIdempotentHandler(services, (request, reply, everyMethod) =>
      replacePictureFileAndRespond(services, sizes, { request, reply, everyMethod }, preparePicture),
    ),
  },
]

const ALL = { path: '/media', group: 'media' } as const
const ONE = { path: '/media/{id}', group: 'media', responseSchema: 'Picture', failures: ['picture-not-found'] } as const

const listRoute = (services: Services): DocumentedRoute => ({
  ...ALL,
  methods: ['GET'],
  id: 'listMedia',
  verb: 'list',
  resource: 'media',
  responseSchema: 'PictureList',
  failures: [],
  ...createHandlerThatChecksParametersAndRight(services, {
    right: 'media:upload',
    parameters: mediaListParameters,
    async respond({ reply, scope, values }) {
      const page = createListPageRequest(values, { perPage: scope.site.per_page })
      const { rows, total } = await listPictures(scope.db, scope.caller, scope.now, page)
      const pages = countListPages(total, page.perPage)
      reply.headers({ 'x-tec-total': total, 'x-tec-totalpages': pages })
      const { rest_url, ...others } = urlsOfListPages(`${mediaRoot(scope)}/`, page, total, {})
      const media = rows.map((picture) => presentImageOfPost(scope, picture))
      return sendJson(reply, { media, rest_url, ...others, total, total_pages: pages })
    },
  }),
})

const mediaRoot = ({ urls }: Scope) => `${urls.namespaceRoot}/media`

/** Prepares the response to an upload or a change of a picture. */
const preparePicture = ({ scope, picture }: FoundPicture, headers: Record<string, string> = {}): PreparedResponse => ({
  status: 200,
  headers: { etag: entityTagOfRecordVersion(picture), ...headers },
  body: JSON.stringify(presentImageOfPost(scope, picture)),
})

function presentImageOfPost(scope: Scope, picture: PictureRow) {
  const { id, ...image } = presentImage(picture, scope.urls)
  return {
    id,
    author: String(picture.author_id),
    date: instantToLocal(picture.created_at, scope.site.timezone),
    date_utc: instantToLocal(picture.created_at, 'UTC'),
    title: picture.title,
    alt: picture.alt,
    caption: picture.caption,
    credit: picture.credit,
    focus: picture.focus,
    alt_texts: parseAltTexts(picture.alt_texts),
    ...image,
    mime_type: picture.mime_type,
    rest_url: `${mediaRoot(scope)}/${id}`,
    version: picture.version,
  }
}
