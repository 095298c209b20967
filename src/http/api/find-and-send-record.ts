import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AnyCollection, Key } from '../../collections/collection.ts'
import { findPostOfAnyKind } from '../../collections/posts/load-posts.ts'
import type { WriteScope } from '../../collections/records/write-records.ts'
import { type Scope, siteDefaultLanguage } from '../../collections/scope.ts'
import type { presentLanguagesOfRecord, TranslatedRecord } from '../../collections/texts/record-languages.ts'
import { CalendarError, forbiddenError, Problems } from '../../core/errors.ts'
import { isPostKind } from '../../core/kinds.ts'
import { listPictureHostsShownAsLinks } from '../../core/picture-hosts.ts'
import type { ParameterSet } from '../../core/schema/parameter-set.ts'
import type { SentParameters } from '../../core/schema/sent-parameters.ts'
import { fieldsInBodyAndQueryOfWriteRequest } from '../request/body-parsers.ts'
import { createRequestScope, type Services } from '../request/create-request-scope.ts'
import { checkBodyIdMatchesPath, parseIdInRequestPath } from '../request/parse-id-in-request-path.ts'
import { isReadRequest } from '../request/read-and-write-methods.ts'
import { entityTagOfRecordVersion, setEntityTagOfRecordVersion } from '../response/entity-tag.ts'
import type { PreparedResponse } from '../response/prepared-response.ts'
import { sendJson } from '../response/send-json.ts'

/** Maximum number of hosts in `X-Linked-Picture-Hosts`, so that the header stays short. */
const HEADER_HOSTS_MAX = 20

/** A request whose path contains the id or slug of a record. */
export interface RecordRequest {
  request: FastifyRequest
  reply: FastifyReply
  /** Value of the `Allow` header for users who may edit the record: all methods of the route. */
  everyMethod: string
  /** The parameters of the request. A read has query parameters only; a write also has the fields of its body. */
  sent: Record<string, unknown>
}

/**
 * Finds the record whose id or slug is in the path, and sets the `Allow` header to the methods that the user may use on
 * it.
 * @param problems collects invalid parameters. For a read, this function throws them; for a write, the caller of this
 * function must throw them
 * @throws {CalendarError} when there is no such record
 */
async function findRequestedRecord(
  services: Services,
  collection: AnyCollection,
  { request, reply, everyMethod, sent }: RecordRequest,
  problems = new Problems(),
): Promise<{ scope: WriteScope; row: TranslatedRecord }> {
  const scope = await createRequestScope(services, request, sent, problems)
  const { id: idText, slug = '' } = request.params as { id?: string; slug?: string }
  const id = idText === undefined ? undefined : parseIdInRequestPath(request)
  const key: Key = id === undefined ? { slug } : { id }
  const row = await collection.find(scope, key)
  const allowEveryMethod = () => reply.header('allow', everyMethod)
  if (row === undefined)
    throw await unknownRecord(scope, collection, key, isReadRequest(request), problems, allowEveryMethod)
  if (collection.rights.canEdit(scope.caller, row)) allowEveryMethod()
  // If the body or query contains the parameter `id`, it must equal the id in the path.
  if (id !== undefined) checkBodyIdMatchesPath(sent, id, problems)
  if (isReadRequest(request)) problems.throwIfAny()
  return { scope, row }
}

/**
 * Finds the record whose id or slug is in the path of a read, for a user who may read it.
 * @param problems invalid parameters found so far, which are thrown if the record exists
 * @throws {CalendarError} when there is no such record, or the user may not read it
 */
export async function findReadableRecord(
  services: Services,
  collection: AnyCollection,
  requested: RecordRequest,
  problems?: Problems,
): Promise<{ scope: WriteScope; row: TranslatedRecord }> {
  const found = await findRequestedRecord(services, collection, requested, problems)
  assertReadable(found.scope, collection, found.row, requested.request)
  return found
}

/**
 * Reads the fields of a write request, and then finds the record whose id or slug is in the path.
 * @param parse converts the fields; adds a problem for each that is invalid
 * @returns the record with its scope, the fields as sent and as converted, and `problems`, which the caller has to
 * throw
 * @throws {CalendarError} when there is no such record
 */
export async function findRecordToWrite<Values>(
  services: Services,
  collection: AnyCollection,
  at: Omit<RecordRequest, 'sent'>,
  parse: (sent: SentParameters, problems: Problems) => Values,
): Promise<{ scope: WriteScope; row: TranslatedRecord; sent: SentParameters; values: Values; problems: Problems }> {
  const problems = new Problems()
  const sent = fieldsInBodyAndQueryOfWriteRequest(at.request)
  const values = parse(sent, problems)
  return { ...(await findRequestedRecord(services, collection, { ...at, sent }, problems)), sent, values, problems }
}

