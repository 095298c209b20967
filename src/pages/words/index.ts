import type { Language } from '../../core/language.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fi } from './fi.ts'
import { fr } from './fr.ts'

/** Every word of the pages; that a language lacks one does not compile. */
export type Words = typeof en

const WORDS: Record<Language, Words> = { en, fi, fr, de, es }

export const wordsOf = (language: Language): Words => WORDS[language]
