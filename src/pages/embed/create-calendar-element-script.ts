import type { Settings } from '../../settings/site-settings.ts'
import { joinEsModules } from './join-modules.ts'

const FIRST_DAYS: Readonly<Record<Settings['week_start'], number | undefined>> = {
  // With the setting `monday`, the default, the element begins weeks on the day that is usual in the region of the
  // reader.
  monday: undefined,
  saturday: 6,
  sunday: 7,
}
const HOUR_12: Readonly<Record<Settings['clock'], boolean | undefined>> = {
  language: undefined,
  '12-hour': true,
  '24-hour': false,
}

/**
 * The beginning of the declaration in `calendar/element-settings.js` into which the settings of the site are written.
 */
const DECLARATION = 'const SITE_FORMATS = '

/**
 * Joins the modules of the calendar element to one script, and returns the function that writes the settings of the
 * site into it.
 * @throws {Error} if the declaration of `SITE_FORMATS` is missing in the modules
 */
export function createCalendarElementScript(): (site: Pick<Settings, 'week_start' | 'clock'>) => string {
  const script = joinEsModules(new URL('calendar/element.js', import.meta.url))
  if (!script.includes(`${DECLARATION}{}`)) throw new Error('The element has no place for the settings of the site')
  return ({ week_start: weekStart, clock }) => {
    const formats = JSON.stringify({ firstDay: FIRST_DAYS[weekStart], hour12: HOUR_12[clock] })
    return script.replace(`${DECLARATION}{}`, () => DECLARATION + formats)
  }
}
