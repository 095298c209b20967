import type { Language } from '../../src/core/language.ts'
import { foldTextForSearch } from '../../src/core/text/fold-text.ts'
import { slugify } from '../../src/core/text/slug.ts'
import { createRandomFractionGenerator } from '../../src/demo/pseudo-random.ts'

/** Common words by language, in order of frequency (Zipf distribution). */
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
/** Number of generated rare words. */
const RARE_WORDS = 3000
const PHRASES = 1500
const PARAGRAPHS = 12_000
/** Length of a paragraph in characters. */
const [LENGTH_MIN, LENGTH_MAX] = [200, 600]

/** Phrases and paragraphs that event texts are composed of, with ids from 1. */
export interface TextPool {
  phrases: { id: number; text: string; folded: string; slug: string }[]
  paragraphs: { id: number; text: string; folded: string }[]
}

/**
 * Creates the text pool of a language; deterministic.
 * @param share of the full size, up to 1
 */
export function createTextPool(language: Language, share: number): TextPool {
  const fraction = createRandomFractionGenerator(1 + language.charCodeAt(0))
  const words = vocabulary(language)
  const word = () => words[Math.floor(words.length ** fraction()) - 1] ?? (words[0] as string)
  const phrase = () => capitalize(Array.from({ length: 2 + Math.floor(fraction() * 2) }, word).join(' '))
  const phrases = numbered(PHRASES * share, () => {
    const text = phrase()
    return { text, folded: foldTextForSearch(text), slug: slugify(text, language) }
  })
  const paragraphs = numbered(PARAGRAPHS * share, () => {
    // Short paragraphs are more frequent.
    const length = LENGTH_MIN + Math.floor(fraction() ** 3 * (LENGTH_MAX - LENGTH_MIN))
    const sentences: string[] = []
    for (let written = 0; written < length; written += (sentences.at(-1)?.length ?? 0) + 1) {
      sentences.push(`${capitalize(Array.from({ length: 6 + Math.floor(fraction() * 9) }, word).join(' '))}.`)
    }
    const text = sentences.join(' ').slice(0, length)
    return { text, folded: foldTextForSearch(text) }
  })
  return { phrases, paragraphs }
}

/** The common words of a language, followed by rare ones. */
export function vocabulary(language: Language): string[] {
  const fraction = createRandomFractionGenerator(7)
  const syllable = () => SYLLABLES[Math.floor(fraction() * SYLLABLES.length)]
  const rare = Array.from({ length: RARE_WORDS }, () =>
    Array.from({ length: 2 + Math.floor(fraction() * 3) }, syllable).join(''),
  )
  return [...(WORDS[language] ?? (WORDS.en as string)).split(/\s+/), ...rare]
}

const numbered = <Item>(count: number, make: () => Item) =>
  Array.from({ length: Math.max(20, Math.floor(count)) }, (_, index) => ({ id: index + 1, ...make() }))

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
