import type { Language } from '../core/language.ts'
import { slugify } from '../core/text/slug.ts'
import type { OrganizerField } from './demo-event-kinds.ts'
import {
  demoOrganizationWithKey,
  LOCAL_CLUBS,
  ORGANIZATION_KEYS,
  type Organization,
  type OrganizationKey,
} from './demo-people.ts'
import { QUARTERS } from './demo-places.ts'
import { fictionalPhoneNumber, translatedName } from './demo-venues.ts'
import type { NameAndDescription } from './texts/demo-text-types.ts'
import { TEXTS } from './texts/index.ts'

/** An organizer of the sample calendar. */
export interface DemoOrganizer {
  fields: readonly OrganizerField[]
  /** URL of the organizer's website. */
  site: string
  /** Name and description of the organizer in a language; undefined if the organizer has no translation to it. */
  nameIn(language: Language): NameAndDescription | undefined
  /** Fields of the request that creates the organizer. */
  body: Record<string, unknown>
}

const EVENTS_AN_ORGANIZER = 100
const ORGANIZERS_MIN = 12

/**
 * Creates the organizers of a calendar. Calendars with more events have more organizations and clubs.
 * @param events number of events in the calendar
 */
export function createDemoOrganizers(events: number): DemoOrganizer[] {
  const count = Math.max(ORGANIZERS_MIN, Math.round(events / EVENTS_AN_ORGANIZER))
  const organizations = ORGANIZATION_KEYS.map((key) => organizer(demoOrganizationWithKey(key), key))
  const clubs = QUARTERS.flatMap((place) =>
    LOCAL_CLUBS.map(({ name, site, ...club }) =>
      organizer({ ...club, name: name.replace('{place}', place), site: `${site}-${slugify(place, 'de')}` }),
    ),
  )
  return [...organizations, ...clubs].slice(0, count)
}

function organizer({ name, fields, site }: Organization, key?: OrganizationKey): DemoOrganizer {
  const domain = `${site}.example.org`
  return {
    fields,
    site: `https://${domain}`,
    nameIn: (language) => (key ? translatedName(name, language, TEXTS[language].organizations[key]) : undefined),
    body: { organizer: name, phone: fictionalPhoneNumber(site), website: `https://${domain}`, email: `info@${domain}` },
  }
}
