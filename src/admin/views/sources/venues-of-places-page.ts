import type { PlaceRow } from '../../../import/subscriptions/venues-of-places.ts'
import { html } from '../../../pages/html-template.ts'
import { type AdminPage, adminPath, type SignedInContext } from '../../admin-context.ts'
import { hiddenInputWithFormToken } from '../../forms/admin-form.ts'
import { renderTable } from '../../forms/button-form-and-table.ts'

/**
 * The page with all places that subscriptions contain. For each place, the user chooses the venue here that it means.
 */
export function venuesOfPlacesPage(
  context: SignedInContext,
  places: readonly PlaceRow[],
  venues: readonly { id: number; title: string }[],
): AdminPage {
  const { sources } = context.words
  const rows = places.map(({ place, name, venue_id }, at) => {
    const options = venues.map(
      ({ id, title }) => html`<option value="${id}"${id === venue_id && html` selected`}>${title}</option>`,
    )
    return [
      html`<span id="place-${at}">${name}</span>`,
      html`
        <form method="post" action="${adminPath(context, '/sources/places')}">
          ${hiddenInputWithFormToken(context)}
          <input type="hidden" name="place" value="${place}">
          <select name="venue" aria-labelledby="place-${at}"><option value="">${sources.noVenue}</option>${options}</select>
          <button class="plain">${sources.save}</button>
        </form>
      `,
    ]
  })
  return {
    title: sources.places,
    main: html`
      <p>${sources.placesHint}</p>
      <p><a href="${adminPath(context, '/venues/new')}">${sources.newVenue}</a></p>
      ${rows.length === 0 ? html`<p>${sources.none}</p>` : renderTable(sources.places, [sources.place, sources.venue], rows)}
    `,
  }
}
