import type { FastifyRequest } from 'fastify'
import { canEditPicture } from '../../../../collections/media/write-pictures.ts'
import type { Scope } from '../../../../collections/scope.ts'
import { hasRight } from '../../../../core/caller.ts'
import {
  CalendarError,
  type FailureCode,
  forbiddenError,
  invalidParameterError,
  Problems,
} from '../../../../core/errors.ts'
import { countListPages } from '../../../../core/list-page.ts'
import { toAsciiUrl } from '../../../../core/urls.ts'
import type { PictureSizeCache } from '../../../../media/picture-size-cache.ts'
import type { PictureRow } from '../../../../media/picture-store.ts'
import { selectPageOfPictures } from '../../../../media/select-pictures.ts'
import type { Services } from '../../../request/create-request-scope.ts'
import { addLinkHeader } from '../../../response/api-headers.ts'
import { entityTagOfRecordVersion, setEntityTagOfRecordVersion } from '../../../response/entity-tag.ts'
import type { PreparedResponse } from '../../../response/prepared-response.ts'
import { createHookThatChecksRightBeforeUpload } from '../../../routes/check-right-before-upload.ts'
import { createHandlerThatChecksParametersAndRight } from '../../../routes/handler-that-checks-parameters-and-right.ts'
import { createIdempotentHandler } from '../../../routes/idempotent-route.ts'
import { type Route, UPDATE_METHODS } from '../../../routes/route.ts'
import {
  changePictureTextsAndRespond,
  deletePictureAndRespond,
  type FoundPicture,
  findPictureNamedInPath,
  rightToEditPicture,
  storeUploadedPictureAndRespond,
} from '../../media/handle-picture-requests.ts'
import {
  addEmbeddedResources,
  isEmbeddingOfRelationRequested,
  parseRelationsToEmbed,
} from '../embed-related-resources.ts'
import { createWordpressPageRequest, parametersOfNextAndPreviousPageLinks } from '../list-parameters.ts'
import {
  type Context,
  keepFieldsNamedInFieldsParameter,
  resourceParameters,
  sendWordpressResource,
  wordpressResourceUrl,
} from '../send-and-link-wordpress-resource.ts'
import { setWordpressListHeaders } from '../set-list-headers.ts'
import { translateToWordpressErrorCodes } from '../translate-error-codes.ts'
import { listAccountsVisibleToCaller } from '../users/list-wordpress-users.ts'
import { presentWordpressUser } from '../users/present-user.ts'
import {
  attachmentListParameters,
  convertMediaListQueryToPictureFilter,
  parsePictureTextsFromWordpressFields,
} from './attachment-parameters.ts'
import { presentPictureAsAttachment } from './present-attachment.ts'

const ALL = { base: 'wordpress', path: '/wp/v2/media' } as const
const ONE = { base: 'wordpress', path: '/wp/v2/media/{id}' } as const

/** The codes of WordPress for the errors of requests to one picture. @param forbidden for users without the right */
const codes = (forbidden: FailureCode) => ({
  'picture-not-found': 'rest_post_invalid_id' as const,
  rest_forbidden: forbidden,
})

/** The routes for pictures in the WordPress API (`/wp/v2/media`), where they are called attachments. */
export const attachmentRoutes = (services: Services, sizes: PictureSizeCache): Route[] => [
  listRoute(services),
  uploadRoute(services),
  readRoute(services),
  {
    ...ONE,
    methods: UPDATE_METHODS,
    isConditional: true,
    right: rightToEditPicture,
    ...createIdempotentHandler(services, (request, reply, everyMethod) => {
      const at = { request, reply, everyMethod }
      const change = () =>
        changePictureTextsAndRespond(services, at, parsePictureTextsFromWordpressFields, (found) =>
          prepareAttachment(request, found),
        )
      return translateToWordpressErrorCodes(codes('rest_cannot_edit'), change)
    }),
  },
  {
    ...ONE,
    methods: ['DELETE'],
    isConditional: true,
    right: rightToEditPicture,
    async handle(request, reply, everyMethod) {
      const at = { request, reply, everyMethod }
      const remove = () => deletePictureAndRespond(services, sizes, at, { mustForce: true })
      const { scope, picture } = await translateToWordpressErrorCodes(codes('rest_cannot_delete'), remove)
      const { _links, ...previous } = presentPictureAsAttachment(scope, picture, 'edit')
      return sendWordpressResource(at, { deleted: true, previous })
    },
  },
]

