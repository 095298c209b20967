import type { OrganizerField } from './demo-event-kinds.ts'
import people from './tables/people.json' with { type: 'json' }

/** This file contains the organizations, performers and other names of the sample calendar. All are fictitious. */

export interface Organization {
  /**
   * Name in German, the language of the city; `texts/` translates some. In `LOCAL_CLUBS`, `{place}` stands for the
   * quarter of the city.
   */
  name: string
  fields: readonly OrganizerField[]
  /** First part of the host name of the website: `https://<site>.example.org`. */
  site: string
}

export type OrganizationKey = keyof typeof people.organizations

/**
 * Organizations, ordered by importance: small calendars use the first ones only. The values are checked by
 * `sample-data.test.ts`.
 */
const ORGANIZATIONS = people.organizations as Readonly<Record<OrganizationKey, unknown>> as Readonly<
  Record<OrganizationKey, Organization>
>

export const ORGANIZATION_KEYS = Object.keys(ORGANIZATIONS) as OrganizationKey[]

export const organizationOf = (key: OrganizationKey): Organization => ORGANIZATIONS[key]

/** Clubs that exist once in every quarter of the city. */
export const LOCAL_CLUBS = people.localClubs as readonly Organization[]

/** Full names of performers and speakers. */
export const PEOPLE: readonly string[] = people.firstNames.flatMap((first) =>
  people.lastNames.map((last) => `${first} ${last}`),
)

export const BANDS: readonly string[] = people.bands
export const ENSEMBLES: readonly string[] = people.ensembles
export const HOME_TEAMS: readonly string[] = people.homeTeams
export const GUEST_TEAMS: readonly string[] = people.guestTeams
