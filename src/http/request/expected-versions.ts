import type { FastifyRequest } from 'fastify'
import type { Problems } from '../../core/errors.ts'
import { ID_MAX, parseId, Type } from '../../core/schema/field-types.ts'
import { wholeNumberField } from '../../core/schema/number-fields.ts'
import { createOptionalParameterSet } from '../../core/schema/parameter-set.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route changes one record that has a version (see `Route.isConditional`). */
    isConditional?: boolean
  }
}

/** The field `version` of a write, for clients that cannot send `If-Match`, such as HTML forms. */
export const versionParameters = createOptionalParameterSet(
  Type.Object({ version: wholeNumberField({ maximum: ID_MAX }) }),
)

/** Matches an entity tag, weak or strong (RFC 9110, 8.8.3). */
const ENTITY_TAG = /(?:W\/)?"[^"]*"/g

/**
 * The versions that the record to change may have: those in `If-Match` (RFC 9110, 13.1.1), or the one in the field
 * `version`, or the one that is in both. Undefined if the request names none, or only `If-Match: *`, which every
 * existing record matches. Weak tags and tags that are no version match nothing.
 * @param problems gets an error for a malformed header or field
 */
export function readExpectedRecordVersions(
  { headers }: Pick<FastifyRequest, 'headers'>,
  sent: Record<string, unknown>,
  problems: Problems,
): readonly number[] | undefined {
  const tagged = versionsInHeader(headers['if-match'], problems)
  const { version } = versionParameters.read(sent, problems)
  if (version === undefined) return tagged
  return tagged === undefined || tagged.includes(version) ? [version] : []
}

function versionsInHeader(header: string | undefined, problems: Problems): readonly number[] | undefined {
  if (header === undefined || header.trim() === '*') return undefined
  const tags = header.match(ENTITY_TAG) ?? []
  if (tags.length === 0 || /[^\s,]/.test(header.replace(ENTITY_TAG, ''))) problems.add('If-Match', 'reason.entity-tag')
  return tags.flatMap((tag) => (/^"[1-9]\d*"$/.test(tag) ? (parseId(tag.slice(1, -1)) ?? []) : []))
}