const listRoute = (services: Services): Route => ({
  ...ALL,
  methods: ['GET'],
  ...createHandlerThatChecksParametersAndRight(services, {
    right: 'anyone',
    parameters: attachmentListParameters,
    async respond(checked) {
      const { request, reply, scope, values } = checked
      if (values.context === 'edit' && !hasRight(scope.caller, 'media:upload')) {
        throw forbiddenError(scope.caller, 'rest_forbidden_context')
      }
      const page = createWordpressPageRequest(values)
      const order = { by: values.orderby ?? 'date', direction: values.order === 'asc' ? 'ASC' : 'DESC' } as const
      const { rows, total } = await selectPageOfPictures(
        scope,
        convertMediaListQueryToPictureFilter(values),
        order,
        page,
      )
      if (total > 0 && page.page > countListPages(total, page.perPage))
        throw new CalendarError('rest_post_invalid_page_number')
      const sent = parametersOfNextAndPreviousPageLinks(request.query as Record<string, unknown>, values)
      setWordpressListHeaders(reply, `${scope.urls.apiRoot}wp/v2/media`, { ...page, total }, sent)
      return sendWordpressResource(checked, await presentAttachments(request, scope, rows, values.context))
    },
  }),
})

const uploadRoute = (services: Services): Route => ({
  ...ALL,
  methods: ['POST'],
  right: 'media:upload',
  takesFile: true,
  hooks: {
    onRequest: (request) =>
      translateToWordpressErrorCodes({ rest_forbidden: 'rest_cannot_create' }, () =>
        createHookThatChecksRightBeforeUpload(services, 'media:upload')(request),
      ),
  },
  ...createIdempotentHandler(services, async (request, reply) => {
    requireFile(request)
    return storeUploadedPictureAndRespond(
      services,
      { request, reply },
      parsePictureTextsFromWordpressFields,
      (found) => {
        const location = wordpressResourceUrl(found.scope, `wp/v2/media/${found.picture.id}`)
        return { ...prepareAttachment(request, found, { location }), status: 201 }
      },
    )
  }),
})

/** Creates the response to a request that has written a picture, but does not send it. */
const prepareAttachment = (
  { query }: FastifyRequest,
  { scope, picture }: FoundPicture,
  headers: Record<string, string> = {},
): PreparedResponse => ({
  status: 200,
  headers: { etag: entityTagOfRecordVersion(picture), ...headers },
  body: JSON.stringify(
    keepFieldsNamedInFieldsParameter(query as object, presentPictureAsAttachment(scope, picture, 'edit')),
  ),
})

/**
 * Refuses a request without an uploaded file, or without a name for it.
 * @throws {CalendarError} that says what is missing
 */
function requireFile(request: FastifyRequest): void {
  const { uploadedFile: file, headers } = request
  const isForm = request.isMultipart()
  if (file && (isForm || file.name !== '')) return
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  if (isForm || !hasBody) throw new CalendarError('rest_upload_no_data')
  if (headers['content-disposition'] === undefined) throw new CalendarError('rest_upload_no_content_disposition')
  throw file ? new CalendarError('rest_upload_invalid_disposition') : invalidParameterError('file', 'reason.picture')
}

const readRoute = (services: Services): Route => ({
  ...ONE,
  methods: ['GET'],
  right: 'anyone',
  async handle(request, reply, everyMethod) {
    const at = { request, reply, everyMethod }
    const problems = new Problems()
    const { context } = resourceParameters.read(request.query as Record<string, unknown>, problems)
    problems.throwIfAny()
    const { scope, picture } = await translateToWordpressErrorCodes(codes('rest_forbidden'), () =>
      findPictureNamedInPath(services, at),
    )
    if (context === 'edit' && !canEditPicture(scope.caller, picture)) {
      throw forbiddenError(scope.caller, 'rest_forbidden_context')
    }
    const [attachment] = await presentAttachments(request, scope, [picture], context)
    addLinkHeader(reply, `<${toAsciiUrl(scope.urls.picture(picture.file_name))}>; rel="alternate"; type=text/html`)
    setEntityTagOfRecordVersion(reply, picture)
    return sendWordpressResource(at, attachment)
  },
})

/** Presents pictures, with their authors if the request wants them embedded. */
async function presentAttachments(
  request: FastifyRequest,
  scope: Scope,
  pictures: readonly PictureRow[],
  context?: Context,
) {
  const relations = parseRelationsToEmbed(request)
  const authorIds =
    relations && isEmbeddingOfRelationRequested(relations, 'author') ? pictures.map(({ author_id }) => author_id) : []
  const authors = await listAccountsVisibleToCaller(scope, [...new Set(authorIds)])
  return pictures.map((picture) => {
    const author = authors.find(({ id }) => id === picture.author_id)
    const attachment = presentPictureAsAttachment(scope, picture, context)
    return addEmbeddedResources(attachment, { author: author && [presentWordpressUser(scope, author, 'embed')] })
  })
}
