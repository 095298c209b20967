import { createHash } from 'node:crypto'
import type { Language } from '../core/language.ts'
import { parseHeaderAndFooterLinks } from '../settings/header-and-footer-links.ts'
import { deriveBackgroundColors } from '../settings/readable-background-color.ts'
import {
  COLOR_SCHEME_BACKGROUNDS,
  type ColorScheme,
  chooseBlackOrWhiteTextOnBackground,
} from '../settings/readable-link-color.ts'
import type { Settings } from '../settings/site-settings.ts'
import { html, type Markup } from './html-template.ts'

const FONTS: Readonly<Record<Settings['heading_font'], string>> = {
  fraunces: '',
  serif: '"Iowan Old Style", "Palatino Linotype", Palatino, Georgia, serif',
  sans: 'var(--text)',
}

/** The style sheet made from the settings of a site; empty if they are the defaults. */
export function createSiteStyleSheet(site: Settings): string {
  const { accent_color, accent_color_dark, background_color, background_color_dark, heading_font, extra_css } = site
  const font = FONTS[heading_font]
  const rules = [
    font && `:root { --display: ${font}; }`,
    accent_color && accentRules('light', accent_color),
    accent_color_dark && accentRules('dark', accent_color_dark),
    background_color && backgroundRules('light', background_color),
    background_color_dark && backgroundRules('dark', background_color_dark),
    // Printed pages use the colours of paper and ink, independent of the screen.
    (accent_color || accent_color_dark) && '@media print { :root { --accent: #000; --on-accent: #fff; } }',
    (background_color || background_color_dark) &&
      '@media print { :root { --paper: #fff; --sheet: #fff; --tint: #fff; --line: #999; } }',
    extra_css,
  ]
  return rules.filter((rule) => rule !== '').join('\n')
}

/**
 * The rules for an accent colour in one colour scheme. The colour was checked against the backgrounds of that scheme
 * only.
 */
function accentRules(scheme: ColorScheme, color: string): string {
  const properties = `--accent: ${color}; --on-accent: ${chooseBlackOrWhiteTextOnBackground(color)};`
  return `@media (prefers-color-scheme: ${scheme}) { :root { ${properties} } }`
}

function backgroundRules(scheme: ColorScheme, color: string): string {
  const { paper, sheet, tint, line } = deriveBackgroundColors(color, scheme)
  const values = `--paper: ${paper}; --sheet: ${sheet}; --tint: ${tint}; --line: ${line};`
  return `@media (prefers-color-scheme: ${scheme}) { :root { ${values} } }`
}

/** The path of the style sheet made from the settings, which changes with its content; undefined if there is none. */
export function pathOfSiteStyleSheet(site: Settings): string | undefined {
  const cachedPath = paths.get(site)
  if (cachedPath !== undefined) return cachedPath || undefined
  const css = createSiteStyleSheet(site)
  const path = css === '' ? '' : `/assets/site/${shortHashOfText(css)}/site.css`
  paths.set(site, path)
  return path || undefined
}

/** The background colour of pages in a colour scheme. Browsers also use it for the frame around the page. */
export const pageBackgroundColor = (site: Settings, scheme: ColorScheme): string =>
  (scheme === 'light' ? site.background_color : site.background_color_dark) || COLOR_SCHEME_BACKGROUNDS[scheme][0]

/** Results of `pathOfSiteStyleSheet` by settings object, because such an object is never modified. */
const paths = new WeakMap<Settings, string>()

export const shortHashOfText = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 10)

/** The links that a setting contains for a language; undefined if there are none. */
export function linksInSettingForLanguage(setting: string, language: Language): Markup[] | undefined {
  const links = (parseHeaderAndFooterLinks(setting) ?? []).filter((link) => link.language === language)
  return links.length === 0 ? undefined : links.map(({ label, address }) => html`<a href="${address}">${label}</a> `)
}
