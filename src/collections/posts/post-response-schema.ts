import { Type } from '../../core/schema/field-types.ts'
import {
  localTimeSchema,
  translationFieldSchemas,
  urlSchema,
  versionSchema,
} from '../../core/schema/response-schema.ts'

/**
 * JSON schemas of the fields that events, venues and organizers share: those that `presentPost`,
 * `presentGlobalIdFields` and `presentLanguagesOfPost` return.
 */
export const postProperties = {
  id: Type.Integer({ minimum: 1 }),
  global_id: Type.String(),
  global_id_lineage: Type.Array(Type.String()),
  author: Type.String({ pattern: '^\\d+$' }),
  status: Type.Enum(['publish', 'draft', 'pending', 'private', 'future', 'trash']),
  date: localTimeSchema(),
  date_utc: localTimeSchema(),
  modified: localTimeSchema(),
  modified_utc: localTimeSchema(),
  url: urlSchema(),
  version: versionSchema(),
  ...translationFieldSchemas(),
}

/** JSON schema of a text field that responses leave out when it is empty. */
export const textOmittedWhenEmptySchema = () => Type.Optional(Type.String({ minLength: 1 }))
