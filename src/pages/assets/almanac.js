// The script of all HTML pages, which also work without it. It follows links between pages without reloading the
// document.

import { moveCurrentTimeLine } from './script/current-time-line.js'
import { closeEventPreview, listenForEventPreviews } from './script/event-previews.js'

const main = () => document.getElementById('main')
const news = document.getElementById('news')
/** The `AbortController` of the page load in progress. */
let navigation
/** Path and query of the current address, without origin and fragment. */
const pageAddress = () => location.pathname + location.search
/** Path and query of the page that the document shows now. */
let shown = pageAddress()

/**
 * Fetches another page of the calendar and shows it instead of the current page, without reloading the document.
 * @param isBack whether the address bar already has the new address, after "back" or "forward" in the browser
 * @param control the element that was used; the same control of the new page gets the focus. If that has none, the
 * results come into view and their heading gets the focus.
 */
async function navigate(address, { isBack = false, control = document.activeElement } = {}) {
  navigation?.abort()
  navigation = new AbortController()
  const { signal } = navigation
  main().classList.add('moving')
  try {
    const response = await fetch(address, { signal, headers: { accept: 'text/html' } })
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    const next = page.getElementById('main')
    if (next === null) throw new Error('not a page of the calendar')
    if (!isBack) history.pushState(null, '', response.url)
    shown = pageAddress()
    const focus = describeControl(control)
    const swap = () => {
      document.title = page.title
      document.body.className = page.body.className
      for (const name of ['.masthead', '.foot'])
        document.querySelector(name)?.replaceWith(page.querySelector(name) ?? '')
      main().replaceWith(document.adoptNode(next))
      enhance()
      restoreFocus(focus, isBack)
    }
    if (document.startViewTransition && !matchMedia('(prefers-reduced-motion: reduce)').matches) {
      const transition = document.startViewTransition(swap)
      // The promise `ready` of a view transition rejects when another transition starts before it could run; that is no
      // error.
      transition.ready.catch(() => {})
      await transition.updateCallbackDone
    } else swap()
    news.textContent = main().querySelector('h1')?.textContent ?? document.title
  } catch (error) {
    if (error.name !== 'AbortError') location.assign(address)
  }
}

/** Describes a control, so that the same control of the next page can be focused; undefined if nothing was focused. */
function describeControl(control) {
  if (control === null || control === document.body) return undefined
  if (control.matches(DAY_LINK)) return { day: control.closest('td').id }
  if (control.closest('.pager')) return {}
  return { rel: control.rel, view: control.dataset?.view, name: control.name }
}

function restoreFocus(focus, isBack) {
  if (focus === undefined) return
  const { rel, view, name, day } = focus
  const found = [
    day && linkOfSameDay(day),
    rel && document.querySelector(`.steps [rel="${rel}"]`),
    view && document.querySelector(`[data-view="${view}"]`),
    name && document.querySelector(`[name="${name}"]`),
  ].find((one) => one && isShown(one))
  // After "back", the browser restores the scroll position itself.
  if (found || isBack) (found ?? main()).focus({ preventScroll: true })
  else showResults()
}

/** Whether an element can get the focus. A field in a closed panel cannot. */
const isShown = (element) => element.offsetParent !== null

/** Selects the links of the days of a month: on wide screens to the page of a day, on phones to its events below. */
const DAY_LINK = '[data-grid] .head a'

/** The link in the cell of a day that can get the focus; undefined on phones for a day without events. */
const linkOfDay = (cell) => [...cell.querySelectorAll('.head a')].find(isShown)

/** The link of a day in the month that is shown now or, if it does not contain that day, of the day of that number. */
function linkOfSameDay(id) {
  const days = [...document.querySelectorAll('[data-grid] td:not(.outside)')]
  const cell = document.querySelector(`[data-grid] #${id}`) ?? days[id.slice(-2) - 1] ?? days.at(-1)
  return cell && linkOfDay(cell)
}

