import { createLoaderOfLanguageModules } from '../generic/load-language-module.ts'
import type { Language } from '../language.ts'
import { en, type MessageKey } from './en.ts'

export type { MessageKey }
export type Placeholders = Record<string, string | number>

const messagesInLanguage = createLoaderOfLanguageModules<Record<MessageKey, string>, Language>(import.meta)

/**
 * The message `key` in `language`, with placeholders such as `{name}` replaced by the values in `placeholders`; a
 * placeholder without a value becomes ''.
 */
export function formatMessage(language: Language, key: MessageKey, placeholders: Placeholders = {}): string {
  return messagesInLanguage(language)[key].replace(/\{(\w+)\}/g, (_, name: string) => String(placeholders[name] ?? ''))
}

export const isMessageKey = (key: string): key is MessageKey => key in en
