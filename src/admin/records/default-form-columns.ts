import { COLLECTION_BY_KIND } from '../../collections/collection-by-kind.ts'
import type { Kind } from '../../core/kinds.ts'
import {
  type FieldName,
  type FormColumns,
  type FormControl,
  line,
  PICTURE,
  PUBLICATION,
  text,
  url,
} from './form-controls.ts'

/** Fields with a control of their own, by name. All other fields are one line of text. */
const CONTROLS: Readonly<Partial<Record<string, FormControl>>> = {
  phone: { control: 'phone', name: 'phone' },
  email: { control: 'email', name: 'email' },
  website: url('website'),
  description: text('description'),
  excerpt: text('excerpt'),
}

const CONTACT = ['phone', 'email', 'website']
const TEXTS = ['description', 'excerpt']
/** Fields in other sections: the picture, the publication, and the address of the page. */
const ELSEWHERE = ['image', 'date', 'date_utc', 'author', 'status', 'slug']

/** A form with all fields that requests may contain, for kinds of records whose fields need no order of their own. */
export function createDefaultFormColumns(kind: Kind): FormColumns {
  const names = Object.keys(COLLECTION_BY_KIND[kind].parameters.native.create.schema.properties)
  const controls = (isIncluded: (name: string) => boolean) =>
    names.filter(isIncluded).map((name) => CONTROLS[name] ?? line(name as FieldName))
  const isOwn = (name: string) => ![...CONTACT, ...TEXTS, ...ELSEWHERE].includes(name)
  const main = [
    { name: 'basics', controls: controls(isOwn) },
    { name: 'contact', controls: controls((name) => CONTACT.includes(name)) },
    { name: 'text', controls: controls((name) => TEXTS.includes(name)) },
  ] as const
  return {
    main: main.filter((section) => section.controls.length > 0),
    side: [
      ...(names.includes('image') ? [PICTURE] : []),
      ...(names.includes('slug') ? [{ name: 'more', isFolded: true, controls: [line('slug')] } as const] : []),
      ...(names.includes('date') ? [PUBLICATION] : []),
    ],
  }
}