/** Scrolls to the heading of the results, if it is not visible, without an animation, and gives it the focus. */
function showResults() {
  const results = document.getElementById('results') ?? main().querySelector('h1') ?? main()
  results.tabIndex = -1
  results.focus({ preventScroll: true })
  results.scrollIntoView({ block: 'nearest', behavior: 'instant' })
}

document.addEventListener('click', (event) => {
  const link = event.target.closest?.('a[data-moves]')
  if (
    !link ||
    event.defaultPrevented ||
    event.button !== 0 ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey
  )
    return
  event.preventDefault()
  navigate(link.href, { control: link })
})

document.addEventListener('submit', (event) => {
  const form = event.target
  if (!('moves' in form.dataset)) return
  event.preventDefault()
  submitFilter(form)
})

/** Submits a filter form: navigates to its address with all fields that are not empty. */
function submitFilter(form) {
  const chosen = [...new FormData(form)].filter(([, value]) => value !== '')
  const query = new URLSearchParams(chosen).toString()
  navigate(query === '' ? form.action : `${form.action}?${query}`)
}

// The event `popstate` also fires when only the fragment of the address changes, and then no page has to be loaded.
addEventListener('popstate', () => {
  if (pageAddress() !== shown) navigate(location.href, { isBack: true })
})

/** Addresses of pages that were fetched in advance, because the mouse pointer was over a link to them. */
const prefetched = new Set()
document.addEventListener('pointerover', (event) => {
  const link = event.target.closest?.('a[data-moves]')
  if (!link || event.pointerType !== 'mouse' || prefetched.has(link.href)) return
  prefetched.add(link.href)
  fetch(link.href, { headers: { accept: 'text/html' }, priority: 'low' }).catch(() => {})
})

/**
 * Keyboard shortcuts: in a month, arrow keys move the focus between days; elsewhere, left and right open the previous
 * and next period. Letters open other views, but only while the focus is inside `<main>`, because speech input may type
 * letters by accident (WCAG 2.1.4).
 */
document.addEventListener('keydown', (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest('input, select, textarea')) return
  // With Shift, keys such as arrows are ignored, because they then select text; characters such as `/` are not, because
  // some keyboards need Shift for them.
  if (event.shiftKey && event.key.length > 1) return
  const day = event.target.closest?.(DAY_LINK)
  const key = keyAlongLine(event.key)
  if (day && focusDayByKey(day, key)) event.preventDefault()
  else if ((key.length > 1 || main().contains(event.target)) && navigateByKey(key)) event.preventDefault()
})

/** Exchanges the keys left and right on pages that are written from right to left. */
const keyAlongLine = (key) =>
  (document.documentElement.dir === 'rtl' && { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }[key]) || key

/**
 * Moves the focus to another day of the month table. On phones, days without events are skipped, because they have no
 * links. Beyond the edges of the table, loads the previous or next period.
 * @returns whether the key has a function in the month table
 */
function focusDayByKey(day, key) {
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[key]
  const cells = [...day.closest('[data-grid]').querySelectorAll('td')]
  const links = cells.map(linkOfDay)
  const at = cells.indexOf(day.closest('td'))
  if (step) {
    let target = at + step
    while (target in links && !links[target]) target += step
    if (target in links) links[target].focus()
    else navigateByKey(step < 0 ? 'ArrowLeft' : 'ArrowRight')
  } else if (key === 'Home' || key === 'End') {
    const start = at - (at % 7)
    const week = links.slice(start, start + 7).filter(Boolean)
    week.at(key === 'Home' ? 0 : -1).focus()
  } else if (key === 'PageUp' || key === 'PageDown') navigateByKey(key === 'PageUp' ? 'ArrowLeft' : 'ArrowRight')
  else return false
  return true
}

/**
 * Follows the link that has this shortcut key, or focuses the search field.
 * @returns whether the key is a shortcut
 */
