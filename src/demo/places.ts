import type { VenueUse } from './kinds.ts'

/** Where things happen. All of it is made up, apart from the names of the cities abroad. */

export const HOME_CITY = 'Amselfurt'
/** Degrees north and east of the market square. */
export const CENTRE = { lat: 50.6742, lng: 9.3318 }

export interface Landmark {
  uses: readonly VenueUse[]
  /** As the people of the place call it; texts/ has other names for some. */
  name: string
  address: string
  zip: string
  /** Kilometres east and north of the centre. */
  offset?: readonly [east: number, north: number]
  abroad?: {
    city: string
    country: 'unitedStates' | 'japan' | 'portugal'
    state?: string
    lat: number
    lng: number
    zone: string
  }
}

/** In this order: a small calendar has the first ones only. */
export const LANDMARKS = {
  hall: { uses: ['hall'], name: 'Stadthalle Amselfurt', address: 'Hallenplatz 1', zip: '36990', offset: [0.6, -0.4] },
  church: { uses: ['church'], name: 'Marienkirche', address: 'Kirchplatz 3', zip: '36990', offset: [-0.1, 0.2] },
  tannery: {
    uses: ['club', 'community'],
    name: 'Kulturhaus Alte Gerberei',
    address: 'Gerberufer 14',
    zip: '36991',
    offset: [-0.7, 0.5],
  },
  theatre: {
    uses: ['stage'],
    name: 'Stadttheater Amselfurt',
    address: 'Theaterplatz 2',
    zip: '36990',
    offset: [0.3, 0.4],
  },
  museum: { uses: ['museum'], name: 'Stadtmuseum', address: 'Burggasse 9', zip: '36990', offset: [-0.3, -0.1] },
  aula: {
    uses: ['campus', 'hall'],
    name: 'Universität, Alte Aula',
    address: 'Universitätsplatz 1',
    zip: '36993',
    offset: [1.1, 0.8],
  },
  library: {
    uses: ['library', 'bookshop'],
    name: 'Stadtbibliothek',
    address: 'Wallstraße 20',
    zip: '36990',
    offset: [0.2, -0.3],
  },
  square: { uses: ['square'], name: 'Marktplatz', address: 'Marktplatz', zip: '36990', offset: [0, 0] },
  park: { uses: ['park'], name: 'Schlosspark', address: 'Schlossallee 5', zip: '36992', offset: [-1.3, -0.6] },
  sports: {
    uses: ['sports'],
    name: 'Sportpark an der Erle',
    address: 'Erlendamm 40',
    zip: '36994',
    offset: [1.9, -1.4],
  },
  cinema: {
    uses: ['cinema'],
    name: 'Lichtspielhaus Capitol',
    address: 'Bahnhofstraße 17',
    zip: '36990',
    offset: [0.5, -0.8],
  },
  school: {
    uses: ['school', 'community'],
    name: 'Volkshochschule',
    address: 'Schulgasse 6',
    zip: '36990',
    offset: [-0.4, -0.5],
  },
  observatory: {
    uses: ['observatory'],
    name: 'Sternwarte Eulenberg',
    address: 'Am Eulenberg 1',
    zip: '36997',
    offset: [-3.2, 2.7],
  },
  online: { uses: ['online'], name: 'Online', address: '', zip: '' },
  newYork: {
    uses: ['abroad'],
    name: 'Hudson Hall',
    address: '512 West 119th Street',
    zip: '10027',
    abroad: {
      city: 'New York',
      country: 'unitedStates',
      state: 'NY',
      lat: 40.8094,
      lng: -73.9611,
      zone: 'America/New_York',
    },
  },
  tokyo: {
    uses: ['abroad'],
    name: 'Hongo Forum',
    address: '3-12-7 Hongo, Bunkyo-ku',
    zip: '113-0033',
    abroad: { city: 'Tokyo', country: 'japan', lat: 35.7101, lng: 139.7604, zone: 'Asia/Tokyo' },
  },
  lisbon: {
    uses: ['abroad'],
    name: 'Casa do Rio',
    address: 'Rua do Cais Velho 88',
    zip: '1200-195',
    abroad: { city: 'Lisboa', country: 'portugal', lat: 38.7086, lng: -9.1429, zone: 'Europe/Lisbon' },
  },
  auditorium: {
    uses: ['campus'],
    name: 'Universität, Audimax',
    address: 'Universitätsplatz 4',
    zip: '36993',
    offset: [1.2, 0.9],
  },
  jazzCellar: {
    uses: ['club'],
    name: 'Jazzkeller Unterm Rad',
    address: 'Mühlgasse 3',
    zip: '36990',
    offset: [-0.5, 0.3],
  },
  artHall: { uses: ['museum'], name: 'Kunsthalle am Wehr', address: 'Am Wehr 8', zip: '36991', offset: [-0.9, 0.9] },
  bookshop: {
    uses: ['bookshop'],
    name: 'Buchhandlung Zeilensprung',
    address: 'Lange Gasse 31',
    zip: '36990',
    offset: [0.1, 0.1],
  },
  riverside: {
    uses: ['square', 'park'],
    name: 'Erlenufer',
    address: 'Uferpromenade',
    zip: '36991',
    offset: [-0.6, 0.7],
  },
  puppets: {
    uses: ['stage'],
    name: 'Figurentheater Silberfaden',
    address: 'Fadengasse 11',
    zip: '36990',
    offset: [-0.2, 0.4],
  },
  academy: {
    uses: ['hall'],
    name: 'Musikakademie, Kammermusiksaal',
    address: 'Lindenallee 22',
    zip: '36992',
    offset: [-0.8, -0.9],
  },
  stadium: {
    uses: ['sports'],
    name: 'Stadion am Weidenbach',
    address: 'Weidenbachstraße 90',
    zip: '36995',
    offset: [2.8, 1.6],
  },
  baths: { uses: ['sports'], name: 'Erlenbad', address: 'Badeweg 2', zip: '36994', offset: [1.5, -1.9] },
  gardens: {
    uses: ['park', 'campus'],
    name: 'Botanischer Garten',
    address: 'Gewächshausweg 10',
    zip: '36993',
    offset: [1.7, 1.1],
  },
  townHall: {
    uses: ['community', 'hall'],
    name: 'Altes Rathaus',
    address: 'Marktplatz 1',
    zip: '36990',
    offset: [0.1, 0],
  },
  workshop: {
    uses: ['school', 'community'],
    name: 'Werkstatt 47',
    address: 'Hafenstraße 47',
    zip: '36996',
    offset: [2.1, 0.2],
  },
  johannes: { uses: ['church'], name: 'Johanneskirche', address: 'Johannisplatz 1', zip: '36995', offset: [0.9, 1.7] },
  cafe: {
    uses: ['club', 'bookshop'],
    name: 'Café Morgenstern',
    address: 'Lindenallee 3',
    zip: '36992',
    offset: [-0.6, -0.7],
  },
  quarry: {
    uses: ['stage', 'park'],
    name: 'Freilichtbühne Steinbruch',
    address: 'Am Steinbruch 12',
    zip: '36997',
    offset: [-2.4, 2.1],
  },
  campusNorth: {
    uses: ['campus'],
    name: 'Campus Nord, Hörsaal 3',
    address: 'Emmy-Noether-Straße 15',
    zip: '36996',
    offset: [1.4, 2.9],
  },
  youth: {
    uses: ['community', 'club'],
    name: 'Jugendzentrum Kontor',
    address: 'Speicherstraße 8',
    zip: '36996',
    offset: [1.8, 0.5],
  },
  lodge: {
    uses: ['park', 'community'],
    name: 'Naturfreundehaus Hohe Buche',
    address: 'Buchenweg 77',
    zip: '36997',
    offset: [-4.1, 0.9],
  },
} as const satisfies Record<string, Landmark>

