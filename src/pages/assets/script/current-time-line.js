const MINUTE_MS = 60_000

/** The timer that moves the line. @type {ReturnType<typeof setInterval> | undefined} */
let lineTimer

/** Moves the line of the current time on the page of a week, now and every minute. */
export function moveCurrentTimeLine() {
  clearInterval(lineTimer)
  const line = /** @type {HTMLElement | null} */ (document.querySelector('.week .now'))
  if (line === null) return
  drawTimeLine(line)
  lineTimer = setInterval(() => drawTimeLine(line), MINUTE_MS)
}

/**
 * Draws the line at the current time of the site, or hides it on other days and outside the hours of the axis.
 * @param {HTMLElement} line `data-offset`: minutes by which the site is ahead of UTC
 */
function drawTimeLine(line) {
  const local = new Date(Date.now() + Number(line.dataset.offset) * MINUTE_MS).toISOString()
  const hour = Number(local.slice(11, 13)) + Number(local.slice(14, 16)) / 60
  const style = getComputedStyle(line)
  const first = Number(style.getPropertyValue('--first'))
  const isInAxis = hour >= first && hour <= first + Number(style.getPropertyValue('--hours'))
  line.hidden = !isInAxis || local.slice(0, 10) !== line.dataset.date
  line.style.setProperty('--at', String(hour * 4))
}