function navigateByKey(key) {
  const rel = { ArrowLeft: 'prev', ArrowRight: 'next' }[key]
  const link = rel
    ? document.querySelector(`.steps [rel="${rel}"]`)
    : key === '.'
      ? document.querySelector('.steps .now')
      : document.querySelector(`[data-view="${{ m: 'month', w: 'week', d: 'day', l: 'list' }[key]}"]`)
  if (key === '/') document.querySelector('.filter input[type="search"]')?.focus()
  else if (!link) return false
  else navigate(link.href)
  return true
}

// Loads the suggestions when a search field gets the focus. Until then the field does not have the role of a combobox.
document.addEventListener('focusin', async ({ target }) => {
  if (!target.matches?.('[data-suggestions]:not([role])')) return
  const { suggestions } = document.querySelector('script[data-suggestions]').dataset
  const { addSuggestionsToSearchField } = await import(suggestions)
  if (!target.role) addSuggestionsToSearchField(target)
})

/**
 * Formats start and end of an event in the time zone of the browser, like the times of the page. An event that lasts a
 * day or longer has its start only. For an event that ends in the night, the end is moved to the day of the start,
 * because `Intl` writes ranges of several days with their dates.
 */
function timesOfReader(first, last, locale, clock) {
  const hourCycle = { '12-hour': 'h12', '24-hour': 'h23' }[clock]
  const hour = clock === '24-hour' ? '2-digit' : 'numeric'
  const time = new Intl.DateTimeFormat(
    locale,
    hourCycle ? { hour, minute: '2-digit', hourCycle } : { timeStyle: 'short' },
  )
  if (last - first >= 86_400_000) return time.format(first)
  const end = new Date(first)
  end.setHours(last.getHours(), last.getMinutes())
  // The range that `Intl` writes for Japanese has other words between the numbers than a single time.
  return locale === 'ja-JP' ? `${time.format(first)}～${time.format(end)}` : time.formatRange(first, end)
}

/**
 * Prepares a page after it was loaded: shows event times also in the time zone of the browser if that differs, shows
 * the buttons that copy an address, lets phones share pages with their own menu, and replaces drawn maps by maps that
 * readers can move.
 */
function enhance() {
  closeEventPreview()
  moveCurrentTimeLine()
  for (const own of document.querySelectorAll('.own[data-start]')) {
    const { start, end, offset, locale, clock, words } = own.dataset
    const [first, last] = [new Date(start * 1000), new Date(end * 1000)]
    if (-first.getTimezoneOffset() === Number(offset)) continue
    const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short' }).format(first)
    own.textContent = `· ${weekday} ${timesOfReader(first, last, locale, clock)} ${words}`
    own.hidden = false
  }
  for (const button of document.querySelectorAll('[data-copy]')) {
    button.hidden = false
    button.onclick = async () => {
      const { copy, done } = button.dataset
      await navigator.clipboard.writeText(copy)
      button.textContent = done
      news.textContent = done
    }
  }
  for (const button of document.querySelectorAll('[data-share]')) {
    button.onclick = (event) => {
      if (!navigator.share || !matchMedia('(pointer: coarse)').matches) return
      // The phone shows its own menu for sharing, so the sharing panel of the page must stay closed.
      event.preventDefault()
      const { share: url, title } = button.dataset
      navigator.share({ title, url }).catch(() => {})
    }
  }
  for (const map of document.querySelectorAll('[data-map]')) {
    import(map.dataset.map).then(({ replaceDrawnMap }) => replaceDrawnMap(map)).catch(() => {})
  }
  const isSignedIn = /(^|; )(__Host-)?almanac-signed-in=1/.test(document.cookie)
  if (isSignedIn && !document.body.classList.contains('embedded')) {
    import('/admin/edit-links.js').then(({ addAdminLinksToPage }) => addAdminLinksToPage()).catch(() => {})
  }
}

enhance()
listenForEventPreviews()
