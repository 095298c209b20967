import type { Language } from '../language.ts'
import { de } from './de.ts'
import { en, type MessageKey } from './en.ts'
import { es } from './es.ts'
import { fi } from './fi.ts'
import { fr } from './fr.ts'

export type { MessageKey }
export type Placeholders = Record<string, string | number>

const MESSAGES: Record<Language, Record<MessageKey, string>> = { en, fi, fr, de, es }

/**
 * The message `key` in `language`, with placeholders such as `{name}` replaced by the values in `placeholders`; a
 * placeholder without a value becomes ''.
 */
export function formatMessage(language: Language, key: MessageKey, placeholders: Placeholders = {}): string {
  return MESSAGES[language][key].replace(/\{(\w+)\}/g, (_, name: string) => String(placeholders[name] ?? ''))
}

export const isMessageKey = (key: string): key is MessageKey => key in en
