/**
 * Types that this module uses, for the TypeScript compiler.
 * @import { CalendarEvent } from './convert-and-group-events.js'
 * @import { Formatter } from './date-and-time-formatter.js'
 * @import { ElementSettings, View } from './element-settings.js'
 */

/**
 * Settings, texts and functions for the views of the calendar element. Views call the functions when the reader clicks
 * or presses a key.
 * @typedef {object} ViewContext
 * @property {ElementSettings} settings
 * @property {Formatter} formatter
 * @property {(day: string, view?: View) => void} goTo  shows another day or view, and dispatches `almanac-date-change`
 * @property {(count: number) => void} step  moves by `count` months, weeks or days, depending on the view
 * @property {(day: string) => void} openDay  shows the events of a day: below a narrow month, else in the day view
 * @property {(event: KeyboardEvent) => void} onKey  handles a key in the month view
 * @property {(event: CalendarEvent, click: Event) => void} openEvent  dispatches `almanac-event-open`
 */

export {}
