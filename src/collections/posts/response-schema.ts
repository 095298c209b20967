import { localTimeSchema, translationFields, urlSchema } from '../../core/schema/response-schema.ts'
import { Type } from '../../core/schema/schema.ts'

/** JSON schema of the fields that `presentPost`, `globalIds` and `presentPostLanguages` write for every post. */
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
  ...translationFields(),
}

/** A text that is left out when it is empty. */
export const nonEmptyText = () => Type.Optional(Type.String({ minLength: 1 }))
