import { html, type Markup } from '../../pages/html-template.ts'
import { type AdminContext, adminPath } from '../admin-context.ts'

/** The next dates of a repeated event, as its form shows them. */
export interface FormDates {
  /**
   * A sentence about the recurrence rules, such as `Every Tuesday`; the messages about their problems if the typed
   * rules are invalid.
   */
  text: string
  /** The first dates, formatted in the language of the page. */
  dates: readonly string[]
  /** A text with the number of further dates; empty if there are none. */
  more: string
}

/**
 * The list of the next dates of an event, with a button that shows it in browsers without script. When the user changes
 * an input whose name begins with one of `data-inputs`, the script `record-form.js` loads the list again from
 * `data-dates`.
 * @param eventId undefined for a new event
 * @param next undefined if the event does not repeat, or the dates have not been computed yet
 */
export const renderNextDatesInForm = (
  context: AdminContext,
  next: FormDates | undefined,
  eventId: number | undefined,
): Markup => html`
  <div
    class="dates quiet"
    role="status"
    data-dates="${adminPath(context, '/events/dates')}"
    data-event="${eventId ?? ''}"
    data-inputs="start_date end_date all_day timezone recurrence"
  >
    ${next && html`<p>${next.text}</p><ul>${next.dates.map((date) => html`<li>${date}</li>`)}</ul><p>${next.more}</p>`}
  </div>
  <p><button class="plain" name="action" value="dates">${context.words.actions.dates}</button></p>
`
