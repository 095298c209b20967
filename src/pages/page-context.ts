import type { PostContent, PublicationColumns } from '../collections/posts/load-posts.ts'
import { postPageUrl } from '../collections/posts/present-post.ts'
import type { Scope } from '../collections/scope.ts'
import type { TermRow } from '../collections/terms/load-terms.ts'
import type { PostKind, TermKind } from '../core/kinds.ts'
import type { Language, PageLanguage } from '../core/language.ts'
import type { MessageKey } from '../core/messages/index.ts'
import { htmlToText } from '../core/text/html.ts'
import { instantToLocal } from '../core/time/instant.ts'
import type { PageRecord } from '../feeds/site/api-and-feed-links.ts'
import type { Markup } from './html-template.ts'
import { capitalize, type DateFormat, dateOfLocalTime, formatDate } from './page-dates.ts'
import { pathOfView, type ViewName } from './page-paths.ts'
import type { PageFilter } from './parse-event-filter-of-page.ts'
import type { SharePicture } from './share-pictures/share-picture-content.ts'
import type { Words } from './words/en.ts'
import { formatMessageOnPage, pageWordsInLanguage } from './words/index.ts'

/** The script and the background of maps that readers can move. */
export interface PageMap {
  /** Path of the script of maps that readers can move; undefined if its library is not installed. */
  script: string | undefined
  /** Background of maps, such as streets; undefined: maps show only coasts. */
  background: MapBackground | undefined
}

export interface MapBackground {
  type: 'tiles' | 'archive'
  /**
   * URL template of map tiles with `{z}`, `{x}` and `{y}` (`MAP_TILES`), or the address of a PMTiles file
   * (`MAP_PMTILES`).
   */
  url: string
  /** Attribution below the map, as required by the licences of map data. */
  attribution: string
}

export const MAP_WITHOUT_SCRIPT: PageMap = { script: undefined, background: undefined }

/** The request and the settings that all parts of a page use. */
export interface PageContext {
  scope: Scope
  /** The language of the words, dates and numbers on the page; the language of its records is in `scope`. */
  language: PageLanguage
  words: Words
  /** The current date in the time zone of the site: `YYYY-MM-DD`. */
  today: string
  filter: PageFilter
  /** Whether the page is shown in an `<iframe>` of another site, and so has no header and footer. */
  isEmbedded: boolean
  map: PageMap
}

/** Title, content and metadata of a page, from which `renderPageDocument` creates the HTML document. */
export interface HtmlPage {
  /** HTTP status of the response. */
  status: number
  title: string
  description?: string | undefined
  /** Content of the `<main>` element. */
  main: Markup
  /**
   * Path without the language prefix, if the path is the same in all languages (`/events/list/`); undefined for pages
   * of records, whose paths differ by language, and for error pages.
   */
  path?: string | undefined
  /** Addresses of the page in all its languages; only for pages of records, whose paths differ by language. */
  versions?: { language: Language; address: string }[] | undefined
  /**
   * Address of the page in the original language of the record, if the record has no translation and the page shows its
   * original text.
   */
  canonical?: string | undefined
  /**
   * Path of the page of a record without the language prefix. With the prefix of a language in which the record has no
   * text, it leads to the page with the original text.
   */
  recordPath?: string | undefined
  /** JSON-LD objects (schema.org) for `<script>` elements in the head. */
  linkedData?: readonly object[]
  /** The picture of the record, which other services show in previews of links to the page (Open Graph). */
  image?: PreviewImage | undefined
  /**
   * The content of the generated picture for previews of links, if the record has no picture; by default the name of
   * the site.
   */
  sharePicture?: SharePicture | undefined
  /** The record that the page shows, if it shows one. */
  record?: PageRecord | undefined
  /** Class of `<body>`, which sets colours and layout. */
  bodyClass: string
  /** The view (month, week, list …) that the navigation marks as current. */
  view?: ViewName | undefined
  /** Whether search engines may index the page; true by default. */
  isIndexed?: boolean
  /**
   * Time in seconds since 1970-01-01 UTC at which the page changes even if nothing is written, e.g. when its event
   * starts. Caches must not use it longer.
   */
  expiresAt?: number | undefined
}

export interface PreviewImage {
  url: string
  /** Width in pixels; `height` has the same unit. */
  width: number
  height: number
  alt: string
}

export function createPageContext(
  scope: Scope,
  filter: PageFilter,
  { language = scope.language, ...options }: Pick<PageContext, 'isEmbedded' | 'map'> & { language?: PageLanguage },
): PageContext {
  const today = dateOfLocalTime(instantToLocal(scope.now, scope.site.timezone))
  return { scope, language, words: pageWordsInLanguage(language, scope.language), today, filter, ...options }
}

/**
 * Prefix of all paths in the language of the page: empty for the default language and on the domain of a language,
 * otherwise e.g. `/de`.
 */
export const languageRootPath = (context: PageContext) => frontPageHref(context, context.scope.language).slice(0, -1)

/** Address of the front page in a language: a path, or a whole address if the language has a domain of its own. */
export const frontPageHref = (context: PageContext, language: Language) =>
  pathIn(context, context.scope.urls.inLanguage(language).home)

/**
 * Path of a view with the language prefix. On embedded pages the path begins with `/embed` instead of `/events`.
 * @param period month (`2026-11`) or date (`2026-11-21`)
 */
export function hrefOfView(context: PageContext, view: ViewName, period?: string): string {
  const path = pathOfView(view, period)
  return `${languageRootPath(context)}${context.isEmbedded ? path.replace(/^\/events/, '/embed') : path}`
}

/** Removes the origin of the page from an address of this site, so that the path remains. */
const pathIn = ({ scope: { urls } }: PageContext, address: string) =>
  address.startsWith(`${urls.origin}/`) ? address.slice(urls.origin.length) : address

/** Path of the page of an event, venue or organizer. */
export const hrefOfPost = (
  context: PageContext,
  kind: PostKind,
  post: PublicationColumns & Pick<PostContent, 'text' | 'page_path'>,
) => pathIn(context, postPageUrl(context.scope, kind, post)(context.scope.urls, post.text))

/**
 * Path of the page of a category or tag. Parent categories are left out; the server redirects to the path that includes
 * them.
 */
export const hrefOfTerm = (context: PageContext, kind: TermKind, { text }: TermRow) =>
  pathIn(context, context.scope.urls.page(kind, text.slug))

/** The title of a record as plain text; titles may contain HTML. */
export const plainTitleOfRecord = ({ text }: { text: { title: string } }) => htmlToText(text.title)

/** Formats a message of the API in the language of the page. */
export const formatPageMessage = ({ scope, language }: PageContext, key: MessageKey): string =>
  formatMessageOnPage(language, scope.language, key)

/** Formats a date or local time in the language of the page. */
export const formatPageDate = ({ scope, language }: PageContext, format: DateFormat, local: string) =>
  formatDate(language, format, local, scope.site.clock)

/** Like `formatPageDate`, for the beginning of a heading or line: with a capital letter. */
export const formatHeadingDate = (context: PageContext, format: DateFormat, local: string) =>
  capitalize(context.language, formatPageDate(context, format, local))
