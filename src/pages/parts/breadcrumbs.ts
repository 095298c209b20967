import type { EventRow } from '../../collections/events/event-row.ts'
import type { Kind } from '../../core/kinds.ts'
import { html, type Markup } from '../html-template.ts'
import { INDEXED_KINDS, indexPath, type PageContext, plainTitle, rootPath, termHref } from '../page-context.ts'

/** A page above another one in the calendar. */
export interface Breadcrumb {
  name: string
  /** Path, with the language prefix. */
  path: string
}

/**
 * The pages above that of a record: the front page, then for an event its first category, else the index of its kind.
 */
export function breadcrumbsTo(context: PageContext, kind: Kind, row: unknown): Breadcrumb[] {
  const home = homeBreadcrumb(context)
  const indexed = INDEXED_KINDS.find((one) => one === kind)
  if (indexed) {
    return [home, { name: context.words.indexes[indexed], path: `${rootPath(context)}${indexPath(indexed)}` }]
  }
  const [category] = kind === 'event' ? (row as EventRow).links.categories : []
  return category ? [home, { name: plainTitle(category), path: termHref(context, 'category', category) }] : [home]
}

export const homeBreadcrumb = (context: PageContext): Breadcrumb => ({
  name: context.scope.site.title,
  path: `${rootPath(context)}/`,
})

/** Links from the front page to the page above the current one. The current page is named by its heading. */
export const breadcrumbLinks = ({ words }: PageContext, breadcrumbs: readonly Breadcrumb[]): Markup => html`
  <nav class="breadcrumbs" aria-label="${words.breadcrumbs}">
    <ol>
      ${breadcrumbs.map(({ name, path }) => html`<li><a dir="auto" href="${path}">${name}</a></li>`)}
    </ol>
  </nav>
`
