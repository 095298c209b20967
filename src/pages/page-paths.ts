import { type IndexedKind, KIND_PROPERTIES } from '../core/kinds.ts'

/** The views of the calendar, by the names in their paths. */
export const VIEW_NAMES = ['month', 'week', 'day', 'list', 'past', 'map', 'now', 'weekend'] as const
export type ViewName = (typeof VIEW_NAMES)[number]

/** Path of a view, without the language prefix. @param period month (`2026-11`) or date (`2026-11-21`) */
export const pathOfView = (view: ViewName, period?: string) =>
  `/events/${view}/${period === undefined ? '' : `${period}/`}`

/** Path of the suggestions for the search field, as JSON, without the language prefix. */
export const SUGGESTIONS_PATH = '/events/suggestions/'

/** Path of the page that lists all records of a kind, without the language prefix: `/venues/`. */
export const pathOfRecordIndex = (kind: IndexedKind) => `/${KIND_PROPERTIES[kind].collection}/`
