import type { AccessibilityCode } from '../collections/events/admission/admission-columns.ts'
import type { Language } from '../core/language.ts'
import type { VenueUse } from './demo-event-kinds.ts'
import {
  CENTRE,
  DEMO_STREET_NAMES,
  demoLandmarkWithKey,
  HOME_CITY,
  LANDMARK_KEYS,
  type LandmarkKey,
  NEIGHBOURHOOD_USES,
  type NeighbourhoodKey,
  QUARTERS,
} from './demo-places.ts'
import { createPseudoRandom } from './pseudo-random.ts'
import type { NameAndDescription } from './texts/demo-text-types.ts'
import { TEXTS } from './texts/index.ts'

/** A venue of the sample calendar. Venues are the same for every seed of the random generator. */
export interface DemoVenue {
  uses: readonly VenueUse[]
  /** Time zone of the venue; undefined if it is that of the city. */
  zone: string | undefined
  /** What the venue offers people with disabilities; empty if nothing is known. */
  accessibility: readonly AccessibilityCode[]
  /** Name and description of the venue in a language; undefined if the venue has no translation to it. */
  nameIn(language: Language): NameAndDescription | undefined
  /** Fields of the request that creates the venue in the given language. Names of landmarks stay in German. */
  fields(language: Language): Record<string, unknown>
}

/** Language of the city, in which its places and organizations are named. */
const HOME_LANGUAGE: Language = 'de'

/** Name and description of a venue or organizer in a language; undefined if it has no translation to that language. */
export const translatedName = (
  name: string,
  language: Language,
  translation: NameAndDescription | undefined,
): NameAndDescription | undefined => (translation || language === HOME_LANGUAGE ? { name, ...translation } : undefined)

const EVENTS_A_VENUE = 60
const VENUES_MIN = 17
const KM_A_DEGREE = 111.2
const OUTSKIRTS_KM = 6

/**
 * Creates the venues of a calendar. Calendars with more events have more venues.
 * @param events number of events in the calendar
 */
export function createDemoVenues(events: number): DemoVenue[] {
  const count = Math.max(VENUES_MIN, Math.round(events / EVENTS_A_VENUE))
  const landmarks = LANDMARK_KEYS.map(landmark)
  const quarters = [...QUARTERS, ...DEMO_STREET_NAMES].flatMap((place) =>
    NEIGHBOURHOOD_KEYS.map((key) => neighbourhood(key, place)),
  )
  const all = [...landmarks, ...quarters]
  for (let room = 0; all.length < count; room += 1) all.push(seminarRoom(room))
  return all.slice(0, count)
}

const NEIGHBOURHOOD_KEYS = Object.keys(NEIGHBOURHOOD_USES) as NeighbourhoodKey[]

function landmark(key: LandmarkKey): DemoVenue {
  const { uses, name, address, zip, accessibility = [], offset, abroad } = demoLandmarkWithKey(key)
  return {
    uses,
    zone: abroad?.zone,
    accessibility,
    nameIn: (language) => translatedName(name, language, TEXTS[language].landmarks[key]),
    fields(language) {
      const { countries } = TEXTS[language]
      if (address === '') return { venue: name, show_map: 'false', show_map_link: 'false' }
      const { lat, lng } = abroad ?? coordinatesAt(...(offset ?? [0, 0]))
      return {
        venue: name,
        address,
        zip,
        city: abroad?.city ?? HOME_CITY,
        country: countries[abroad?.country ?? 'home'],
        ...(abroad?.state && { state: abroad.state, stateprovince: abroad.state }),
        geo_lat: lat,
        geo_lng: lng,
        ...(offset && {
          phone: fictionalPhoneNumber(key),
          website: `https://${key.toLowerCase()}.amselfurt.example.org`,
        }),
      }
    },
  }
}

function neighbourhood(key: NeighbourhoodKey, place: string): DemoVenue {
  const random = createPseudoRandom(`${key} ${place}`)
  // The position is derived from the name of the street or quarter, so that venues in the same street are close to each
  // other.
  const around = positionOf(place)
  const spot = coordinatesAt(around.east + random.fraction() / 3, around.north + random.fraction() / 3)
  const street = QUARTERS.includes(place) ? random.pick(DEMO_STREET_NAMES) : place
  const address = `${street} ${random.integer(1, 120)}`
  const isTranslated = random.chance(0.4)
  return localVenue(NEIGHBOURHOOD_USES[key], isTranslated, address, spot, (language) =>
    TEXTS[language].neighbourhood[key].replace('{place}', place).replace('{genitive}', genitiveOf(place)),
  )
}

/**
 * Creates a seminar room of the university. Large calendars have many of them, because there are too few other venues.
 */
function seminarRoom(index: number): DemoVenue {
  const room = `${'ABCDEFGHJKLMNPQR'[index % 16]}${Math.floor(index / 640)}.${String((Math.floor(index / 16) % 40) + 1).padStart(2, '0')}`
  const spot = coordinatesAt(1.4 + (index % 16) / 20, 2.9 + (index % 4) / 20)
  return localVenue(['campus', 'school'], index % 3 === 0, 'Emmy-Noether-Straße 15', spot, (language) =>
    TEXTS[language].seminarRoom.replace('{place}', room),
  )
}

function localVenue(
  uses: readonly VenueUse[],
  isTranslated: boolean,
  address: string,
  { lat, lng }: { lat: number; lng: number },
  nameIn: (language: Language) => string,
): DemoVenue {
  return {
    uses,
    zone: undefined,
    accessibility: [],
    nameIn: (language) => (isTranslated ? { name: nameIn(language) } : undefined),
    fields: (language) => ({
      venue: nameIn(language),
      address,
      zip: String(36_990 + (address.length % 9)),
      city: HOME_CITY,
      country: TEXTS[language].countries.home,
      geo_lat: lat,
      geo_lng: lng,
    }),
  }
}

/** Finnish genitive of a place name: `-n` after a vowel, `-in` after a consonant. */
const genitiveOf = (place: string) => (/[aeiouyäöå]$/.test(place) ? `${place}n` : `${place}in`)

/**
 * Derives the position of a place from its name, in kilometres east and north of the centre. Positions are denser near
 * the centre.
 */
function positionOf(place: string): { east: number; north: number } {
  const random = createPseudoRandom(place)
  const angle = 2 * Math.PI * random.fraction()
  const distance = OUTSKIRTS_KM * random.fraction() ** 0.7
  return { east: distance * Math.cos(angle), north: distance * Math.sin(angle) }
}

/** Converts kilometres from the centre to latitude and longitude: degrees with five decimals (about one metre). */
function coordinatesAt(eastKm: number, northKm: number): { lat: number; lng: number } {
  const lat = CENTRE.lat + northKm / KM_A_DEGREE
  const lng = CENTRE.lng + eastKm / (KM_A_DEGREE * Math.cos((CENTRE.lat * Math.PI) / 180))
  return { lat: Number(lat.toFixed(5)), lng: Number(lng.toFixed(5)) }
}

/** A telephone number from the range that the German regulator reserves for fiction. */
export const fictionalPhoneNumber = (key: string) => `+49 69 90009 ${createPseudoRandom(key).integer(100, 999)}`
