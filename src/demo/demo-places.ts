import type { AccessibilityCode } from '../collections/events/admission/admission-columns.ts'
import type { VenueUse } from './demo-event-kinds.ts'
import places from './tables/places.json' with { type: 'json' }

/** This file contains the places of the sample calendar. All are fictitious except the cities abroad. */

export const HOME_CITY = 'Amselfurt'
/** Latitude and longitude of the market square, the centre of the city, in degrees. */
export const CENTRE = { lat: 50.6742, lng: 9.3318 }

/** A venue that has a name and an address of its own, in contrast to the venues that every quarter has. */
export interface Landmark {
  uses: readonly VenueUse[]
  /** Name in German, the language of the city; `texts/` contains translations of some. */
  name: string
  /** Street address; empty for online venues. */
  address: string
  zip: string
  /** What the rooms offer people with disabilities; their events state the same. */
  accessibility?: readonly AccessibilityCode[]
  /** Distance from the centre of the city in kilometres. */
  offset?: readonly [east: number, north: number]
  /** Location of a venue in another country; undefined for all other venues. */
  abroad?: {
    city: string
    country: 'unitedStates' | 'japan' | 'portugal'
    state?: string
    lat: number
    lng: number
    zone: string
  }
}

export type LandmarkKey = keyof typeof places.landmarks

/**
 * Landmarks, sorted by importance, because small calendars use only the first ones. `sample-data.test.ts` checks the
 * values.
 */
const LANDMARKS = places.landmarks as unknown as Readonly<Record<LandmarkKey, Landmark>>

export const LANDMARK_KEYS = Object.keys(LANDMARKS) as LandmarkKey[]

export const demoLandmarkWithKey = (key: LandmarkKey): Landmark => LANDMARKS[key]

export type NeighbourhoodKey = keyof typeof places.neighbourhoodVenues

/**
 * Kinds of venues that exist in every quarter of the city, with their uses, in the order in which they are created.
 * `texts/` has a pattern for the names of each kind.
 */
export const NEIGHBOURHOOD_USES = places.neighbourhoodVenues as Readonly<Record<NeighbourhoodKey, readonly VenueUse[]>>

export const QUARTERS: readonly string[] = places.quarters

export const DEMO_STREET_NAMES: readonly string[] = places.streetEndings.flatMap((ending) =>
  places.streetNames.map((name) => name + ending),
)
