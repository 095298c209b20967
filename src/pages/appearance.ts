import { createHash } from 'node:crypto'
import type { Language } from '../core/language.ts'
import { textColorOn } from '../settings/accent-color.ts'
import { parsePageLinks } from '../settings/page-links.ts'
import type { Settings } from '../settings/settings.ts'
import { html, type Markup } from './markup.ts'

const FONTS: Readonly<Record<Settings['heading_font'], string>> = {
  fraunces: '',
  serif: '"Iowan Old Style", "Palatino Linotype", Palatino, Georgia, serif',
  sans: 'var(--text)',
}

/** The style sheet that the settings of a site make; empty without such settings. */
export function siteStyleSheet({ accent_color, accent_color_dark, heading_font, extra_css }: Settings): string {
  const font = FONTS[heading_font]
  const rules = [
    font && `:root { --display: ${font}; }`,
    accent_color && `:root { ${accentRules(accent_color)} }`,
    accent_color_dark && `@media (prefers-color-scheme: dark) { :root { ${accentRules(accent_color_dark)} } }`,
    // A print has the colours of paper and ink, whatever those of the screen.
    (accent_color || accent_color_dark) && '@media print { :root { --accent: #000; --on-accent: #fff; } }',
    extra_css,
  ]
  return rules.filter((rule) => rule !== '').join('\n')
}

const accentRules = (color: string) => `--accent: ${color}; --on-accent: ${textColorOn(color)};`

/** The path of the style sheet of the settings, which changes with its content; undefined without one. */
export function siteStylePath(site: Settings): string | undefined {
  const known = paths.get(site)
  if (known !== undefined) return known || undefined
  const css = siteStyleSheet(site)
  const path = css === '' ? '' : `/assets/site/${hashOf(css)}/site.css`
  paths.set(site, path)
  return path || undefined
}

/** The cache of `siteStylePath`: an object of settings never changes. */
const paths = new WeakMap<Settings, string>()

export const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 10)

/** The links of a setting in the language of a page; undefined if there are none. */
export function siteLinks(setting: string, language: Language): Markup[] | undefined {
  const links = (parsePageLinks(setting) ?? []).filter((link) => link.language === language)
  return links.length === 0 ? undefined : links.map(({ label, address }) => html`<a href="${address}">${label}</a> `)
}
