import type { OrganizerRow } from '../../collections/organizers/store.ts'
import type { PostContent } from '../../collections/posts/read.ts'
import type { VenueRow } from '../../collections/venues/store.ts'
import type { LinkedPostKind } from '../../core/kinds.ts'
import { htmlToText } from '../../core/text/html.ts'
import { presentImage } from '../../media/present.ts'
import { LINK_FILTERS, withFilter } from '../filter.ts'
import { html, type Markup } from '../markup.ts'
import { type HtmlPage, type PageContext, plainTitle, viewHref } from '../page.ts'
import { emptyNotice } from '../parts/agenda.ts'
import { descriptionMarkup } from '../parts/description.ts'
import { categoryColorClass, poster } from '../parts/poster.ts'
import { venueDetails } from '../parts/venue-details.ts'
import { websiteLink } from '../parts/website-link.ts'
import { loadAgenda } from './list.ts'
import type { RecordPageData } from './record-page-data.ts'

type LinkedPost = { id: number; website: string; phone: string } & PostContent

/**
 * The page of a venue or organizer, with its upcoming events.
 * @param facts HTML of the address or contact details, shown beside the description
 */
async function linkedPostPage(
  context: PageContext,
  kind: LinkedPostKind,
  post: LinkedPost,
  page: number,
  facts: Markup,
  { own, ...more }: RecordPageData,
): Promise<HtmlPage> {
  const { scope, words } = context
  const parameter = LINK_FILTERS[kind]
  const filtered = { ...context, filter: { values: {}, query: { [parameter]: [post.id] } } }
  const found = await loadAgenda(filtered, page, (number) => (number > 1 ? `${own}?page=${number}` : own))
  const image = post.image && presentImage(post.image, scope.urls)
  const name = plainTitle(post)
  const picture = image
    ? html`<img class="poster" src="${image.url}" width="${image.width}" height="${image.height}" alt="">`
    : poster(post.id, post.id)
  const month = withFilter(viewHref(context, 'month', context.today.slice(0, 7)), {
    values: { [parameter]: String(post.id) },
  })
  return {
    status: found.isBeyond ? 404 : 200,
    title: name,
    description: htmlToText(post.text.excerpt || post.text.description).slice(0, 200) || undefined,
    bodyClass: `record ${categoryColorClass(post.id)}`,
    imageUrl: image?.url,
    ...more,
    record: { kind, id: post.id, filters: { [parameter]: post.id } },
    main: html`
      <article class="event-page">
        <header class="hero">
          <div class="words">
            <p class="line quiet">${words[kind]}</p>
            <h1>${name}</h1>
          </div>
          <div class="frame">${picture}</div>
        </header>
        <div class="columns">
          <div class="story">
            ${descriptionMarkup(context, post.text.description)}
            <section class="here">
              <h2>
                ${kind === 'venue' ? words.eventsHere : words.eventsOf}${' '}
                <span class="quiet">${words.events(found.total)}</span>
              </h2>
              ${found.total === 0 ? emptyNotice(context, words.nothingFound) : found.main}
            </section>
          </div>
          <aside class="facts">
            ${facts}
            <p><a class="button" href="${month}">${words.calendar}</a></p>
          </aside>
        </div>
      </article>
    `,
  }
}

export function venuePage(
  context: PageContext,
  venue: VenueRow,
  page: number,
  data: RecordPageData,
): Promise<HtmlPage> {
  const facts = html`
    <dl>
      <dt>${context.words.address}</dt>
      <dd>${venueDetails(context, venue)}</dd>
      ${contact(context, venue)}
    </dl>
  `
  return linkedPostPage(context, 'venue', venue, page, facts, data)
}

export function organizerPage(
  context: PageContext,
  organizer: OrganizerRow,
  page: number,
  data: RecordPageData,
): Promise<HtmlPage> {
  const { email } = organizer
  const mail = `mailto:${encodeURIComponent(email).replace('%40', '@')}`
  const facts = html`
    <dl>
      ${contact(context, organizer)}
      ${email !== '' && html`<dt>${context.words.email}</dt><dd><a href="${mail}">${email}</a></dd>`}
    </dl>
  `
  return linkedPostPage(context, 'organizer', organizer, page, facts, data)
}

/** Phone number and website of a venue or organizer, as entries of a `<dl>`. */
function contact({ words }: PageContext, { phone, website }: { phone: string; website: string }): Markup {
  const link = websiteLink(website)
  const number = /\d/.test(phone) ? html`<a href="tel:${phone.replace(/[^+\d]/g, '')}">${phone}</a>` : phone
  return html`
    ${phone !== '' && html`<dt>${words.phone}</dt><dd>${number}</dd>`}
    ${link && html`<dt>${words.website}</dt><dd>${link}</dd>`}
  `
}
