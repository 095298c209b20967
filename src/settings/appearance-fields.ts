import { PAGE_LANGUAGES } from '../core/language.ts'
import {
  enumField,
  fieldWithCheckAndConversion,
  isStorableText,
  optionalTextField,
  Type,
} from '../core/schema/field-types.ts'
import { normalizeHeaderAndFooterLinks, parseHeaderAndFooterLinks } from './header-and-footer-links.ts'
import { isReadableBackgroundColor, measureBackgroundContrast } from './readable-background-color.ts'
import { type ColorScheme, formatLowestContrastToBackgrounds, isReadableLinkColor } from './readable-link-color.ts'

/** Schema of a setting with the path of a picture of this calendar; empty for none. */
const picturePath = () =>
  fieldWithCheckAndConversion(
    Type.String({ maxLength: 300 }),
    (path) => path === '' || /^\/media\/[\w./-]+$/.test(path),
    String,
    {
      reason: 'reason.picture_path',
    },
  )

/** Schema of a setting with a colour for links and buttons; empty for the built-in colour. */
const accentColor = (scheme: ColorScheme) =>
  fieldWithCheckAndConversion(
    Type.String({ maxLength: 7 }),
    (color) => color === '' || isReadableLinkColor(color, scheme),
    (color) => color.toLowerCase(),
    {
      reason: 'reason.contrast',
      placeholdersOf: (color) => ({ ratio: formatLowestContrastToBackgrounds(color, scheme) }),
    },
  )

/** Schema of a setting with the background colour of pages; empty for the built-in colour. */
const backgroundColor = (scheme: ColorScheme) =>
  fieldWithCheckAndConversion(
    Type.String({ maxLength: 7 }),
    (color) => color === '' || isReadableBackgroundColor(color, scheme),
    (color) => color.toLowerCase(),
    { reason: `reason.background_${scheme}`, placeholdersOf: (color) => measureBackgroundContrast(color, scheme) },
  )

const links = () =>
  fieldWithCheckAndConversion(
    Type.String({ maxLength: 10_000 }),
    (text) => isStorableText(text) && parseHeaderAndFooterLinks(text) !== undefined,
    normalizeHeaderAndFooterLinks,
    { reason: 'reason.page_links' },
  )

/**
 * Schema of a setting with the address of a script, without user name, query and fragment, so that the
 * Content-Security-Policy of pages can allow exactly this address; empty for none.
 */
const scriptAddress = () =>
  fieldWithCheckAndConversion(Type.String({ maxLength: 500 }), (text) => text === '' || isScriptAddress(text), String, {
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

/** How pages write times of day: as usual in the language, or with 12 or 24 hours in all languages. */
export const CLOCKS = ['language', '12-hour', '24-hour'] as const
export type Clock = (typeof CLOCKS)[number]

/**
 * The language of the words on pages: the language of the records, the language that the browser prefers, or a fixed
 * language.
 */
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
