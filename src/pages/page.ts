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
import type { EventFilter } from './filter.ts'
import type { Markup } from './markup.ts'
import { type Words, wordsOf } from './words/index.ts'

/** Where pictures of a map come from, if the operator wants any. */
export interface MapTiles {
  /** With `{z}`, `{x}` and `{y}`. */
  url: string
  /** Who must be named beside the map. */
  attribution: string
}

/** A request for a page, and what every part of the page needs. */
export interface PageContext {
  scope: Scope
  words: Words
  /** Today where the site is: `YYYY-MM-DD`. */
  today: string
  filter: EventFilter
  /** Shown inside the page of someone else, without head and foot. */
  isEmbedded: boolean
  tiles: MapTiles | undefined
}

/** What a view makes of a context. */
export interface Page {
  status: number
  title: string
  description?: string | undefined
  main: Markup
  /** Path of this page without its language root; undefined: no other language has it. */
  path?: string | undefined
  /** The same page in other languages, where that is not the same path at another root. */
  versions?: { language: Language; address: string }[] | undefined
  /** Where the same text is, if not in the language of this page. */
  canonical?: string | undefined
  /** For search engines and those who show a preview. */
  linkedData?: readonly object[]
  imageUrl?: string | undefined
  /** What feeds of it hold, where that is not what the filter of the context chooses. */
  feedSelection?: { eventId: number } | { filters: QueryParameters } | undefined
  /** `<body>` class, which colours some pages. */
  bodyClass: string
  /** Which of the views is shown, for the navigation. */
  view?: ViewName | undefined
  isIndexed?: boolean
  /** Seconds since 1970 UTC at which it may differ though nobody wrote. */
  expiresAt?: number | undefined
}

export type ViewName = 'month' | 'week' | 'day' | 'list' | 'map' | 'now' | 'weekend'

export function createPageContext(
  scope: Scope,
  filter: EventFilter,
  options: Pick<PageContext, 'isEmbedded' | 'tiles'>,
): PageContext {
  const today = datePart(instantToLocal(scope.now, scope.site.timezone))
  return { scope, words: wordsOf(scope.language), today, filter, ...options }
}

/** The path of the language's root, without a slash at the end. */
export const rootPath = ({ scope }: PageContext, language: Language = scope.language) =>
  languageRoot(language, scope.languages)

/** The path of a view, without language root. @param period `2026-11` or `2026-11-21`, whatever the view has */
export const viewPath = (view: ViewName, period?: string) =>
  `/events/${view}/${period === undefined ? '' : `${period}/`}`

/** Where a view is found from this page. */
export function viewHref(context: PageContext, view: ViewName, period?: string): string {
  const path = viewPath(view, period)
  return `${rootPath(context)}${context.isEmbedded ? path.replace(/^\/events/, '/embed') : path}`
}

/** The path of a record's page, from its address. */
const pathIn = ({ scope }: PageContext, address: string) => address.slice(scope.urls.origin.length)

/** Of an event, venue or organizer. */
export const postHref = (context: PageContext, kind: PostKind, post: PostColumns & Pick<PostContent, 'text'>) =>
  pathIn(context, postPageUrl(context.scope, kind, post)(context.scope.urls, post.text))

/** Of a category by its last slug alone: the page finds the rest of its path. */
export const termHref = (context: PageContext, kind: TermKind, { text }: TermRow) =>
  pathIn(context, context.scope.urls.page(kind, text.slug))

/** A title without the markup it may hold. */
export const plainTitle = ({ text }: { text: { title: string } }) => htmlToText(text.title)

export const dateText = ({ scope }: PageContext, format: DateFormat, local: string) =>
  formatDate(scope.language, format, local)
