import type { PostColumns, PostContent } from '../../collections/posts/load-posts.ts'
import { isLinkedKind, type LinkedPostKind, type PostKind } from '../../core/kinds.ts'
import { htmlToText } from '../../core/text/html.ts'
import { appendQueryToUrl } from '../../core/urls.ts'
import { html, type Markup } from '../html-template.ts'
import { formatPageMessage, type HtmlPage, hrefOfView, type PageContext, plainTitleOfRecord } from '../page-context.ts'
import { addFilterToAddress, LINK_FILTERS } from '../parse-event-filter-of-page.ts'
import { renderBreadcrumbs } from '../parts/breadcrumbs.ts'
import { type Contact, contactLinks } from '../parts/contact-details.ts'
import { renderDescriptionOfRecord } from '../parts/description-markup.ts'
import { colorClassOfCategory, renderGeneratedPicture } from '../parts/event/generated-picture.ts'
import { attributesOfDescriptionElement, attributesOfTitleHeading } from '../parts/language-and-direction-attributes.ts'
import { noEventsNotice } from '../parts/lists/event-list-by-day.ts'
import { linkPreviewImageOfPicture, renderFullSizePicture } from '../parts/picture-element.ts'
import type { DateRange } from '../period-of-view.ts'
import { recordSharePicture } from '../share-pictures/share-picture.ts'
import { loadAndRenderEventList } from './list-page.ts'
import type { RecordPageData } from './record-page-data.ts'

/** The parts of the page of a post that differ between kinds of posts. */
export interface PostPageParts {
  /** Address or dates, shown beside the description; by default phone number, website and e-mail address. */
  facts?: Markup | undefined
  /** Name of the kind of record, above the title. */
  label?: string | undefined
  /** The events that the page lists; by default those from today on. */
  events?: { heading?: string; range?: DateRange; venue?: number[] | undefined; choices?: Markup | undefined }
}

/**
 * The page of a post: title, picture, text and contact details, and the upcoming events that refer to the post. Kinds
 * of posts without a layout of their own use it.
 * @param page number of the current page in the list of events
 */
export async function defaultPostPage(
  context: PageContext,
  kind: PostKind,
  post: PostColumns & PostContent & Contact,
  page: number,
  { own, breadcrumbs, ...more }: RecordPageData,
  { facts = contactList(context, post), label, events: shown = {} }: PostPageParts = {},
): Promise<HtmlPage> {
  const events = isLinkedKind(kind) ? await eventsOf(context, { kind, id: post.id, own }, page, shown) : undefined
  const title = plainTitleOfRecord(post)
  const picture = post.image
    ? renderFullSizePicture(context, post.image, title)
    : renderGeneratedPicture(post.id, post.id)
  return {
    status: events?.isBeyond ? 404 : 200,
    title,
    description: htmlToText(post.text.excerpt || post.text.description).slice(0, 200) || undefined,
    bodyClass: `record ${colorClassOfCategory(post.id)}`,
    image: post.image && linkPreviewImageOfPicture(context, post.image, title),
    sharePicture: kind === 'event' ? undefined : recordSharePicture(context, kind, post),
    ...more,
    record: isLinkedKind(kind) ? { kind, id: post.id, filters: linkFilter(kind, post.id) } : { kind, id: post.id },
    main: html`
      ${renderBreadcrumbs(context, breadcrumbs)}
      <article class="event-page">
        <header class="hero">
          <div class="words">
            <p class="line quiet">${label ?? formatPageMessage(context, `kind.${kind}`)}</p>
            <h1${attributesOfTitleHeading(context, post, title)}>${title}</h1>
          </div>
          <div class="frame">${picture}</div>
        </header>
        <div class="columns">
          ${(facts || events) && html`<aside class="facts">${facts}${events?.calendarButton}</aside>`}
          <div${attributesOfDescriptionElement(context, post)}>
            ${renderDescriptionOfRecord(context, post.text.description)}
            ${events?.section}
          </div>
        </div>
      </article>
    `,
  }
}

const linkFilter = (kind: LinkedPostKind, id: number) => ({ [LINK_FILTERS[kind]]: id })

/**
 * The section on the page of a venue, organizer or series with the events that refer to it, and with links to other
 * views and feeds of these events.
 */
async function eventsOf(
  context: PageContext,
  { kind, id, own }: { kind: LinkedPostKind; id: number; own: string },
  page: number,
  { heading, range, venue, choices }: NonNullable<PostPageParts['events']>,
) {
  const { words, today } = context
  const parameter = LINK_FILTERS[kind]
  const query = { ...(venue && { venue }), [parameter]: [id] }
  const address = (number: number) =>
    `${appendQueryToUrl(own, { venue, page: number > 1 ? number : undefined })}#results`
  const found = await loadAndRenderEventList({ ...context, filter: { values: {}, query } }, page, address, { range })
  const filter = { values: { [parameter]: String(id) } }
  const month = addFilterToAddress(hrefOfView(context, 'month', today.slice(0, 7)), filter)
  const past = addFilterToAddress(hrefOfView(context, 'past'), filter)
  return {
    isBeyond: found.isBeyond,
    section: html`
      <section class="here">
        <h2 id="results">
          ${heading ?? words.eventsOf}${' '}
          <span class="quiet">${words.events(found.total)}</span>
        </h2>
        ${choices}
        ${found.total === 0 ? noEventsNotice(context, words.nothingPlanned) : found.main}
        ${!range && html`<p class="onward"><a href="${past}">${words.views.past}</a></p>`}
      </section>
    `,
    calendarButton: html`<p><a class="button" href="${month}">${words.calendar}</a></p>`,
  }
}

/** Phone number, website and e-mail address of a post as a `<dl>`; undefined if it has none. */
function contactList(context: PageContext, post: Contact): Markup | undefined {
  const entries = contactEntries(context, post)
  return entries && html`<dl>${entries}</dl>`
}

/** Phone number, website and e-mail address of a post, as entries of a `<dl>`; undefined if it has none. */
export function contactEntries({ words }: PageContext, post: Contact): Markup | undefined {
  const { phone, website, email } = contactLinks(post)
  if (!phone && !website && !email) return undefined
  return html`
    ${phone && html`<dt>${words.phone}</dt><dd>${phone}</dd>`}
    ${website && html`<dt>${words.website}</dt><dd>${website}</dd>`}
    ${email && html`<dt>${words.email}</dt><dd>${email}</dd>`}
  `
}
