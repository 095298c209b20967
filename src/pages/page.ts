import type { Scope } from '../collections/collection.ts'
import { postPageUrl } from '../collections/posts/present.ts'
import type { PostColumns, PostContent } from '../collections/posts/read.ts'
import type { TermRow } from '../collections/terms/read.ts'
import type { PostKind, TermKind } from '../core/kinds.ts'
import type { Language } from '../core/language.ts'
import { htmlToText } from '../core/text/html.ts'
import { instantToLocal } from '../core/time/instant.ts'
import { languageRoot, type QueryParameters } from '../core/urls.ts'
import { type DateFormat, datePart, formatDate } from './dates.ts'
import type { PageFilter } from './filter.ts'
import type { Markup } from './markup.ts'
import type { Words } from './words/en.ts'
import { wordsOf } from './words/index.ts'

/** The tile server of maps, if the operator has configured one (`MAP_TILES`). */
export interface MapTiles {
  /** URL template with `{z}`, `{x}` and `{y}`. */
  url: string
  /** Text beside the map that names the source, as licences of map data demand. */
  attribution: string
}

/** What every part of a page needs to know about the request. */
export interface PageContext {
  scope: Scope
  words: Words
  /** Today in the time zone of the site: `YYYY-MM-DD`. */
  today: string
  filter: PageFilter
  /** Whether the page is for an `<iframe>` of another site, without header and footer. */
  isEmbedded: boolean
  tiles: MapTiles | undefined
}

/** A page as a view returns it; `renderDocument` writes the HTML document around it. */
export interface HtmlPage {
  /** HTTP status. */
  status: number
  title: string
  description?: string | undefined
  /** Content of the `<main>` element. */
  main: Markup
  /** Path below the language root, the same in all languages; undefined if the page has no versions there. */
  path?: string | undefined
  /** Versions in other languages, if their paths differ. */
  versions?: { language: Language; address: string }[] | undefined
  /** Address of the original text, if the page shows it for want of a translation. */
  canonical?: string | undefined
  /** JSON-LD objects (schema.org). */
  linkedData?: readonly object[]
  /** Image for previews (Open Graph). */
  imageUrl?: string | undefined
  /** The events in feeds of the page, unless the filter of the request selects them. */
  feedSelection?: { eventId: number } | { filters: QueryParameters } | undefined
  /** Class of `<body>`, which sets colours and layout. */
  bodyClass: string
  /** The view that is marked as current in the navigation. */
  view?: ViewName | undefined
  /** Whether search engines may index the page; true by default. */
  isIndexed?: boolean
  /** Seconds since 1970-01-01 UTC from which the page may differ without a write. */
  expiresAt?: number | undefined
}

export type ViewName = 'month' | 'week' | 'day' | 'list' | 'map' | 'now' | 'weekend'

export function createPageContext(
  scope: Scope,
  filter: PageFilter,
  options: Pick<PageContext, 'isEmbedded' | 'tiles'>,
): PageContext {
  const today = datePart(instantToLocal(scope.now, scope.site.timezone))
  return { scope, words: wordsOf(scope.language), today, filter, ...options }
}

/** Path of a language root without a slash at the end: empty, or `/de`. */
export const rootPath = ({ scope }: PageContext, language: Language = scope.language) =>
  languageRoot(language, scope.languages)

/** Path of a view below the language root. @param period month (`2026-11`) or date (`2026-11-21`) */
export const viewPath = (view: ViewName, period?: string) =>
  `/events/${view}/${period === undefined ? '' : `${period}/`}`

/** Link to a view with the language root, below `/embed` on embedded pages. @param period as in `viewPath` */
export function viewHref(context: PageContext, view: ViewName, period?: string): string {
  const path = viewPath(view, period)
  return `${rootPath(context)}${context.isEmbedded ? path.replace(/^\/events/, '/embed') : path}`
}

/** The path of an address of this site. */
const pathIn = ({ scope }: PageContext, address: string) => address.slice(scope.urls.origin.length)

/** Link to the page of an event, venue or organizer. */
export const postHref = (context: PageContext, kind: PostKind, post: PostColumns & Pick<PostContent, 'text'>) =>
  pathIn(context, postPageUrl(context.scope, kind, post)(context.scope.urls, post.text))

/** Link to the page of a term. It names a category without its parents; the page redirects to the full path. */
export const termHref = (context: PageContext, kind: TermKind, { text }: TermRow) =>
  pathIn(context, context.scope.urls.page(kind, text.slug))

/** The title of a record without markup. */
export const plainTitle = ({ text }: { text: { title: string } }) => htmlToText(text.title)

/** Formats a date or local time in the language of the page. */
export const dateText = ({ scope }: PageContext, format: DateFormat, local: string) =>
  formatDate(scope.language, format, local)
