import { createLoaderOfLanguageModules } from '../../core/generic/load-language-module.ts'
import type { Language } from '../../core/language.ts'
import type { MailWords } from './en.ts'

export type { MailWords }

export const mailWordsOfLanguage = createLoaderOfLanguageModules<MailWords, Language>(import.meta)
