import type { Language } from '../../core/language.ts'
import { de } from './de.ts'
import { en, type Words } from './en.ts'
import { es } from './es.ts'
import { fi } from './fi.ts'
import { fr } from './fr.ts'

const WORDS: Record<Language, Words> = { en, fi, fr, de, es }

export const wordsOf = (language: Language): Words => WORDS[language]
