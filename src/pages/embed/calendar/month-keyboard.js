import { addDaysToDay, addMonthsToDay, firstDayOfWeekContaining } from './calendar-day.js'

/**
 * Types that this module uses, for the TypeScript compiler.
 * @import { ElementSettings } from './element-settings.js'
 */

/**
 * The day that an arrow key, Home, End, Page Up or Page Down selects in the month view. The keys follow the ARIA
 * pattern for grids of dates.
 * @param {KeyboardEvent} event @param {ElementSettings} settings
 * @returns {string | undefined} undefined for all other keys
 */
export function dayForArrowKey({ key, shiftKey }, { day, firstDay, isRightToLeft }) {
  const right = isRightToLeft ? -1 : 1
  switch (key) {
    case 'ArrowLeft':
      return addDaysToDay(day, -right)
    case 'ArrowRight':
      return addDaysToDay(day, right)
    case 'ArrowUp':
      return addDaysToDay(day, -7)
    case 'ArrowDown':
      return addDaysToDay(day, 7)
    case 'Home':
      return firstDayOfWeekContaining(day, firstDay)
    case 'End':
      return addDaysToDay(firstDayOfWeekContaining(day, firstDay), 6)
    case 'PageUp':
      return addMonthsToDay(day, shiftKey ? -12 : -1)
    case 'PageDown':
      return addMonthsToDay(day, shiftKey ? 12 : 1)
  }
}
