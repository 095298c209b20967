import { Type } from '../../core/schema/schema.ts'
import { address, inLanguages, localTime } from '../../core/schema/view.ts'

/** What `presentPost` and `globalIds` make, for every post. */
export const postView = {
  id: Type.Integer({ minimum: 1 }),
  global_id: Type.String(),
  global_id_lineage: Type.Array(Type.String()),
  author: Type.String({ pattern: '^\\d+$' }),
  status: Type.Enum(['publish', 'draft', 'pending', 'private', 'future', 'trash']),
  date: localTime(),
  date_utc: localTime(),
  modified: localTime(),
  modified_utc: localTime(),
  url: address(),
  ...inLanguages(),
}

/** Text that is left out when there is none. */
export const filledLine = () => Type.Optional(Type.String({ minLength: 1 }))
