import type { FastifyRequest } from 'fastify'
import type { Scope } from '../../../collections/scope.ts'
import type { presentLanguagesOfRecord } from '../../../collections/texts/record-languages.ts'
import { entityTagOfRecordVersion } from '../../response/entity-tag.ts'
import type { PreparedResponse } from '../../response/prepared-response.ts'
import { languageHeadersOfRecord } from '../find-and-send-record.ts'
import type { PostOptions } from '../wordpress/present-fields-of-all-post-types.ts'
import { keepFieldsNamedInFieldsParameter } from '../wordpress/send-and-link-wordpress-resource.ts'
import type { Resource } from './tec-v1-resources.ts'

/**
 * Options for the JSON of a record, from the query parameters `context` and `_fields`. The fields of the context `edit`
 * are included only for callers who may edit the record.
 */
export const tecV1PresentationOptions = (
  { collection }: Resource,
  { caller }: Scope,
  { context, _fields: fields }: Record<string, unknown>,
  row: object,
): PostOptions => ({ isEditing: context === 'edit' && collection.rights.canEdit(caller, row), fields })

/** The JSON of a record, with the headers for its language. */
export function presentTecV1Record({ query }: FastifyRequest, resource: Resource, scope: Scope, row: { id: number }) {
  const sent = query as Record<string, unknown>
  const record = resource.present(scope, row, tecV1PresentationOptions(resource, scope, sent, row))
  return {
    record: keepFieldsNamedInFieldsParameter(sent, record),
    headers: languageHeadersOfRecord(scope, record as ReturnType<typeof presentLanguagesOfRecord>),
  }
}

/** Returns the response with a record that a request has created or changed. Does not send it. */
export function buildResponseWithWrittenTecV1Record(
  request: FastifyRequest,
  resource: Resource,
  scope: Scope,
  row: { id: number; version: number },
  { status = 200, headers = {} }: Partial<PreparedResponse> = {},
): PreparedResponse {
  const { record, headers: ofLanguage } = presentTecV1Record(request, resource, scope, row)
  return {
    status,
    headers: { ...ofLanguage, etag: entityTagOfRecordVersion(row), ...headers },
    body: JSON.stringify(record),
  }
}
