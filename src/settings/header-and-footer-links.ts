import { isLanguage, type Language } from '../core/language.ts'

/** A link in the header or footer of all pages in one language. */
export interface PageLink {
  language: Language
  label: string
  /** An absolute URL, or a path of this site. */
  address: string
}

const LINKS_MAX = 30
const LABEL_MAX = 80

/**
 * Parses a setting with links, one a line: `de | Impressum | https://example.org/impressum`.
 * @returns undefined if a line is not valid
 */
export function parseHeaderAndFooterLinks(text: string): PageLink[] | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const links = lines.flatMap((line) => parseLine(line) ?? [])
  return links.length === lines.length && links.length <= LINKS_MAX ? links : undefined
}

function parseLine(line: string): PageLink | undefined {
  const [language, label = '', address = '', ...others] = line.split('|').map((part) => part.trim())
  const isValid = isLanguage(language) && label !== '' && label.length <= LABEL_MAX && isAddress(address)
  return isValid && others.length === 0 ? { language, label, address } : undefined
}

function isAddress(address: string): boolean {
  if (address.length > 500) return false
  if (/^\/(?!\/)[^\s\\]*$/.test(address)) return true
  return URL.canParse(address) && ['https:', 'http:', 'mailto:'].includes(new URL(address).protocol)
}

/** The lines of links without superfluous spaces and empty lines. */
export const normalizeHeaderAndFooterLinks = (text: string): string =>
  (parseHeaderAndFooterLinks(text) ?? [])
    .map(({ language, label, address }) => `${language} | ${label} | ${address}`)
    .join('\n')
