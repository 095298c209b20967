import {
  type ComponentSchemas,
  componentRef,
  linkedDataSchema,
  translatedPageSchema,
} from '../../core/schema/response-schema.ts'
import { Type } from '../../core/schema/schema.ts'
import { filledLine, postView } from '../posts/view.ts'

/** What `present.ts` makes: fields that are empty are left out. */
export const organizerViews = {
  Organizer: Type.Object({
    ...postView,
    organizer: Type.String(),
    slug: Type.String(),
    description: filledLine(),
    excerpt: filledLine(),
    image: Type.Optional(componentRef('Image')),
    phone: filledLine(),
    website: filledLine(),
    email: filledLine(),
    json_ld: Type.Optional(linkedDataSchema('Organization')),
  }),
  OrganizerList: translatedPageSchema('organizers', 'Organizer'),
} satisfies ComponentSchemas
