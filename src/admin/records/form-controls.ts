import type { ACCESSIBILITY_CODES } from '../../collections/events/admission/admission-columns.ts'
import type { AdminWords } from '../words/en.ts'

/**
 * The name of a field of the native API that a form can have. It is also the key of the field's label in the words of
 * the admin pages.
 */
export type FieldName = keyof AdminWords['fields']

/**
 * A control of the form of a record.
 *
 * - `line`, `text`, `url`, `email`, `phone`, `number`: one text; `text` has several lines
 * - `flag`: a checkbox
 * - `moment`: a date and a time of day
 * - `choice`: one of several values
 * - `links`: names of venues, organizers or series, one a line; a new name makes a new record
 * - `terms`: checkboxes for categories; `names`: names of tags, separated by commas
 * - `parent`: another category
 * - `codes`: checkboxes for forms of accessibility
 * - `offers`: rows with name, price, currency and address; `registration`: rows with a way to register and its value
 * - `optional-flag`: yes, no or not stated
 * - `author`: one of the users
 * - `picture`: a stored picture, or a file to upload
 * - `repeat`: how often an event repeats and until when, or lines of RFC 5545
 */
export type FormControl =
  | { control: 'line' | 'text' | 'url' | 'email' | 'phone' | 'number' | 'flag' | 'moment'; name: FieldName }
  | { control: 'choice'; name: FieldName; choices: readonly (keyof AdminWords['choices'])[] }
  | {
      control: 'links'
      name: 'venue' | 'organizer' | 'series'
      titleField: 'venue' | 'organizer' | 'title'
      max: number
    }
  | { control: 'picture'; name: 'image' }
  | { control: 'codes'; name: 'accessibility'; codes: typeof ACCESSIBILITY_CODES }
  | {
      control: 'terms' | 'names' | 'parent' | 'offers' | 'registration' | 'optional-flag' | 'repeat' | 'author'
      name: FieldName
    }

/** Controls under a common heading. Sections that are rarely needed are folded. */
export interface Section {
  name: keyof AdminWords['sections']
  isFolded?: boolean
  controls: readonly FormControl[]
}

export const line = (name: FieldName): FormControl => ({ control: 'line', name })
export const text = (name: FieldName): FormControl => ({ control: 'text', name })
export const url = (name: FieldName): FormControl => ({ control: 'url', name })
export const flag = (name: FieldName): FormControl => ({ control: 'flag', name })
export const moment = (name: FieldName): FormControl => ({ control: 'moment', name })

/** The section of a form in which users choose the image of the record. */
export const PICTURE: Section = { name: 'picture', controls: [{ control: 'picture', name: 'image' }] }

/** The section of a form in which users choose when a post is published, and whose post it is. */
export const PUBLICATION: Section = {
  name: 'publication',
  isFolded: true,
  controls: [moment('date'), { control: 'author', name: 'author' }],
}

/**
 * The sections of a form in the order in which users fill them in: first `main`, then `side`, which is next to `main`
 * on wide screens.
 */
export interface FormColumns {
  main: readonly Section[]
  side: readonly Section[]
}
