import type { Language } from '../../core/language.ts'
import { de } from './de.ts'
import { en, type MailWords } from './en.ts'
import { es } from './es.ts'
import { fi } from './fi.ts'
import { fr } from './fr.ts'

export type { MailWords }

const WORDS: Record<Language, MailWords> = { en, fi, fr, de, es }

export const mailWordsOfLanguage = (language: Language): MailWords => WORDS[language]
