/** The languages besides English in which records can have texts. */
const OTHER_CONTENT_LANGUAGES = ['de', 'fr', 'es', 'fi']
/** The languages besides English whose texts the element loads from a file when a calendar needs them. */
const LOADED_LANGUAGES = [...OTHER_CONTENT_LANGUAGES, ...'it nl pt pl cs sv da el ja ar'.split(' ')]

/**
 * Texts of the calendar element in English; those of other languages are in `words/`. `{}` is replaced by a number,
 * date or time. The items of `back` and `on` are for the month, week and day view, those of `views` for the month,
 * week, day and list view; `count` has a text for each plural category of the language (Unicode CLDR).
 */
const ENGLISH = {
  today: 'Today',
  back: ['Previous month', 'Previous week', 'Previous day'],
  on: ['Next month', 'Next week', 'Next day'],
  views: ['Month', 'Week', 'Day', 'List'],
  view: 'View',
  coming: 'Coming up',
  from: 'From {}',
  more: '{} more',
  later: 'Show more',
  allDay: 'All day',
  none: 'No events',
  count: { one: '{} event', other: '{} events' },
  loading: 'Loading',
  yours: '{} your time',
  failed: 'The calendar cannot be shown right now.',
  again: 'Try again',
  status: {
    cancelled: 'Cancelled',
    postponed: 'Postponed',
    rescheduled: 'Rescheduled',
    moved_online: 'Moved online',
  },
}

/** @typedef {Omit<typeof ENGLISH, 'count'> & { count: Partial<Record<string, string>> & { other: string } }} CalendarWords */

/** The texts that were loaded, by language. @type {Map<string, CalendarWords>} */
const wordsByLanguage = new Map([['en', ENGLISH]])

/**
 * The texts of the calendar element in a language; English texts if the element has none in that language or has not
 * loaded them yet.
 * @param {string} language
 * @returns {CalendarWords}
 */
export const calendarWordsInLanguage = (language) => wordsByLanguage.get(language) ?? ENGLISH

/** Whether records can have texts in a language. @param {string} language */
export const isLanguageOfRecords = (language) => language === 'en' || OTHER_CONTENT_LANGUAGES.includes(language)

/**
 * Loads the texts in a language. If that fails, they remain English.
 * @param {string} language
 * @returns {Promise<unknown> | undefined} undefined if there is nothing to load
 */
export function loadCalendarWords(language) {
  if (wordsByLanguage.has(language) || !LOADED_LANGUAGES.includes(language)) return undefined
  return import(String(new URL(`almanac-calendar-${language}.js`, import.meta.url))).then(
    (file) => wordsByLanguage.set(language, file[language]),
    () => wordsByLanguage.set(language, ENGLISH),
  )
}

/** Replaces `{}` in a text by a value. @param {string} pattern @param {string | number} value */
export const replacePlaceholderInText = (pattern, value) => pattern.replace('{}', String(value))
