import type { OrganizerField } from './kinds.ts'

/** Who organizes, plays and speaks. All of it is made up. */

export interface Organization {
  /** As it calls itself; texts/ has other names for some. */
  name: string
  fields: readonly OrganizerField[]
  /** Its site is `https://<site>.example.org`. */
  site: string
}

/** In this order: a small calendar has the first ones only. */
export const ORGANIZATIONS = {
  city: { name: 'Kulturamt der Stadt Amselfurt', fields: ['city'], site: 'stadt' },
  university: { name: 'Universität Amselfurt', fields: ['university'], site: 'uni' },
  philharmonic: { name: 'Amselfurter Philharmonie', fields: ['music'], site: 'philharmonie' },
  theatre: { name: 'Stadttheater Amselfurt', fields: ['theatre'], site: 'theater' },
  tannery: { name: 'Kulturverein Alte Gerberei', fields: ['culture'], site: 'gerberei' },
  museum: { name: 'Stadtmuseum Amselfurt', fields: ['museum'], site: 'museum' },
  library: { name: 'Stadtbibliothek Amselfurt', fields: ['books', 'family'], site: 'bibliothek' },
  adultEducation: { name: 'Volkshochschule Amselfurt', fields: ['school'], site: 'vhs' },
  sportsClub: { name: 'SV Amselfurt 1908', fields: ['sport'], site: 'sv1908' },
  nature: { name: 'Naturfreunde Amselfurt', fields: ['nature'], site: 'naturfreunde' },
  family: { name: 'Familienzentrum Erlenviertel', fields: ['family'], site: 'familienzentrum' },
  cinema: { name: 'Lichtspielhaus Capitol', fields: ['film'], site: 'capitol' },
  tourism: { name: 'Amselfurt Tourismus', fields: ['city'], site: 'tourismus' },
  choir: { name: 'Kantorei an St. Marien', fields: ['music'], site: 'kantorei' },
  astronomers: { name: 'Sternfreunde Eulenberg', fields: ['nature', 'university'], site: 'sternfreunde' },
  jazz: { name: 'Jazzinitiative Amselfurt', fields: ['culture', 'music'], site: 'jazzinitiative' },
  universitySport: { name: 'Hochschulsport Amselfurt', fields: ['sport', 'university'], site: 'hochschulsport' },
  puppets: { name: 'Figurentheater Silberfaden', fields: ['theatre', 'family'], site: 'silberfaden' },
  art: { name: 'Kunstverein am Wehr', fields: ['museum'], site: 'kunstverein' },
  bookshop: { name: 'Buchhandlung Zeilensprung', fields: ['books'], site: 'zeilensprung' },
  workshop: { name: 'Werkstatt 47', fields: ['school'], site: 'werkstatt47' },
  cyclists: { name: 'Radverein Erlental', fields: ['sport', 'nature'], site: 'radverein' },
  childrensUniversity: { name: 'Kinderuniversität Amselfurt', fields: ['university', 'family'], site: 'kinderuni' },
  literature: { name: 'Literaturhaus am Wall', fields: ['books', 'culture'], site: 'literaturhaus' },
} as const satisfies Record<string, Organization>

export type OrganizationKey = keyof typeof ORGANIZATIONS

export const ORGANIZATION_KEYS = Object.keys(ORGANIZATIONS) as OrganizationKey[]

export const organizationOf = (key: OrganizationKey): Organization => ORGANIZATIONS[key]

/** The clubs every quarter has; `{place}` is the quarter. */
export const LOCAL_CLUBS: readonly Organization[] = [
  { name: 'Kulturkreis {place}', fields: ['culture', 'music', 'museum'], site: 'kulturkreis' },
  { name: 'Sportverein {place}', fields: ['sport'], site: 'sportverein' },
  { name: 'Bürgerverein {place}', fields: ['city', 'school'], site: 'buergerverein' },
  { name: 'Elterninitiative {place}', fields: ['family', 'books'], site: 'elterninitiative' },
]

const FIRST_NAMES = [
  'Hanna Jonas Mira Anton Leïla Mateo Aino Clara Tomás Yuki Sofia Emil Nadia Paul Inês Viktor Amara Louis Greta Samir',
  'Elena Oskar Chiara Marek Johanna Daniel Ida Rashid Noémie Felix',
]
  .join(' ')
  .split(' ')
const LAST_NAMES = [
  'Lindqvist Brandt Okafor Moreau Sanz Virtanen Keller Nakamura Ferreira Rossi Hartwig Baumann Petrov Laurent Ibarra',
  'Niemi Albrecht Demir Novák Fontaine Castillo Salonen Winter Osei Tanaka Reuter Silva Bianchi Vogel Marchand',
]
  .join(' ')
  .split(' ')

export const PEOPLE = FIRST_NAMES.flatMap((first) => LAST_NAMES.map((last) => `${first} ${last}`))

export const BANDS = [
  'The Paper Lanterns',
  'Kopfsteinpflaster',
  'Marisol y los Nocturnos',
  'Nordlicht Kollektiv',
  'Velvet Tram',
  'Die Regenmacher',
  'Ilta',
  'Les Voisins du Dessus',
  'Tausend Fenster',
  'Small Hours Orchestra',
  'Copper Foxes',
  'La Última Parada',
  'Hotel Polar',
  'Sparrow Radio',
  'Kiosk 24',
  'Tin Roof Parade',
  'Wilde Möhren',
  'Lumme',
  'Rue de la Pluie',
  'Harbour Lights',
  'Fräulein Mond',
  'Oslo Express',
  'Granada Dub Club',
  'Bluebell Riot',
]

export const ENSEMBLES = [
  'Erlenquartett',
  'Trio Alcyone',
  'Quartett Nordwind',
  'Collegium Amselfurt',
  'Duo Salonen',
  'Trio Mirador',
  'Ensemble Saisons',
  'Quintett Fünfmalwind',
  'Quatuor Lumen',
  'Ensemble Morgenrot',
]

export const HOME_TEAMS = ['SV Amselfurt', 'TSV Nordstadt', 'VfL Erlental']

export const GUEST_TEAMS = [
  'SG Waldmünde',
  'FC Brennfurt',
  'TV Grünhagen',
  'VfB Kaltensee',
  'TuS Hohenweiler',
  'SC Rotenau',
  'SV Breitenmoor',
  'MTV Seehausen',
]
