import type { Language } from '../../core/language.ts'
import { de } from './de.ts'
import { type AdminWords, en } from './en.ts'
import { es } from './es.ts'
import { fi } from './fi.ts'
import { fr } from './fr.ts'

const WORDS: Record<Language, AdminWords> = { en, fi, fr, de, es }

export const adminWordsInLanguage = (language: Language): AdminWords => WORDS[language]
