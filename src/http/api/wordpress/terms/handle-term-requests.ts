import type { FastifyReply } from 'fastify'
import { COLLECTION_BY_KIND } from '../../../../collections/collection-by-kind.ts'
import type { Removal } from '../../../../collections/dates-affected-by-write.ts'
import { checkEventIsReadable } from '../../../../collections/posts/list-posts.ts'
import { createRecord, trashOrDeleteRecord, updateRecord } from '../../../../collections/records/write-records.ts'
import type { Scope } from '../../../../collections/scope.ts'
import {
  findCategoryOrTag,
  loadCategoriesOrTags,
  selectExistingTermIds,
  type TermRow,
} from '../../../../collections/terms/load-terms.ts'
import { selectPageOfCategoriesOrTags } from '../../../../collections/terms/select-terms.ts'
import { CalendarError, type FailureCode, forbiddenError, Problems } from '../../../../core/errors.ts'
import type { TermKind } from '../../../../core/kinds.ts'
import { checkBodyIdMatchesPath, parseIdInRequestPath } from '../../../request/parse-id-in-request-path.ts'
import { entityTagOfRecordVersion, setEntityTagOfRecordVersion } from '../../../response/entity-tag.ts'
import type { PreparedResponse } from '../../../response/prepared-response.ts'
import type { Checked } from '../../../routes/handler-that-checks-parameters-and-right.ts'
import { writeAndRespondIdempotently } from '../../../routes/idempotent-route.ts'
import {
  addEmbeddedResources,
  isEmbeddingOfRelationRequested,
  parseRelationsToEmbed,
} from '../embed-related-resources.ts'
import { createWordpressPageRequest, parametersOfNextAndPreviousPageLinks } from '../list-parameters.ts'
import {
  type Context,
  keepFieldsNamedInFieldsParameter,
  sendWordpressResource,
  wordpressResourceUrl,
  wordpressRestBaseOfKind,
} from '../send-and-link-wordpress-resource.ts'
import { setWordpressListHeaders } from '../set-list-headers.ts'
import { addPageUrlsToTerms, presentWordpressTerm } from './present-wordpress-term.ts'
import {
  convertTermListQueryToFilter,
  convertWordpressTermFieldsToNative,
  type TermFields,
  type TermListQuery,
} from './term-parameters.ts'

/** The functions of this file handle the requests to the routes of categories and tags. */

type Request<Values> = Checked<Values, undefined>
/** The parts of a request that `presentTerms` needs. The database of the scope may be an open transaction. */
type PresentRequest = Pick<Request<unknown>, 'request'> & { scope: Scope }

export async function handleListWordpressTerms(kind: TermKind, checked: Request<TermListQuery>): Promise<FastifyReply> {
  const { request, reply, scope, values } = checked
  if (values.context === 'edit') requireRightToEdit(kind, scope, 'rest_forbidden_context')
  const page = createWordpressPageRequest(values)
  const order = { by: values.orderby ?? 'name', direction: values.order === 'desc' ? 'DESC' : 'ASC' } as const
  const filter = {
    ...convertTermListQueryToFilter(values),
    ...(values.post !== undefined && { event: await readableEvent(scope, values.post) }),
  }
  const { rows, total } = await selectPageOfCategoriesOrTags(scope, kind, filter, order, page)
  const sent = parametersOfNextAndPreviousPageLinks(request.query as Record<string, unknown>, values)
  setWordpressListHeaders(
    reply,
    `${scope.urls.apiRoot}wp/v2/${wordpressRestBaseOfKind(kind)}`,
    { ...page, total },
    sent,
  )
  reply.header('content-language', scope.language)
  return sendWordpressResource(checked, await presentTerms(kind, checked, rows, values.context))
}

/** Presents terms, with their parents if the request wants them embedded. */
async function presentTerms(
  kind: TermKind,
  { request, scope }: PresentRequest,
  terms: readonly TermRow[],
  context: Context = 'view',
) {
  const relations = parseRelationsToEmbed(request)
  const parentIds =
    relations && isEmbeddingOfRelationRequested(relations, 'up')
      ? terms.flatMap(({ parent_id }) => parent_id ?? [])
      : []
  const parents = await addPageUrlsToTerms(
    scope,
    kind,
    await loadCategoriesOrTags(scope, kind, [...new Set(parentIds)]),
  )
  return (await addPageUrlsToTerms(scope, kind, terms)).map((linked) => {
    const up = parents.find(({ term }) => term.id === linked.term.parent_id)
    const resource = presentWordpressTerm(scope, kind, linked, context)
    return addEmbeddedResources(resource, { up: up && [presentWordpressTerm(scope, kind, up, 'embed')] })
  })
}

/** Returns the id of an event if the caller may read it; otherwise 0, which no event has. */
async function readableEvent(scope: Scope, id: number): Promise<number> {
  const problems = new Problems()
  await checkEventIsReadable(scope, 'post', id, problems)
  return problems.found.length === 0 ? id : 0
}

