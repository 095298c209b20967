import type { EventRow } from '../../../../collections/events/event-row.ts'
import { memoize } from '../../../../core/generic/memoize.ts'
import type { Language } from '../../../../core/language.ts'
import { formatMessage } from '../../../../core/messages/index.ts'
import type { LocalTime } from '../../../../core/time/local-time.ts'

const LOCALES: Record<Language, string> = { en: 'en-US', de: 'de-DE', fr: 'fr-FR', es: 'es-ES', fi: 'fi-FI' }

const FORMATS = {
  date: { month: 'long', day: 'numeric', year: 'numeric' },
  dateInYear: { month: 'long', day: 'numeric' },
  time: { hour: 'numeric', minute: '2-digit' },
} as const

type Format = keyof typeof FORMATS

const formatterOf = memoize((key: string) => {
  const [language, format] = key.split(' ') as [Language, Format]
  return new Intl.DateTimeFormat(LOCALES[language], { ...FORMATS[format], timeZone: 'UTC' })
})

function format(language: Language, name: Format, local: LocalTime): string {
  const text = formatterOf(`${language} ${name}`).format(new Date(`${local.replace(' ', 'T')}Z`))
  // English times are written as `10:00 am`, with an ordinary space.
  return name === 'time' ? text.replace(/\s/g, ' ').toLowerCase() : text
}

const start = (text: string) => `<span class="tribe-event-date-start">${text}</span>`
const end = (text: string) => `<span class="tribe-event-date-end">${text}</span>`
const time = (text: string) => `<span class="tribe-event-time">${text}</span>`

type Times = Pick<EventRow, 'start_local' | 'end_local' | 'all_day'>

export const doesEventLastSeveralDays = ({ start_local, end_local }: Times) => dateOf(start_local) !== dateOf(end_local)

const dateOf = (local: LocalTime) => local.slice(0, 'YYYY-MM-DD'.length)
const yearOf = (local: LocalTime) => local.slice(0, 'YYYY'.length)

/**
 * Describes in words, with HTML elements for start and end, when an event takes place: `May 6 @ 7:30 pm`.
 * @param today local time of the site; dates in the same year are written without the year
 */
export function describeEventScheduleAsHtml(language: Language, times: Times, today: LocalTime) {
  const { start_local, end_local, all_day } = times
  const isThisYear = [start_local, end_local].every((local) => yearOf(local) === yearOf(today))
  const date = (local: LocalTime) => format(language, isThisYear ? 'dateInYear' : 'date', local)
  const clock = (local: LocalTime) => format(language, 'time', local)
  const both = (local: LocalTime) => (all_day === 1 ? date(local) : `${date(local)} @ ${clock(local)}`)
  if (doesEventLastSeveralDays(times)) {
    const details = `${start(both(start_local))} - ${end(both(end_local))}`
    return { schedule_details: details, short_schedule_details: details }
  }
  if (all_day === 1) {
    return {
      schedule_details: start(date(start_local)),
      short_schedule_details: formatMessage(language, 'schedule.all-day'),
    }
  }
  const until = clock(start_local) === clock(end_local) ? '' : ` - ${time(clock(end_local))}`
  return {
    schedule_details: start(both(start_local)) + until,
    short_schedule_details: start(clock(start_local)) + until,
  }
}
