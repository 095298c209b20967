// Makes moving through the calendar smooth. Every page works without it.
const main = () => document.getElementById('main')
const news = document.getElementById('news')
let moving
/** The page that is shown, whatever place in it. */
const pageShown = () => location.pathname + location.search
let shown = pageShown()

/** Shows another page of the calendar in place of this one. */
async function move(address, { isBack = false } = {}) {
  moving?.abort()
  moving = new AbortController()
  const { signal } = moving
  main().classList.add('moving')
  try {
    const answer = await fetch(address, { signal, headers: { accept: 'text/html' } })
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    const next = page.getElementById('main')
    if (next === null) throw new Error('not a page of the calendar')
    if (!isBack) history.pushState(null, '', answer.url)
    shown = pageShown()
    const place = placeOfFocus()
    const swap = () => {
      document.title = page.title
      document.body.className = page.body.className
      for (const name of ['.masthead', '.foot'])
        document.querySelector(name)?.replaceWith(page.querySelector(name) ?? '')
      main().replaceWith(document.adoptNode(next))
      enhance()
      refocus(place)
    }
    if (document.startViewTransition && !matchMedia('(prefers-reduced-motion: reduce)').matches) {
      const transition = document.startViewTransition(swap)
      // Refused when the next one begins before this one could.
      transition.ready.catch(() => {})
      await transition.updateCallbackDone
    } else swap()
    news.textContent = main().querySelector('h1')?.textContent ?? document.title
  } catch (error) {
    if (error.name !== 'AbortError') location.assign(address)
  }
}

/** What had the focus, so that whoever pages on can go on paging. */
function placeOfFocus() {
  const { activeElement: active } = document
  if (active === null || active === document.body) return undefined
  if (active.closest('[data-grid]')) return { date: active.pathname }
  return { rel: active.rel, view: active.dataset?.view, name: active.name }
}

function refocus(place) {
  if (place === undefined) return
  const { rel, view, name, date } = place
  const found =
    (date && document.querySelector(`[data-grid] a[href^="${CSS.escape(date).replaceAll('\\/', '/')}"]`)) ||
    (rel && document.querySelector(`[data-moves][rel="${rel}"]`)) ||
    (view && document.querySelector(`[data-view="${view}"]`)) ||
    (name && document.querySelector(`[name="${name}"]`)) ||
    main()
  found.focus({ preventScroll: true })
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
  move(link.href)
})

document.addEventListener('submit', (event) => {
  const form = event.target
  if (!('moves' in form.dataset)) return
  event.preventDefault()
  moveTo(form)
})

document.addEventListener('change', (event) => {
  const { target } = event
  if (target.matches('.filter[data-moves] select')) moveTo(target.form)
})

function moveTo(form) {
  const chosen = [...new FormData(form)].filter(([, value]) => value !== '')
  const query = new URLSearchParams(chosen).toString()
  move(query === '' ? form.action : `${form.action}?${query}`)
}

// Browsers say so too when only the place in the page changes.
addEventListener('popstate', () => {
  if (pageShown() !== shown) move(location.href, { isBack: true })
})

const fetched = new Set()
document.addEventListener('pointerover', (event) => {
  const link = event.target.closest?.('a[data-moves]')
  if (!link || event.pointerType !== 'mouse' || fetched.has(link.href)) return
  fetched.add(link.href)
  fetch(link.href, { headers: { accept: 'text/html' }, priority: 'low' }).catch(() => {})
})

/**
 * Days of a grid by arrows, periods by left and right, views by their first letters. Letters count only inside the
 * calendar: whoever speaks to the browser types letters without meaning to (WCAG 2.1.4).
 */
document.addEventListener('keydown', (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest('input, select, textarea')) return
  // With Shift the arrows select text; a sign may need it.
  if (event.shiftKey && event.key.length > 1) return
  const day = event.target.closest?.('[data-grid] .number')
  if (day && moveInGrid(day, event.key)) event.preventDefault()
  else if ((event.key.length > 1 || main().contains(event.target)) && moveByKey(event.key)) event.preventDefault()
})

function moveInGrid(day, key) {
  const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }
  const days = [...day.closest('[data-grid]').querySelectorAll('.number')].filter((one) => one.offsetParent !== null)
  const at = days.indexOf(day)
  const week = at - (at % 7)
  const target = key in steps ? at + steps[key] : { Home: week, End: week + 6 }[key]
  if (key === 'PageUp' || target < 0) return moveByKey('ArrowLeft')
  if (key === 'PageDown' || target >= days.length) return moveByKey('ArrowRight')
  days[target]?.focus()
  return target !== undefined
}

function moveByKey(key) {
  const rel = { ArrowLeft: 'prev', ArrowRight: 'next' }[key]
  const link = rel
    ? document.querySelector(`.steps [rel="${rel}"]`)
    : key === '.'
      ? document.querySelector('.steps .now')
      : document.querySelector(`[data-view="${{ m: 'month', w: 'week', d: 'day', l: 'list' }[key]}"]`)
  if (key === '/') document.querySelector('.filter input[type="search"]')?.focus()
  else if (!link) return false
  else move(link.href)
  return true
}

/** The reader's own time where it is another than the event's; sharing where the browser can. */
function enhance() {
  for (const own of document.querySelectorAll('.own[data-start]')) {
    const { start, end, offset, words } = own.dataset
    const [first, last] = [new Date(start * 1000), new Date(end * 1000)]
    if (-first.getTimezoneOffset() === Number(offset)) continue
    const language = document.documentElement.lang
    const time = new Intl.DateTimeFormat(language, {
      weekday: 'short',
      hour: 'numeric',
      minute: '2-digit',
      hourCycle: 'h23',
    })
    const text = last - first < 86_400_000 ? time.formatRange(first, last) : time.format(first)
    own.textContent = `${text} ${words}`
    own.hidden = false
  }
  for (const button of document.querySelectorAll('[data-copy]')) {
    button.hidden = false
    button.onclick = async () => {
      const { copy: url, title, done } = button.dataset
      if (navigator.share && matchMedia('(pointer: coarse)').matches)
        return navigator.share({ title, url }).catch(() => {})
      await navigator.clipboard.writeText(url)
      button.textContent = done
      news.textContent = done
    }
  }
}

enhance()
