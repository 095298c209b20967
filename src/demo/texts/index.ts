import type { Language } from '../../core/language.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fi } from './fi.ts'
import { fr } from './fr.ts'
import type { DemoTexts } from './types.ts'

export const TEXTS: Record<Language, DemoTexts> = { en, fi, fr, de, es }
