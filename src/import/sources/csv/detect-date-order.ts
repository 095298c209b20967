/** The possible orders of day, month and year in numeric dates. */
export const DATE_ORDERS = ['dmy', 'mdy', 'ymd'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

/** Matches dates such as `31/12/2031`, `31.12.31` and `2031-12-31`, with or without a time after the date. */
const NUMERIC = /^\s*(\d{1,4})([-/.])(\d{1,2})\2(\d{1,4})\.?(?=[\sT]|$)(.*)$/s

/** Detects the order of day, month and year from all dates of a file. */
export interface DateOrderDetector {
  add(text: string): void
  /** The order of the dates; undefined if it is ambiguous, because there are dates but none has a day above 12. */
  order(): DateOrder | undefined
  /** Whether the order matters: some date means another day if day and month are exchanged. */
  isNeeded(): boolean
}

export function createDateOrderDetector(): DateOrderDetector {
  const seen: Record<DateOrder, number> = { dmy: 0, mdy: 0, ymd: 0 }
  let ambiguous = 0
  return {
    add(text) {
      const [, first = '', separator, second = ''] = NUMERIC.exec(text) ?? []
      if (separator === undefined || first.length === 4) return
      if (Number(first) > 12) seen.dmy += 1
      else if (Number(second) > 12) seen.mdy += 1
      // In a date with dots, the first number is always the day: no country writes the month first and separates with
      // dots.
      else if (separator === '.') seen.dmy += 1
      else ambiguous += 1
    },
    order: () => (seen.dmy + seen.mdy === 0 ? undefined : seen.dmy >= seen.mdy ? 'dmy' : 'mdy'),
    isNeeded: () => ambiguous > 0,
  }
}

/**
 * Rewrites the numeric date at the beginning of a text as `YYYY-MM-DD`; the rest of the text stays, and so does a text
 * without such a date. A year of two digits is one after 2000. Whether the date exists is not checked.
 */
export function rewriteDateAsIso(text: string, order: DateOrder): string {
  const [, first = '', separator, second = '', third = '', rest = ''] = NUMERIC.exec(text) ?? []
  if (separator === undefined) return text.trim()
  const parts = [first, second, third]
  const [year = '', month = '', day = ''] =
    first.length === 4 || order === 'ymd' ? parts : order === 'dmy' ? [third, second, first] : [third, first, second]
  const fullYear = year.length <= 2 ? String(2000 + Number(year)) : year
  return `${fullYear.padStart(4, '0')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}${rest}`.trim()
}