export async function handleCreateWordpressTerm(kind: TermKind, checked: Request<TermFields>): Promise<FastifyReply> {
  const { scope, values } = checked
  const collection = COLLECTION_BY_KIND[kind]
  if (!collection.rights.canCreate(scope.caller)) throw forbiddenError(scope.caller, 'rest_cannot_create')
  await requireParent(scope, kind, values)
  return writeAndRespondIdempotently(
    checked,
    scope,
    (writing) => createRecord(collection, writing, convertWordpressTermFieldsToNative(values), new Problems()),
    ({ row }, inside) => {
      const headers = { location: wordpressResourceUrl(scope, `wp/v2/${wordpressRestBaseOfKind(kind)}/${row.id}`) }
      return prepareTerm(kind, { ...checked, scope: inside }, row as TermRow, { status: 201, headers })
    },
  )
}

export async function handleReadWordpressTerm(
  kind: TermKind,
  checked: Request<{ context?: Context }>,
): Promise<FastifyReply> {
  const { scope, values } = checked
  const term = await findTermInPath(kind, checked)
  if (values.context === 'edit') requireRightToEdit(kind, scope, 'rest_forbidden_context')
  const [resource] = await presentTerms(kind, checked, [term], values.context)
  checked.reply.header('content-language', term.text.language)
  setEntityTagOfRecordVersion(checked.reply, term)
  return sendWordpressResource(checked, resource)
}

export async function handleUpdateWordpressTerm(
  kind: TermKind,
  checked: Request<Partial<TermFields>>,
): Promise<FastifyReply> {
  const { scope, values } = checked
  const term = await findTermInPath(kind, checked)
  requireRightToEdit(kind, scope, 'rest_cannot_update')
  await requireParent(scope, kind, values)
  const collection = COLLECTION_BY_KIND[kind]
  return writeAndRespondIdempotently(
    checked,
    scope,
    (writing) => updateRecord(collection, writing, term, convertWordpressTermFieldsToNative(values), new Problems()),
    (changed, inside) => prepareTerm(kind, { ...checked, scope: inside }, changed),
  )
}

/** Deletes a term. Requires the parameter `force`, because terms have no trash. */
export async function handleDeleteWordpressTerm(kind: TermKind, checked: Request<Removal>): Promise<FastifyReply> {
  const { scope, values } = checked
  const term = await findTermInPath(kind, checked)
  requireRightToEdit(kind, scope, 'rest_cannot_delete')
  if (!values.force) throw new CalendarError('rest_trash_not_supported')
  const [linked] = await addPageUrlsToTerms(scope, kind, [term])
  await trashOrDeleteRecord(COLLECTION_BY_KIND[kind], scope, term)
  const { _links, ...previous } = presentWordpressTerm(scope, kind, linked as NonNullable<typeof linked>)
  return sendWordpressResource(checked, { deleted: true, previous })
}

/**
 * Finds the category or tag whose id is in the path.
 * @throws {CalendarError} `rest_term_invalid` when there is none
 */
async function findTermInPath(kind: TermKind, { request, scope }: Request<unknown>): Promise<TermRow> {
  const id = parseIdInRequestPath(request)
  const term = await findCategoryOrTag(scope, kind, { id })
  if (!term) throw new CalendarError('rest_term_invalid')
  const problems = new Problems()
  checkBodyIdMatchesPath((request.body ?? {}) as Record<string, unknown>, id, problems)
  problems.throwIfAny()
  return term
}

function requireRightToEdit(kind: TermKind, { caller }: Scope, code: FailureCode): void {
  if (!COLLECTION_BY_KIND[kind].rights.canEdit(caller)) throw forbiddenError(caller, code)
}

/**
 * Checks that the parent of a category exists.
 * @throws {CalendarError} `rest_term_invalid` when it does not
 */
async function requireParent({ db }: Scope, kind: TermKind, { parent }: Partial<TermFields>): Promise<void> {
  if (kind === 'tag' || !parent) return
  if (!(await selectExistingTermIds(db, kind, [parent])).has(parent))
    throw new CalendarError('rest_term_invalid', { status: 400 })
}

/** Creates the response to a request that has written a category or tag, but does not send it. */
async function prepareTerm(
  kind: TermKind,
  at: PresentRequest,
  term: TermRow,
  { status = 200, headers = {} }: Partial<PreparedResponse> = {},
): Promise<PreparedResponse> {
  const [resource] = await presentTerms(kind, at, [term])
  return {
    status,
    headers: { 'content-language': term.text.language, etag: entityTagOfRecordVersion(term), ...headers },
    body: JSON.stringify(keepFieldsNamedInFieldsParameter(at.request.query as object, resource)),
  }
}
