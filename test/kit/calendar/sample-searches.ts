import type { Language } from '../../../src/core/language.ts'

/** What visitors type into the search field of the sample calendar, and what the first event of the answer must have. */
export const SAMPLE_SEARCHES: readonly (readonly [string, Field, RegExp, root?: Language])[] = [
  // Words of titles, in any order and case, and parts of words.
  ['tango', 'title', /^Tango/],
  ['TANNERY TANGO', 'title', /^Tango in the tannery/],
  ['an enemy of the people', 'title', /^Ibsen/],
  ['flea market', 'title', /^Flea market/],
  ['open choir', 'title', /^Open choir/],
  ['workshop', 'title', /workshop/i],
  ['concert', 'title', /concert/i],
  ['film', 'title', /\bfilm/i],
  // One letter wrong, one missing, one too many; plural and singular.
  ['tengo', 'title', /^Tango/],
  ['ibsn', 'title', /^Ibsen/],
  ['schubart', 'title', /Schubert/],
  ['tannnery', 'title', /tannery/],
  ['choirs', 'title', /choir/],
  ['flea markets', 'title', /^Flea market/],
  ['tangos', 'title', /^Tango/],
  // Accents and special letters.
  ['UNIVERSITÄT', 'venue', /^University/],
  ['language cafe', 'title', /^Language café/],
  // Venues: name, street, postcode.
  ['old tannery', 'venue', /^Old Tannery/],
  ['capitol cinema', 'venue', /^Capitol Cinema/],
  ['city library', 'venue', /^City Library/],
  ['museum', 'venue', /^City Museum/],
  ['st marys church', 'venue', /^St Mary/],
  ['gerberufer 14', 'venue', /^Old Tannery/],
  ['theaterplatz', 'venue', /Theatre$/],
  ['36994', 'venue', /^Erle Sports Park/],
  // Organizers and series.
  ['philharmonic', 'organizer', /Philharmonic/],
  ['department of culture', 'organizer', /Department of Culture/],
  ['sv amselfurt', 'organizer', /^SV Amselfurt/],
  ['naturfreunde', 'organizer', /^Naturfreunde/],
  ['river nights', 'series', /^River Nights/],
  // Categories and tags.
  ['jazz', 'category', /^Jazz/],
  ['guided tours', 'category', /^Guided Tours/],
  ['exhibitions', 'category', /^Exhibitions/],
  ['step-free', 'tag', /^step-free/],
  ['open air', 'tag', /^open air/],
  ['volunteers', 'tag', /^volunteers/],
  // Words of several fields.
  ['ibsen theatre', 'venue', /Theatre$/],
  ['classical city hall', 'venue', /City Hall$/],
  ['tango beginners', 'title', /^Tango/],
  ['philharmonic tannery', 'organizer', /Philharmonic/],
  // Other languages.
  ['flohmarkt', 'title', /^Flohmarkt/, 'de'],
  ['STADTBIBLIOTHEK', 'venue', /^Stadtbibliothek/, 'de'],
  ['theatre', 'category', /^Théâtre/, 'fr'],
  ['rio historias', 'title', /historias del río/, 'es'],
]

type Field = 'title' | 'venue' | 'organizer' | 'series' | 'category' | 'tag'
