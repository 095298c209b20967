import type { EventRow } from '../../collections/events/event-row.ts'
import { INDEXED_KINDS, type Kind } from '../../core/kinds.ts'
import { html, type Markup } from '../html-template.ts'
import { hrefOfTerm, languageRootPath, type PageContext, plainTitleOfRecord } from '../page-context.ts'
import { pathOfRecordIndex } from '../page-paths.ts'

/** A page above the current page in the hierarchy of pages, to which a breadcrumb links. */
export interface Breadcrumb {
  name: string
  /** Path, with the language prefix. */
  path: string
}

/**
 * The breadcrumbs of a record's page: the front page and, for an event, its first category, for other records the page
 * that lists all records of the kind.
 */
export function breadcrumbsOfRecord(context: PageContext, kind: Kind, row: unknown): Breadcrumb[] {
  const home = frontPageBreadcrumb(context)
  const indexed = INDEXED_KINDS.find((one) => one === kind)
  if (indexed) {
    return [
      home,
      { name: context.words.indexes[indexed], path: `${languageRootPath(context)}${pathOfRecordIndex(indexed)}` },
    ]
  }
  const [category] = kind === 'event' ? (row as EventRow).links.categories : []
  return category
    ? [home, { name: plainTitleOfRecord(category), path: hrefOfTerm(context, 'category', category) }]
    : [home]
}

export const frontPageBreadcrumb = (context: PageContext): Breadcrumb => ({
  name: context.scope.site.title,
  path: `${languageRootPath(context)}/`,
})

/**
 * The breadcrumbs as links, from the front page to the page above the current one. The current page is not among them,
 * because its heading names it.
 */
export const renderBreadcrumbs = ({ words }: PageContext, breadcrumbs: readonly Breadcrumb[]): Markup => html`
  <nav class="breadcrumbs" aria-label="${words.breadcrumbs}">
    <ol>
      ${breadcrumbs.map(({ name, path }) => html`<li><a dir="auto" href="${path}">${name}</a></li>`)}
    </ol>
  </nav>
`
