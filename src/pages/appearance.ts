import { createHash } from 'node:crypto'
import type { Language } from '../core/language.ts'
import { textColorOn } from '../settings/accent-color.ts'
import { parsePageLinks } from '../settings/page-links.ts'
import type { Settings } from '../settings/settings.ts'
import { html, type Markup } from './html-template.ts'

const FONTS: Readonly<Record<Settings['heading_font'], string>> = {
  fraunces: '',
  serif: '"Iowan Old Style", "Palatino Linotype", Palatino, Georgia, serif',
  sans: 'var(--text)',
}

/** The style sheet made from the settings of a site; empty if they are the defaults. */
export function siteStyleSheet({ accent_color, accent_color_dark, heading_font, extra_css }: Settings): string {
  const font = FONTS[heading_font]
  const rules = [
    font && `:root { --display: ${font}; }`,
    accent_color && accentRules('light', accent_color),
    accent_color_dark && accentRules('dark', accent_color_dark),
    // Printed pages use the colours of paper and ink, independent of the screen.
    (accent_color || accent_color_dark) && '@media print { :root { --accent: #000; --on-accent: #fff; } }',
    extra_css,
  ]
  return rules.filter((rule) => rule !== '').join('\n')
}

/** A colour is checked against the backgrounds of one colour scheme, so it applies to that scheme only. */
const accentRules = (scheme: 'light' | 'dark', color: string) =>
  `@media (prefers-color-scheme: ${scheme}) { :root { --accent: ${color}; --on-accent: ${textColorOn(color)}; } }`

/** The path of the style sheet made from the settings, which changes with its content; undefined if there is none. */
export function siteStylePath(site: Settings): string | undefined {
  const known = paths.get(site)
  if (known !== undefined) return known || undefined
  const css = siteStyleSheet(site)
  const path = css === '' ? '' : `/assets/site/${contentHash(css)}/site.css`
  paths.set(site, path)
  return path || undefined
}

/** Results of `siteStylePath` by object of settings, which is never modified. */
const paths = new WeakMap<Settings, string>()

export const contentHash = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 10)

/** The links for a language in a setting; undefined if there are none. */
export function pageLinksInLanguage(setting: string, language: Language): Markup[] | undefined {
  const links = (parsePageLinks(setting) ?? []).filter((link) => link.language === language)
  return links.length === 0 ? undefined : links.map(({ label, address }) => html`<a href="${address}">${label}</a> `)
}
