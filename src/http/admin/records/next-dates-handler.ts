import { COLLECTION_BY_KIND } from '../../../collections/collection-by-kind.ts'
import type { AdminHandler } from '../admin-handler.ts'
import { computeNextDatesOfEventInForm } from './next-dates-of-event-form.ts'
import { findEditableRecord } from './record-form-handlers.ts'

/**
 * Returns the next dates of an event as it is typed in its form, for the script of the form. The parameter `id` is the id
 * of a stored event.
 */
export const nextDatesHandler: AdminHandler = {
  async show({ context, sent }) {
    const { row } = sent.id ? await findEditableRecord(context, COLLECTION_BY_KIND.event, sent) : {}
    return { json: computeNextDatesOfEventInForm(context, sent, row) ?? {} }
  },
}