export type LandmarkKey = keyof typeof LANDMARKS

export const LANDMARK_KEYS = Object.keys(LANDMARKS) as LandmarkKey[]

export const landmarkOf = (key: LandmarkKey): Landmark => LANDMARKS[key]

/** The places every quarter has, in the order they are made when a calendar is large. Their names are patterns in texts/. */
export const NEIGHBOURHOOD_USES = {
  community: ['community', 'school'],
  gym: ['sports', 'school'],
  branchLibrary: ['library'],
  cafe: ['bookshop', 'club'],
  parishHall: ['church', 'community'],
  gallery: ['museum'],
  garden: ['park'],
  youthClub: ['community', 'club'],
  primarySchool: ['school'],
  studio: ['stage', 'school'],
} as const satisfies Record<string, readonly VenueUse[]>

export type NeighbourhoodKey = keyof typeof NEIGHBOURHOOD_USES

export const QUARTERS = [
  'Altstadt Nordstadt Südstadt Weststadt Oststadt Erlenviertel Gerberviertel Mühlenau Lindenhöhe Fasanenhof Rotenfeld',
  'Kaltenborn Steinweg Auwiesen Ziegelhütte Sonnenhang Weidenbach Kirchheide Hasenbühl Neuland Holzhof Rabenstein',
  'Obermühle Finkenau',
]
  .join(' ')
  .split(' ')

const TREES_AND_PEOPLE = [
  'Linden Kastanien Eschen Ulmen Pappel Hasel Mühlen Garten Brunnen Schäfer Winzer Weber Färber Bleicher Ziegel Hafen',
  'Schiller Goethe Humboldt Gauß Kepler Röntgen Mendelssohn Noether Hensel Droste Merian Planck Curie Lessing Heine',
  'Amsel Drossel Lerchen Star Reiher Schwalben Meisen Wiesen Wein Stern',
]
  .join(' ')
  .split(' ')

export const STREETS = ['straße', 'weg', 'allee', 'platz', 'ring'].flatMap((ending) =>
  TREES_AND_PEOPLE.map((name) => name + ending),
)
