import type { IncomingMessage } from 'node:http'
import { type Language, PAGE_LANGUAGES, type PageLanguage } from '../../core/language.ts'
import type { Settings } from '../../settings/site-settings.ts'
import { negotiateLanguage } from './accept-language.ts'
import { parseRequestUrl, SITE_PREFIX } from './parse-request-url.ts'

/**
 * The language of the words on a page, by the setting `page_language`.
 * @param languages the languages of the site, the default language first
 * @param language the language of the records on the page
 * @param acceptLanguage value of the `Accept-Language` header
 */
export function choosePageLanguage(
  setting: Settings['page_language'],
  languages: readonly Language[],
  language: Language,
  acceptLanguage: string | undefined,
): PageLanguage {
  if (setting === 'browser') return readerLanguage(languages, language, acceptLanguage)
  return setting === 'content' || language !== languages[0] ? language : setting
}

/**
 * The preferred language of the reader: the language of the page, or one that the site does not use. The other
 * languages of the site are excluded, because each has pages of its own.
 */
const readerLanguage = (languages: readonly Language[], language: Language, acceptLanguage: string | undefined) =>
  negotiateLanguage(
    acceptLanguage,
    PAGE_LANGUAGES.filter((one) => one === language || !languages.some((other) => other === one)),
  ) ?? language

/** The preferred language of the reader of a page; '' if the request is not for a page. */
export function readerLanguageOfRequest(
  { url = '', headers }: IncomingMessage,
  languages: readonly Language[],
  domainLanguage: Language | undefined,
): string {
  const { address, route } = parseRequestUrl(url, languages, domainLanguage)
  if (!route.startsWith(SITE_PREFIX)) return ''
  return readerLanguage(languages, address.language ?? (languages[0] as Language), headers['accept-language'])
}