/**
 * Creates a value for the parameter `parse` of `findRecordToWrite`: a parser that throws if a required field is
 * missing, before the record is looked up.
 */
export const createParserOfRequiredParameters =
  <Values>(parameters: ParameterSet<Values>) =>
  (sent: SentParameters, problems: Problems): Values => {
    const values = parameters.read(sent, problems)
    problems.throwIfMissing()
    return values
  }

/**
 * Creates the error for an id or slug that does not exist. The native API responds with 404 and The Events Calendar API
 * with 400, or with 404 when an event is read by an id that no event, venue or organizer has.
 */
async function unknownRecord(
  scope: Scope,
  collection: AnyCollection,
  key: Key,
  isReadRequest: boolean,
  problems: Problems,
  allowEveryMethod: () => void,
): Promise<CalendarError> {
  if (scope.face.unknownIsNotFound) return new CalendarError(`${collection.kind}-not-found`)
  if ('id' in key && collection.kind === 'event') {
    const other = await findPostOfAnyKind(scope.db, key.id)
    if (other && collection.rights.canEdit(scope.caller, other)) allowEveryMethod()
    if (!other && isReadRequest) return new CalendarError('rest-event-not-found')
  }
  problems.add('id' in key ? 'id' : 'slug', 'reason.unknown')
  return new CalendarError('rest_invalid_param', { data: { problems: problems.found } })
}

/**
 * Checks that the user may read a record.
 * @throws {CalendarError} when the user may not
 */
function assertReadable(
  scope: Scope,
  { kind, rights }: AnyCollection,
  row: { id: number; status?: string },
  request: FastifyRequest,
): void {
  if (rights.canRead(scope, row)) return
  const isById = (request.params as { id?: string }).id !== undefined
  if (scope.face.name === 'tec' && kind === 'event' && isById && row.status === 'trash') {
    throw new CalendarError('event-no-longer-available')
  }
  throw isPostKind(kind) ? new CalendarError(`${kind}-not-accessible`) : forbiddenError(scope.caller)
}

/** Responds to a read with one record, which has more fields than in a list. */
export function sendRecordAsJson(
  reply: FastifyReply,
  collection: AnyCollection,
  scope: Scope,
  row: TranslatedRecord,
): FastifyReply {
  const record = collection.present(scope, row, true)
  reply.headers(languageHeadersOfRecord(scope, record as PresentedLanguages))
  setEntityTagOfRecordVersion(reply, row)
  return sendJson(reply, record)
}

/**
 * Prepares the response to a write, with the written record. The header `X-Linked-Picture-Hosts` lists the hosts of
 * pictures in the description that pages show only as links (setting `picture_hosts`).
 */
export function buildResponseWithWrittenRecord(
  collection: AnyCollection,
  scope: Scope,
  row: TranslatedRecord,
  { status = 200, headers = {} }: Partial<PreparedResponse> = {},
): PreparedResponse {
  const record = collection.present(scope, row)
  const { description } = record as { description?: unknown }
  const hosts =
    typeof description === 'string'
      ? listPictureHostsShownAsLinks(description, scope.urls.origins, scope.site.picture_hosts)
      : []
  return {
    status,
    headers: {
      ...languageHeadersOfRecord(scope, record as PresentedLanguages),
      etag: entityTagOfRecordVersion(row),
      ...(hosts.length > 0 && { 'x-linked-picture-hosts': hosts.slice(0, HEADER_HOSTS_MAX).join(', ') }),
      ...headers,
    },
    body: JSON.stringify(record),
  }
}

type PresentedLanguages = ReturnType<typeof presentLanguagesOfRecord>

/**
 * The headers of a response with one record. `Content-Language` contains its language, `Link` its URLs in other
 * languages (`hreflang`), with `x-default` for the default language of the site.
 */
export function languageHeadersOfRecord(
  scope: Scope,
  { language, original_language, translations }: PresentedLanguages,
): Record<string, string> {
  const alternates = Object.entries(translations)
  const defaultAlternate = translations[siteDefaultLanguage(scope)] ?? translations[original_language]
  const links = [...alternates, ...(defaultAlternate ? [['x-default', defaultAlternate] as const] : [])]
  return {
    'content-language': language,
    link: links.map(([code, { rest_url }]) => `<${rest_url}>; rel="alternate"; hreflang="${code}"`).join(', '),
  }
}
