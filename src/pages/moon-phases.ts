/**
 * Computes the times of new moon, first quarter, full moon and last quarter by Jean Meeus, Astronomical Algorithms,
 * chapter 49. Only the larger terms are used, so that times are exact to a quarter of an hour.
 */

export type MoonPhase = 'new' | 'first' | 'full' | 'last'

const PHASES: readonly MoonPhase[] = ['new', 'first', 'full', 'last']
const MONTH_DAYS = 29.530588861
const DAY_MS = 86_400_000
/** The first new moon of January 2000, in days since 1970-01-01 UTC. Meeus gives it as the Julian day 2451550.09766. */
const FIRST_NEW_MOON = 2_451_550.09766 - 2_440_587.5
/** Difference between Terrestrial Time, which the formulas use, and UTC at present, in days. */
const TIME_OFFSET_DAYS = 69 / 86_400

/**
 * Amplitudes of the periodic corrections to the time of a moon phase, in days, in the order of the angles from
 * `anglesOf`.
 */
const TERMS: Record<MoonPhase, readonly number[]> = {
  new: [-0.4072, 0.17241, 0.01608, 0.01039, 0.00739, -0.00514, 0.00208],
  full: [-0.40614, 0.17302, 0.01614, 0.01043, 0.00734, -0.00515, 0.00209],
  first: [-0.62801, 0.17172, 0.00862, 0.00804, 0.00454, -0.01183, 0.00204],
  last: [-0.62801, 0.17172, 0.00862, 0.00804, 0.00454, -0.01183, 0.00204],
}
const QUARTER_SHIFT_DAYS: Record<MoonPhase, number> = { new: 0, first: 0.00306, full: 0, last: -0.00306 }

/**
 * The moon phases between two instants, both included.
 * @param from seconds since 1970-01-01 UTC, in the years 1900 to 2200; `to` and the result `at` have the same unit
 */
export function moonPhasesBetween(from: number, to: number): { phase: MoonPhase; at: number }[] {
  const monthOf = (instant: number) => (instant / 86_400 - FIRST_NEW_MOON) / MONTH_DAYS
  const found: { phase: MoonPhase; at: number }[] = []
  for (let quarter = Math.floor(monthOf(from) * 4) - 2; quarter <= monthOf(to) * 4 + 2; quarter += 1) {
    const phase = PHASES[((quarter % 4) + 4) % 4] as MoonPhase
    const at = Math.round((daysOf(quarter / 4, phase) * DAY_MS) / 1000)
    if (at >= from && at <= to) found.push({ phase, at })
  }
  return found
}

/**
 * Computes the time of a moon phase in days since 1970-01-01 UTC.
 * @param month number of new moons since January 2000, with the fraction .25, .5 or .75 for the first quarter, full
 * moon or last quarter
 */
function daysOf(month: number, phase: MoonPhase): number {
  const periodic = anglesOf(month).reduce(
    (sum, angle, index) => sum + (TERMS[phase][index] as number) * Math.sin(angle),
    0,
  )
  return FIRST_NEW_MOON + MONTH_DAYS * month + periodic + QUARTER_SHIFT_DAYS[phase] - TIME_OFFSET_DAYS
}

/** The angles of the periodic corrections in radians, at a moon phase. @param month as in `daysOf` */
function anglesOf(month: number): number[] {
  const radians = (degrees: number) => ((degrees % 360) * Math.PI) / 180
  const sun = radians(2.5534 + 29.1053567 * month)
  const moon = radians(201.5643 + 385.81693528 * month)
  const latitude = radians(160.7108 + 390.67050284 * month)
  return [moon, sun, 2 * moon, 2 * latitude, moon - sun, moon + sun, 2 * sun]
}
