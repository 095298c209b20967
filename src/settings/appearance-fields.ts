import { PAGE_LANGUAGES } from '../core/language.ts'
import { customField, enumField, isStorableText, optionalTextField, Type } from '../core/schema/field-types.ts'
import { normalizePageLinks, parsePageLinks } from './header-and-footer-links.ts'
import { backgroundContrasts, isReadableBackground } from './readable-background-color.ts'
import { type ColorScheme, formatLowestContrast, isReadableLinkColor } from './readable-link-color.ts'

/** The path of a picture of this calendar; empty for none. */
const picturePath = () =>
  customField(Type.String({ maxLength: 300 }), (path) => path === '' || /^\/media\/[\w./-]+$/.test(path), String, {
    reason: 'reason.picture_path',
  })

/** A colour for links and buttons; empty for the built-in one. */
const accentColor = (scheme: ColorScheme) =>
  customField(
    Type.String({ maxLength: 7 }),
    (color) => color === '' || isReadableLinkColor(color, scheme),
    (color) => color.toLowerCase(),
    { reason: 'reason.contrast', placeholdersOf: (color) => ({ ratio: formatLowestContrast(color, scheme) }) },
  )

/** The background of pages; empty for the built-in one. */
const backgroundColor = (scheme: ColorScheme) =>
  customField(
    Type.String({ maxLength: 7 }),
    (color) => color === '' || isReadableBackground(color, scheme),
    (color) => color.toLowerCase(),
    { reason: `reason.background_${scheme}`, placeholdersOf: (color) => backgroundContrasts(color, scheme) },
  )

const links = () =>
  customField(
    Type.String({ maxLength: 10_000 }),
    (text) => isStorableText(text) && parsePageLinks(text) !== undefined,
    normalizePageLinks,
    { reason: 'reason.page_links' },
  )

/** The address of a script, without user name, query and fragment, so that the policy of pages can name exactly it; empty for none. */
const scriptAddress = () =>
  customField(Type.String({ maxLength: 500 }), (text) => text === '' || isScriptAddress(text), String, {
    reason: 'reason.script_address',
  })

function isScriptAddress(text: string): boolean {
  if (!/^https:\/\/[^\s;,'"?#@]+$/.test(text) || !URL.canParse(text)) return false
  return new URL(text).href === text
}

/** The views that `/events/` can show. */
export const DEFAULT_VIEWS = ['month', 'week', 'day', 'list', 'map'] as const

/** The first day of a week in calendars. */
export const WEEK_STARTS = ['monday', 'sunday', 'saturday'] as const
export type WeekStart = (typeof WEEK_STARTS)[number]

/** How times of day are written: as usual in the language, or with 12 or 24 hours in all languages. */
export const CLOCKS = ['language', '12-hour', '24-hour'] as const
export type Clock = (typeof CLOCKS)[number]

/** The language of the words on pages: that of the records, that which the browser prefers, or a certain one. */
export const PAGE_LANGUAGE_CHOICES = ['content', 'browser', ...PAGE_LANGUAGES] as const

export const HEADING_FONTS = ['fraunces', 'serif', 'sans'] as const

/** The settings for the appearance of pages. */
export const APPEARANCE_FIELDS = {
  logo: picturePath(),
  favicon: picturePath(),
  share_picture: picturePath(),
  accent_color: accentColor('light'),
  accent_color_dark: accentColor('dark'),
  background_color: backgroundColor('light'),
  background_color_dark: backgroundColor('dark'),
  heading_font: enumField(HEADING_FONTS),
  default_view: enumField(DEFAULT_VIEWS),
  week_start: enumField(WEEK_STARTS),
  clock: enumField(CLOCKS),
  page_language: enumField(PAGE_LANGUAGE_CHOICES),
  header_links: links(),
  footer_links: links(),
  extra_css: optionalTextField({ maxLength: 20_000 }),
  analytics_url: scriptAddress(),
}

export const DEFAULT_APPEARANCE = {
  logo: '',
  favicon: '',
  share_picture: '',
  accent_color: '',
  accent_color_dark: '',
  background_color: '',
  background_color_dark: '',
  heading_font: 'fraunces',
  default_view: 'month',
  week_start: 'monday',
  clock: 'language',
  page_language: 'content',
  header_links: '',
  footer_links: '',
  extra_css: '',
  analytics_url: '',
} as const

export type AppearanceName = keyof typeof APPEARANCE_FIELDS

export const APPEARANCE_NAMES = Object.keys(APPEARANCE_FIELDS) as AppearanceName[]
