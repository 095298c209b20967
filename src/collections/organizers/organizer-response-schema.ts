import { Type } from '../../core/schema/field-types.ts'
import {
  type ComponentSchemas,
  componentReferenceSchema,
  linkedDataSchema,
  listPageSchemaWithLanguage,
} from '../../core/schema/response-schema.ts'
import { postProperties, textOmittedWhenEmptySchema } from '../posts/post-response-schema.ts'

/**
 * JSON schemas of the JSON that `presentOrganizer` and the list of organizers return. Most properties are optional,
 * because empty fields are left out.
 */
export const organizerSchemas = {
  Organizer: Type.Object({
    ...postProperties,
    organizer: Type.String(),
    slug: Type.String(),
    description: textOmittedWhenEmptySchema(),
    excerpt: textOmittedWhenEmptySchema(),
    image: Type.Optional(componentReferenceSchema('Image')),
    phone: textOmittedWhenEmptySchema(),
    website: textOmittedWhenEmptySchema(),
    email: textOmittedWhenEmptySchema(),
    json_ld: Type.Optional(linkedDataSchema('Organization')),
  }),
  OrganizerList: listPageSchemaWithLanguage('organizers', 'Organizer'),
} satisfies ComponentSchemas
