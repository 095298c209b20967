import type { Language } from '../../core/language.ts'
import de from './de.json' with { type: 'json' }
import type { DemoTexts } from './demo-text-types.ts'
import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }
import fi from './fi.json' with { type: 'json' }
import fr from './fr.json' with { type: 'json' }

/** The texts of the sample calendar by language. */
export const TEXTS: Record<Language, DemoTexts> = { en, fi, fr, de, es }
