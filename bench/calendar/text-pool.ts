import type { Language } from '../../src/core/language.ts'
import { foldText } from '../../src/core/text/fold.ts'
import { slugify } from '../../src/core/text/slug.ts'

/** Words of calendars. The earlier a word stands the more often it is used, as in any language (Zipf). */
const WORDS: Record<string, string> = {
  en: `the and of to in with for at on from by a you is all music concert evening free live open festival theatre dance
    workshop family children summer city garden market museum walk talk film art history night choir piano orchestra
    jazz guided tour exhibition reading winter spring autumn church library school river food wine science world young
    local artists stage tickets doors welcome registration required beginners advanced café déjà naïve community`,
  de: `der die und das in mit für von im auf zu den ein wir ist alle Musik Konzert Abend frei offen Fest Theater Tanz
    Werkstatt Familie Kinder Sommer Stadt Garten Markt Museum Führung Vortrag Film Kunst Geschichte Nacht Chor Klavier
    Orchester Ausstellung Lesung Frühling Straße Brücke Bücher Gäste größte Schüler Anmeldung erforderlich willkommen`,
  fr: `le la les et de des en avec pour du au un vous est tous musique concert soirée gratuit ouvert fête théâtre danse
    atelier famille enfants été ville jardin marché musée visite conférence cinéma art histoire nuit chœur piano
    orchestre exposition lecture printemps église élèves entrée inscription obligatoire bienvenue`,
}
const SYLLABLES = 'mar en hol ka ti bru so lan der vik pe ro ash wel fen tor quil bram ost ly'.split(' ')
/** Names of places and people, and all that is said once. */
const RARE_WORDS = 3000
const PHRASES = 1500
const PARAGRAPHS = 12_000

/** What texts of events are put together from; the `id`s count from 1. */
export interface TextPool {
  phrases: { id: number; text: string; folded: string; slug: string }[]
  paragraphs: { id: number; text: string; folded: string }[]
}

/**
 * The same pool each time.
 * @param share of its full size
 * @param lengths characters of a paragraph: shortest and longest
 */
export function createTextPool(
  language: Language,
  share: number,
  [shortest, longest]: readonly [number, number],
): TextPool {
  const fraction = fractions(1 + language.charCodeAt(0))
  const words = vocabulary(language)
  const word = () => words[Math.floor(words.length ** fraction()) - 1] ?? (words[0] as string)
  const phrase = () => capital(Array.from({ length: 2 + Math.floor(fraction() * 2) }, word).join(' '))
  const phrases = numbered(PHRASES * share, () => {
    const text = phrase()
    return { text, folded: foldText(text), slug: slugify(text, language) }
  })
  const paragraphs = numbered(PARAGRAPHS * share, () => {
    // Most are short.
    const length = shortest + Math.floor(fraction() ** 3 * (longest - shortest))
    const sentences: string[] = []
    for (let written = 0; written < length; written += (sentences.at(-1)?.length ?? 0) + 1) {
      sentences.push(`${capital(Array.from({ length: 6 + Math.floor(fraction() * 9) }, word).join(' '))}.`)
    }
    const text = sentences.join(' ').slice(0, length)
    return { text, folded: foldText(text) }
  })
  return { phrases, paragraphs }
}

/** The common words of a language, then rare ones. */
export function vocabulary(language: Language): string[] {
  const fraction = fractions(7)
  const syllable = () => SYLLABLES[Math.floor(fraction() * SYLLABLES.length)]
  const rare = Array.from({ length: RARE_WORDS }, () =>
    Array.from({ length: 2 + Math.floor(fraction() * 3) }, syllable).join(''),
  )
  return [...(WORDS[language] ?? (WORDS.en as string)).split(/\s+/), ...rare]
}

const numbered = <Item>(count: number, make: () => Item) =>
  Array.from({ length: Math.max(20, Math.floor(count)) }, (_, at) => ({ id: at + 1, ...make() }))

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Fractions from 0 to 1, the same each time (mulberry32). */
export function fractions(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
