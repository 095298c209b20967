import type { Language } from '../core/language.ts'
import type { VenueUse } from './kinds.ts'
import {
  CENTRE,
  HOME_CITY,
  LANDMARK_KEYS,
  type LandmarkKey,
  landmarkOf,
  NEIGHBOURHOOD_USES,
  type NeighbourhoodKey,
  QUARTERS,
  STREETS,
} from './places.ts'
import { createRandom } from './random.ts'
import { TEXTS } from './texts/index.ts'
import type { NameAndDescription } from './texts/types.ts'

/** A place where something can happen, with what is sent to make it. It is the same whatever the seed: cities do not move. */
export interface DemoVenue {
  uses: readonly VenueUse[]
  /** Undefined: that of the city. */
  zone: string | undefined
  /** What it is called in a language; undefined when it has no name of its own there. */
  nameIn(language: Language): NameAndDescription | undefined
  /** Everything else, and a name for want of a better one, as someone who writes this language sends it. */
  fields(language: Language): Record<string, unknown>
}

/** Names stand in this language unless another has one of its own. */
export const HOME_LANGUAGE: Language = 'de'

export const translatedName = (
  name: string,
  language: Language,
  own: NameAndDescription | undefined,
): NameAndDescription | undefined => (own || language === HOME_LANGUAGE ? { name, ...own } : undefined)

const EVENTS_A_VENUE = 60
const VENUES_MIN = 17
const KM_A_DEGREE = 111.2
const OUTSKIRTS_KM = 6

/** The venues that a calendar of this many events needs. */
export function venuesFor(events: number): DemoVenue[] {
  const count = Math.max(VENUES_MIN, Math.round(events / EVENTS_A_VENUE))
  const landmarks = LANDMARK_KEYS.map(landmark)
  const quarters = [...QUARTERS, ...STREETS].flatMap((place) =>
    NEIGHBOURHOOD_KEYS.map((key) => neighbourhood(key, place)),
  )
  const made = [...landmarks, ...quarters]
  for (let room = 0; made.length < count; room += 1) made.push(seminarRoom(room))
  return made.slice(0, count)
}

const NEIGHBOURHOOD_KEYS = Object.keys(NEIGHBOURHOOD_USES) as NeighbourhoodKey[]

function landmark(key: LandmarkKey): DemoVenue {
  const { uses, name, address, zip, offset, abroad } = landmarkOf(key)
  return {
    uses,
    zone: abroad?.zone,
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
        ...(offset && { phone: phoneOf(key), website: `https://${key.toLowerCase()}.amselfurt.example.org` }),
      }
    },
  }
}

function neighbourhood(key: NeighbourhoodKey, place: string): DemoVenue {
  const random = createRandom(`${key} ${place}`)
  // What shares a street or quarter stands close together.
  const around = positionOf(place)
  const spot = coordinatesAt(around.east + random.fraction() / 3, around.north + random.fraction() / 3)
  const street = QUARTERS.includes(place) ? random.pick(STREETS) : place
  const address = `${street} ${random.integer(1, 120)}`
  const isTranslated = random.chance(0.4)
  return local(NEIGHBOURHOOD_USES[key], isTranslated, address, spot, (language) =>
    TEXTS[language].neighbourhood[key].replace('{place}', place).replace('{genitive}', genitiveOf(place)),
  )
}

/** Large universities have many rooms. */
function seminarRoom(index: number): DemoVenue {
  const room = `${'ABCDEFGHJKLMNPQR'[index % 16]}${Math.floor(index / 640)}.${String((Math.floor(index / 16) % 40) + 1).padStart(2, '0')}`
  const spot = coordinatesAt(1.4 + (index % 16) / 20, 2.9 + (index % 4) / 20)
  return local(['campus', 'school'], index % 3 === 0, 'Emmy-Noether-Straße 15', spot, (language) =>
    TEXTS[language].seminarRoom.replace('{place}', room),
  )
}

function local(
  uses: readonly VenueUse[],
  isTranslated: boolean,
  address: string,
  { lat, lng }: { lat: number; lng: number },
  nameIn: (language: Language) => string,
): DemoVenue {
  return {
    uses,
    zone: undefined,
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

/** Finnish says "the hall of the Nordstadt": an i joins the ending to a consonant. */
const genitiveOf = (place: string) => (/[aeiouyäöå]$/.test(place) ? `${place}n` : `${place}in`)

/** Kilometres east and north of the centre, fewer the further out. */
function positionOf(place: string): { east: number; north: number } {
  const random = createRandom(place)
  const angle = 2 * Math.PI * random.fraction()
  const distance = OUTSKIRTS_KM * random.fraction() ** 0.7
  return { east: distance * Math.cos(angle), north: distance * Math.sin(angle) }
}

function coordinatesAt(eastKm: number, northKm: number): { lat: number; lng: number } {
  const lat = CENTRE.lat + northKm / KM_A_DEGREE
  const lng = CENTRE.lng + eastKm / (KM_A_DEGREE * Math.cos((CENTRE.lat * Math.PI) / 180))
  return { lat: Number(lat.toFixed(5)), lng: Number(lng.toFixed(5)) }
}

/** Out of the numbers that Germany keeps for films and samples: nobody has them. */
export const phoneOf = (key: string) => `+49 69 90009 ${createRandom(key).integer(100, 999)}`
