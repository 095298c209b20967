import type { OrganizerField } from './demo-event-kinds.ts'
import people from './tables/people.json' with { type: 'json' }

/** This file contains the organizations, performers and other names of the sample calendar. All are fictitious. */

export interface Organization {
  /**
   * Name in German, the language of the city; `texts/` contains translations of some. In `LOCAL_CLUBS`, `{place}` is
   * replaced by the quarter of the city.
   */
  name: string
  fields: readonly OrganizerField[]
  /** Beginning of the host name of the website: `https://<site>.example.org`. */
  site: string
}

export type OrganizationKey = keyof typeof people.organizations

/**
 * Organizations, sorted by importance, because small calendars use only the first ones. `sample-data.test.ts` checks
 * the values.
 */
const ORGANIZATIONS = people.organizations as Readonly<Record<OrganizationKey, unknown>> as Readonly<
  Record<OrganizationKey, Organization>
>

export const ORGANIZATION_KEYS = Object.keys(ORGANIZATIONS) as OrganizationKey[]

export const demoOrganizationWithKey = (key: OrganizationKey): Organization => ORGANIZATIONS[key]

/** Kinds of clubs, each of which exists once in every quarter of the city. */
export const LOCAL_CLUBS = people.localClubs as readonly Organization[]

/** Full names of performers and speakers. */
export const DEMO_PERSON_NAMES: readonly string[] = people.firstNames.flatMap((first) =>
  people.lastNames.map((last) => `${first} ${last}`),
)

export const BANDS: readonly string[] = people.bands
export const ENSEMBLES: readonly string[] = people.ensembles
export const HOME_TEAMS: readonly string[] = people.homeTeams
export const GUEST_TEAMS: readonly string[] = people.guestTeams
