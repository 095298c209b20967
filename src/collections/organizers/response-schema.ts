import {
  type ComponentSchemas,
  componentRef,
  linkedDataSchema,
  translatedListPageSchema,
} from '../../core/schema/response-schema.ts'
import { Type } from '../../core/schema/schema.ts'
import { nonEmptyText, postProperties } from '../posts/response-schema.ts'

/**
 * JSON schemas of the JSON that `presentOrganizer` and the list of organizers return. Most properties are optional,
 * because empty fields are left out.
 */
export const organizerSchemas = {
  Organizer: Type.Object({
    ...postProperties,
    organizer: Type.String(),
    slug: Type.String(),
    description: nonEmptyText(),
    excerpt: nonEmptyText(),
    image: Type.Optional(componentRef('Image')),
    phone: nonEmptyText(),
    website: nonEmptyText(),
    email: nonEmptyText(),
    json_ld: Type.Optional(linkedDataSchema('Organization')),
  }),
  OrganizerList: translatedListPageSchema('organizers', 'Organizer'),
} satisfies ComponentSchemas
