import type { TermRow } from '../../collections/terms/load-terms.ts'
import type { TermKind } from '../../core/kinds.ts'
import { htmlToText } from '../../core/text/html.ts'
import { html } from '../html-template.ts'
import { formatPageMessage, type HtmlPage, hrefOfView, type PageContext, plainTitleOfRecord } from '../page-context.ts'
import { addFilterToAddress, filterValueOfTerm, LINK_FILTERS } from '../parse-event-filter-of-page.ts'
import { renderBreadcrumbs } from '../parts/breadcrumbs.ts'
import { colorClassOfCategory, renderGeneratedPicture } from '../parts/event/generated-picture.ts'
import { attributesOfTitleHeading } from '../parts/language-and-direction-attributes.ts'
import { noEventsNotice } from '../parts/lists/event-list-by-day.ts'
import { describePeriodForSearchEngines } from '../parts/lists/period-description.ts'
import { recordSharePicture } from '../share-pictures/share-picture.ts'
import { loadAndRenderEventList } from './list-page.ts'
import type { RecordPageData } from './record-page-data.ts'

/** The page of a category or tag: its description and upcoming events. */
export async function categoryOrTagPage(
  context: PageContext,
  kind: TermKind,
  term: TermRow,
  page: number,
  { own, breadcrumbs, ...more }: RecordPageData,
): Promise<HtmlPage> {
  const { words, today } = context
  const parameter = LINK_FILTERS[kind]
  const filtered = { ...context, filter: { values: {}, query: { [parameter]: [String(term.id)] } } }
  const found = await loadAndRenderEventList(
    filtered,
    page,
    (number) => `${own}${number > 1 ? `?page=${number}` : ''}#results`,
  )
  const filter = { values: { [parameter]: filterValueOfTerm(term) } }
  const colorId = kind === 'category' ? term.id : undefined
  const [month, map] = [hrefOfView(context, 'month', today.slice(0, 7)), hrefOfView(context, 'map')]
  const title = plainTitleOfRecord(term)
  return {
    status: found.isBeyond ? 404 : 200,
    title,
    description:
      htmlToText(term.text.description).slice(0, 200) ||
      describePeriodForSearchEngines(context, title, found.total, found.rows),
    bodyClass: `record ${colorClassOfCategory(colorId)}`,
    sharePicture: recordSharePicture(context, kind, term),
    ...more,
    linkedData: [...more.linkedData, ...found.linkedData],
    record: { kind, id: term.id, filters: filter.values },
    main: html`
      ${renderBreadcrumbs(context, breadcrumbs)}
      <header class="hero">
        <div class="words">
          <p class="line quiet">${formatPageMessage(context, `kind.${kind}`)}</p>
          <h1${attributesOfTitleHeading(context, term, title)}>${kind === 'tag' && '#'}${title}</h1>
          <p class="summary">${htmlToText(term.text.description)}</p>
          <p class="line">
            <a class="button" href="${addFilterToAddress(month, filter)}">${words.views.month}</a>${' '}
            <a class="button" href="${addFilterToAddress(map, filter)}">${words.views.map}</a>
          </p>
        </div>
        <div class="frame">${renderGeneratedPicture(term.id, colorId)}</div>
      </header>
      <h2 class="section" id="results">${words.comingUp} <span class="quiet">${words.events(found.total)}</span></h2>
      ${found.total === 0 ? noEventsNotice(context, words.nothingPlanned) : found.main}
    `,
  }
}
