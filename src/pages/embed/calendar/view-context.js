/** @import { CalendarEvent } from './events.js' */
/** @import { Formatter } from './formatter.js' */
/** @import { Settings, View } from './settings.js' */

/**
 * What views need: settings, texts, and functions that react to the reader.
 * @typedef {object} ViewContext
 * @property {Settings} settings
 * @property {Formatter} formatter
 * @property {(day: string, view?: View) => void} goTo  shows another day or view, and sends `almanac-date-change`
 * @property {(count: number) => void} step  moves on by months, weeks or days, as the view has them
 * @property {(day: string) => void} openDay  shows the events of a day: below the month if it is narrow, else in the
 * day view
 * @property {(event: KeyboardEvent) => void} onKey  moves in the grid of the month
 * @property {(event: CalendarEvent, click: Event) => void} openEvent  sends `almanac-event-open`
 */

export {}
