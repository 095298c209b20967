import { Type } from '../../core/schema/schema.ts'
import { component, linkedData, pageInLanguage, type Views } from '../../core/schema/view.ts'
import { filledLine, postView } from '../posts/view.ts'

/** What `present.ts` makes: fields that are empty are left out. */
export const organizerViews = {
  Organizer: Type.Object({
    ...postView,
    organizer: Type.String(),
    slug: Type.String(),
    description: filledLine(),
    excerpt: filledLine(),
    image: Type.Optional(component('Image')),
    phone: filledLine(),
    website: filledLine(),
    email: filledLine(),
    json_ld: Type.Optional(linkedData('Organization')),
  }),
  OrganizerList: pageInLanguage('organizers', 'Organizer'),
} satisfies Views
