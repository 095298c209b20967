/**
 * <almanac-calendar>: a calendar on any page, drawn from the REST API of an Almanac or of The Events Calendar.
 * One module without dependencies; browsers load this file as it stands. docs/embedding.md describes it.
 *
 * What other people wrote only ever becomes text nodes and checked addresses, so that no markup of theirs is read; and
 * styles are constructed, so that the policy of the page around needs no `unsafe-inline`.
 */

/** @typedef {'month' | 'week' | 'day' | 'list'} View */
/**
 * An event as it is drawn. Days are `YYYY-MM-DD`, moments `YYYY-MM-DD HH:MM` on the clock of its own zone.
 * @typedef {object} Entry
 * @property {string} id
 * @property {string} title
 * @property {string | undefined} href
 * @property {string} start
 * @property {string} end
 * @property {string} lastDay  the last one it is shown on
 * @property {boolean} isAllDay
 * @property {boolean} isFeatured
 * @property {string} zone  abbreviated: `CET`
 * @property {number} instant  of the start, in milliseconds; NaN where the server does not tell
 * @property {string} place
 * @property {string} kind  names of its categories
 * @property {string} cost
 * @property {Record<string, any>} record  as the server sent it
 */

/** @type {View[]} */
const VIEWS = ['month', 'week', 'day', 'list']
/** What servers of this contract send at a time at most. */
const PAGE_SIZE_MAX = 50
/** So many pages of a month are read and no more. */
const PAGES_MAX = 12
const LIST_SIZE = 10
/** Events of one day that a cell of the month has room for. */
const CELL_SIZE = 3
const TIMEOUT_MS = 20_000
/** Older ones are read again when they are next looked at. */
const KEPT_MS = 10 * 60_000
const DAY_MS = 86_400_000
/** Until then in the morning a night belongs to the day before. */
const NIGHT_ENDS = '06:00'

const WORDS = {
  en: {
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
    one: '{} event',
    other: '{} events',
    loading: 'Loading',
    yours: '{} your time',
    failed: 'The calendar cannot be shown right now.',
    again: 'Try again',
  },
  de: {
    today: 'Heute',
    back: ['Voriger Monat', 'Vorige Woche', 'Voriger Tag'],
    on: ['Nächster Monat', 'Nächste Woche', 'Nächster Tag'],
    views: ['Monat', 'Woche', 'Tag', 'Liste'],
    view: 'Ansicht',
    coming: 'Demnächst',
    from: 'Ab {}',
    more: '{} weitere',
    later: 'Mehr zeigen',
    allDay: 'Ganztägig',
    none: 'Keine Veranstaltungen',
    one: '{} Veranstaltung',
    other: '{} Veranstaltungen',
    loading: 'Wird geladen',
    yours: '{} Ihrer Zeit',
    failed: 'Der Kalender lässt sich gerade nicht zeigen.',
    again: 'Noch einmal',
  },
  fr: {
    today: 'Aujourd’hui',
    back: ['Mois précédent', 'Semaine précédente', 'Jour précédent'],
    on: ['Mois suivant', 'Semaine suivante', 'Jour suivant'],
    views: ['Mois', 'Semaine', 'Jour', 'Liste'],
    view: 'Affichage',
    coming: 'À venir',
    from: 'À partir du {}',
    more: '{} de plus',
    later: 'Afficher la suite',
    allDay: 'Toute la journée',
    none: 'Aucun événement',
    one: '{} événement',
    other: '{} événements',
    loading: 'Chargement',
    yours: '{} chez vous',
    failed: 'Le calendrier ne peut pas être affiché pour le moment.',
    again: 'Réessayer',
  },
  es: {
    today: 'Hoy',
    back: ['Mes anterior', 'Semana anterior', 'Día anterior'],
    on: ['Mes siguiente', 'Semana siguiente', 'Día siguiente'],
    views: ['Mes', 'Semana', 'Día', 'Lista'],
    view: 'Vista',
    coming: 'Próximamente',
    from: 'Desde el {}',
    more: '{} más',
    later: 'Mostrar más',
    allDay: 'Todo el día',
    none: 'No hay eventos',
    one: '{} evento',
    other: '{} eventos',
    loading: 'Cargando',
    yours: '{} en su hora',
    failed: 'El calendario no se puede mostrar en este momento.',
    again: 'Reintentar',
  },
  fi: {
    today: 'Tänään',
    back: ['Edellinen kuukausi', 'Edellinen viikko', 'Edellinen päivä'],
    on: ['Seuraava kuukausi', 'Seuraava viikko', 'Seuraava päivä'],
    views: ['Kuukausi', 'Viikko', 'Päivä', 'Lista'],
    view: 'Näkymä',
    coming: 'Tulossa',
    from: 'Alkaen {}',
    more: '{} lisää',
    later: 'Näytä lisää',
    allDay: 'Koko päivän',
    none: 'Ei tapahtumia',
    one: '{} tapahtuma',
    other: '{} tapahtumaa',
    loading: 'Ladataan',
    yours: '{} teidän aikaanne',
    failed: 'Kalenteria ei voi näyttää juuri nyt.',
    again: 'Yritä uudelleen',
  },
}

const STYLE = `
:host {
  --_paper: var(--almanac-paper, light-dark(#f7f2e8, #14171f));
  --_ink: var(--almanac-ink, light-dark(#1d1a16, #f1eadb));
  --_quiet: var(--almanac-quiet, color-mix(in srgb, var(--_ink) 70%, var(--_paper)));
  --_line: var(--almanac-line, color-mix(in srgb, var(--_ink) 20%, var(--_paper)));
  --_accent: var(--almanac-accent, light-dark(#b8351f, #ff8a6b));
  --_strong: color-mix(in srgb, var(--_accent) 82%, var(--_ink));
  --_wash: light-dark(color-mix(in srgb, var(--_accent) 10%, var(--_paper)), color-mix(in srgb, var(--_accent) 20%, var(--_paper)));
  --_radius: var(--almanac-radius, 3px);
  --_display: var(--almanac-display-font, "Iowan Old Style", "Palatino Linotype", Palatino, P052, Georgia, "Liberation Serif", serif);
  display: block;
  container-type: inline-size;
  min-inline-size: min(17rem, 100%);
  background: var(--_paper);
  color: var(--_ink);
  --_text: var(--almanac-font, system-ui, -apple-system, "Segoe UI", "Liberation Sans", sans-serif);
  font: 400 1rem/1.45 var(--_text);
  text-align: start;
}
:host([theme=light]) { color-scheme: light }
:host([theme=dark]) { color-scheme: dark }
:host([theme=auto]) { color-scheme: light dark }
:host([hidden]) { display: none }
* { box-sizing: border-box }
[hidden] { display: none !important }
.calendar { padding: clamp(1rem, 3cqi, 2.25rem) }
h2, h3, p, ul { margin: 0; padding: 0; font: inherit; list-style: none }
.heard { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
.bar { display: flex; flex-wrap: wrap; align-items: end; gap: .75rem 1.5rem; padding-block-end: .9rem; border-block-end: 3px double var(--_ink) }
h2 { flex: 1 1 auto; font: 400 clamp(1.7rem, 5.2cqi, 2.9rem)/1.05 var(--_display); letter-spacing: -.015em }
h2::first-letter { text-transform: uppercase }
.year { color: var(--_quiet); font-weight: 300 }
.group { display: flex }
button {
  min-block-size: 2.25rem; min-inline-size: 2.25rem; margin: 0; padding: .25rem .7rem; cursor: pointer;
  border: 1px solid var(--_line); border-radius: 0; background: none; color: inherit; font: inherit; font-size: .875rem;
}
.group button + button { margin-inline-start: -1px }
.group button:first-child { border-start-start-radius: var(--_radius); border-end-start-radius: var(--_radius) }
.group button:last-child { border-start-end-radius: var(--_radius); border-end-end-radius: var(--_radius) }
button:hover { background: var(--_wash); color: var(--_strong) }
button[aria-pressed=true] { background: var(--_ink); border-color: var(--_ink); color: var(--_paper) }
:focus-visible { outline: 2px solid var(--_strong); outline-offset: 2px }
.arrow::before {
  content: ""; display: inline-block; inline-size: .5em; block-size: .5em; border: solid; border-width: 1.5px 0 0 1.5px; rotate: -45deg; translate: .12em 0;
}
.arrow.on::before { rotate: 135deg; translate: -.12em 0 }
.body { position: relative }
.body[aria-busy=true]::before {
  content: ""; position: absolute; inset: -3px 0 auto; block-size: 3px; z-index: 1;
  background: linear-gradient(90deg, transparent, var(--_accent), transparent) 0 0 / 40% 100% no-repeat; animation: pass 1.4s linear infinite;
}
@keyframes pass { from { background-position: -70% 0 } to { background-position: 170% 0 } }
@media (prefers-reduced-motion: reduce) { .body[aria-busy=true]::before { animation: none; background-size: 100% 100% } }

table { inline-size: 100%; border-collapse: collapse; table-layout: fixed }
th, .weekday { font-weight: 400; font-variant-caps: all-small-caps; letter-spacing: .09em; color: var(--_quiet) }
th { padding: .55rem .5rem .35rem; text-align: start; border-block-end: 1px solid var(--_line) }
td { position: relative; block-size: 8.25rem; padding: .5rem; vertical-align: top; border-block-end: 1px solid var(--_line); cursor: pointer }
td + td { border-inline-start: 1px solid var(--_line) }
td:focus-visible { outline-offset: -2px }
td:hover .number { color: var(--_strong); text-decoration: underline; text-decoration-thickness: 1px; text-underline-offset: .15em }
.number, .numeral { font: 300 1.75rem/1 var(--_display); font-variant-numeric: lining-nums }
.number { display: block; margin-block-end: .4rem }
.outside .number { color: var(--_quiet) }
td.today, .column.today { box-shadow: inset 0 3px var(--_accent) }
.today .number, .today .numeral { color: var(--_strong) }
.dots { display: none }
.chip {
  display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; overflow-wrap: anywhere;
  margin-block-start: .3rem; padding-inline-start: .45rem; border-inline-start: 2px solid var(--_line); font-size: .8125rem; line-height: 1.3;
}
.bar-of, .gap { block-size: 1.4rem; margin-block-start: .2rem }
.bar-of { position: relative; background: var(--_wash); border-inline-start: 3px solid var(--_accent); font-size: .8125rem; line-height: 1.4rem }
.bar-of.goes { margin-inline-end: calc(-.5rem - 1px) }
.bar-of.since { margin-inline-start: -.5rem }
.bar-of.came { border-inline-start: 0 }
.bar-of > * { position: absolute; z-index: 1; inset-block: 0; inset-inline-start: 0; inline-size: calc(var(--_days, 1) * 100% - .5rem); padding-inline-start: .4rem; overflow: hidden; white-space: nowrap; text-overflow: ellipsis }
.bar-of.came > * { z-index: 0; text-indent: 100cqi }
.chip.featured { border-color: var(--_accent) }
.chip time { color: var(--_quiet); font-variant-numeric: tabular-nums; margin-inline-end: .3em }
a { color: inherit; text-decoration: none }
a:hover { color: var(--_strong); text-decoration: underline; text-underline-offset: .15em }
.chip:hover { border-color: var(--_accent) }
td button { min-block-size: 1.5rem; padding: 0 .45rem; border: 0; font-size: .75rem; color: var(--_quiet); text-decoration: underline; text-underline-offset: .2em }
.panel { display: none }

.days, .agenda { display: block }
.date { display: flex; align-items: baseline; gap: .5rem }
.weekday { font-size: 1.0625rem; line-height: 1.2 }
.weekday b { font-weight: 400 }
.weekday i { display: none; font-style: normal }
.numeral { font-size: 2.25rem }
.dated { display: grid; grid-template-columns: minmax(6.5rem, 14cqi) 1fr; gap: 1rem; padding-block: 1.15rem; border-block-end: 1px solid var(--_line) }
.dated .date { flex-direction: column; gap: .2rem }
.entry { display: grid; grid-template-columns: minmax(7.5rem, 16cqi) 1fr; gap: .15rem 1.25rem; padding-block: .8rem }
.entry + .entry { border-block-start: 1px solid var(--_line) }
.dated .entry:first-child { padding-block-start: .2rem }
.dated .entry:last-child { padding-block-end: .1rem }
.when { color: var(--_quiet); font-size: .875rem; font-variant-numeric: tabular-nums; padding-block-start: .25rem }
.title { font: 400 1.25rem/1.25 var(--_display); overflow-wrap: anywhere }
.entry.featured .title::before { content: "◆ " / ""; color: var(--_accent); font-size: .7em; vertical-align: .15em }
.kind { display: block; font-size: .9375rem; font-variant-caps: all-small-caps; letter-spacing: .07em; line-height: 1.2; color: var(--_strong) }
.where { margin-block-start: .15rem; color: var(--_quiet); font-size: .875rem }
.week { display: grid; grid-template-columns: repeat(7, minmax(0, 1fr)) }
.column { padding: .75rem .6rem 1.5rem; min-block-size: 16rem }
.column + .column { border-inline-start: 1px solid var(--_line) }
.column .date { padding-block-end: .4rem; border-block-end: 1px solid var(--_line); justify-content: space-between; flex-direction: row-reverse }
.column .entry { display: block }
.column .title { font-size: 1.0625rem }
.column .kind { font-size: .875rem }
.column .where, .column .when { font-size: .8125rem }
.column .again :is(.kind, .where) { display: none }
.notice { padding: 2.5rem 1rem; text-align: center; color: var(--_quiet); font: italic 400 1.125rem/1.4 var(--_display) }
.notice button { display: block; margin: 1rem auto 0; border-radius: var(--_radius); font: 400 .875rem var(--_text); color: var(--_ink) }
.later { display: block; margin: 1.5rem auto 0; border-radius: var(--_radius); padding-inline: 1.5rem }

@container (max-width: 60rem) { .week { grid-template-columns: 1fr }
  .column { display: grid; grid-template-columns: minmax(5.5rem, 14cqi) 1fr; gap: 1rem; min-block-size: 0; padding: .9rem 0; border-block-end: 1px solid var(--_line) }
  .column + .column { border-inline-start: 0 }
  .column .date { flex-direction: column-reverse; justify-content: start; gap: .15rem; border: 0; padding: 0 }
  .column .entry:first-child { padding-block-start: .2rem }
}
@container (max-width: 42rem) {
  .bar { align-items: center; gap: .6rem .5rem }
  h2 { flex: 1 1 40% }
  .moves { display: contents }
  .moves [data-key=today] { order: 2; margin: 0; border-radius: var(--_radius) }
  .moves .on { margin-inline-start: calc(-.5rem - 1px) }
  .views { order: 1; flex: 1 }
  .views button { flex: 1 1 auto; padding-inline: .3rem }
  .views[hidden] + .moves [data-key=today] { order: 0; border-radius: 0; margin-inline: calc(-.5rem - 1px) }
  .bar button { font-size: .8125rem }
  .views[hidden] + .moves [data-key=today] + .on { margin: 0 }
  td { block-size: 3.5rem; padding: .35rem 0 0; text-align: center; border-inline-start: 0 !important }
  th { padding-inline: 0; text-align: center; font-size: .8125rem }
  td > ul { display: none }
  .number { display: grid; place-items: center; inline-size: 2.1rem; block-size: 2.1rem; margin: 0 auto .2rem; border-radius: 50%; font-size: 1.2rem }
  td.today, .column.today { box-shadow: none }
  .today .number { font-weight: 600 }
  [aria-selected=true] .number { background: var(--_ink); color: var(--_paper) }
  td:hover .number { text-decoration: none }
  td:hover:not([aria-selected=true]) .number { background: var(--_wash) }
  .dots { display: flex; justify-content: center; gap: 3px; block-size: 5px }
  .dots i { inline-size: 5px; block-size: 5px; border-radius: 50%; background: var(--_accent) }
  .panel { display: block; padding-block-start: 1.25rem }
  .panel h3 { font: 400 1.3rem/1.2 var(--_display) }
  .panel h3::first-letter { text-transform: uppercase }
  .dated, .column { grid-template-columns: 3.5rem 1fr; gap: .75rem }
  .weekday b { display: none }
  .weekday b { font-weight: 400 }
.weekday i { display: inline }
  .entry { display: block }
  .when { padding-block: 0 .1rem }
  .bar button { min-block-size: 2.75rem; min-inline-size: 2.75rem }
}
@media print { .moves, .views, .later { display: none } }
`

/** @param {string} day */
const dateOf = (day) => new Date(`${day}T00:00Z`)
/** @param {Date} date */
const dayOf = (date) => date.toISOString().slice(0, 10)
/** @param {string} day @param {number} count */
const plusDays = (day, count) => dayOf(new Date(+dateOf(day) + count * DAY_MS))
/** @param {string} day */
const monthOf = (day) => day.slice(0, 7)

/** The same day so many months later, or the last of that month. @param {string} day @param {number} count */
function plusMonths(day, count) {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate()
  return dayOf(new Date(Date.UTC(year, month - 1 + count, Math.min(date, last))))
}

/** @param {string} day @param {number} first of the week: 1 is Monday, 7 Sunday */
const weekStart = (day, first) => plusDays(day, -((dateOf(day).getUTCDay() - first + 7) % 7))

/** @param {string} from @param {string} to @returns {string[]} */
const daysBetween = (from, to) => (from > to ? [] : [from, ...daysBetween(plusDays(from, 1), to)])

/** What a clock on the wall of a zone shows: `YYYY-MM-DD HH:MM`. @param {number} instant @param {string | undefined} zone */
const wallClock = (instant, zone) => new Date(instant).toLocaleString('sv', { timeZone: zone }).slice(0, 16)

/** @param {string | null} text  `YYYY-MM-DD` or `YYYY-MM` @returns {string | undefined} */
function dayIn(text) {
  const day = /^\d{4}-\d\d$/.test(text ?? '') ? `${text}-01` : (text ?? '')
  return /^[1-9]\d{3}-\d\d-\d\d$/.test(day) && !Number.isNaN(+dateOf(day)) && dayOf(dateOf(day)) === day
    ? day
    : undefined
}

/** @type {Record<string, string>} */
const NAMED = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  euro: '€',
  shy: '\u00ad',
}

/** HTML, as titles of WordPress are, to the text it shows. @param {unknown} html */
function textOf(html) {
  const text = String(html ?? '').replace(/<\/?[a-z][^>]*>/gi, '')
  return text.replace(/&(#x[\da-f]+|#\d+|\w+);/gi, (whole, name) => {
    if (name[0] !== '#') return (Object.hasOwn(NAMED, name) && NAMED[name]) || whole
    const code = /x/i.test(name[1]) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}

/** An address that a link may lead to. @param {unknown} text */
function addressOf(text) {
  const url = typeof text === 'string' ? URL.parse(text, document.baseURI) : null
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined
}

/** @param {Record<string, any>} record @returns {Entry} */
function entryOf(record) {
  const [start, end] = [String(record.start_date).slice(0, 16), String(record.end_date).slice(0, 16)]
  const isNight = end.slice(11) <= NIGHT_ENDS && plusDays(start.slice(0, 10), 1) === end.slice(0, 10) && !record.all_day
  const venue = [record.venue].flat()[0] ?? {}
  return {
    id: String(record.id),
    title: textOf(record.title),
    href: addressOf(record.url),
    start,
    end,
    lastDay: isNight ? start.slice(0, 10) : end.slice(0, 10),
    isAllDay: Boolean(record.all_day),
    isFeatured: Boolean(record.featured),
    zone: textOf(record.timezone_abbr),
    instant: Date.parse(`${String(record.utc_start_date).replace(' ', 'T')}Z`),
    place: [venue.venue, venue.city].filter(Boolean).map(textOf).join(', '),
    kind: [record.categories ?? []]
      .flat()
      .map(({ name }) => textOf(name))
      .join(', '),
    cost: textOf(record.cost),
    record,
  }
}

/** Whether it can be drawn at all. @param {any} record */
const isEvent = (record) => [record?.start_date, record?.end_date].every((date) => dayIn(String(date).slice(0, 10)))

/** Events between two days, as far as they have been read. */
class Run {
  /** @type {'new' | 'reading' | 'read' | 'failed'} */
  state = 'new'
  page = 0
  pages = 1
  readAt = Date.now()
  #controller = new AbortController()

  /**
   * @param {URL} address of the list, without its page
   * @param {Map<string, Entry>} [before]  what is shown until there is something newer
   */
  constructor(address, before = new Map()) {
    this.address = address
    this.entries = before
  }

  /** Reads on, up to a page. @param {number} last @returns {Promise<void>} */
  async read(last) {
    this.state = 'reading'
    this.#controller = new AbortController()
    const { signal } = this.#controller
    try {
      while (this.page < Math.min(last, this.pages)) {
        const until = this.page === 0 ? 1 : Math.min(last, this.pages)
        const numbers = Array.from({ length: until - this.page }, (_, index) => this.page + 1 + index)
        const answers = await Promise.all(numbers.map((number) => this.#fetch(number, signal)))
        if (this.page === 0) this.entries = new Map()
        for (const record of answers.flatMap(({ events }) => events).filter(isEvent)) {
          this.entries.set(`${record.id} ${record.start_date}`, entryOf(record))
        }
        this.page = until
        this.pages = answers[0]?.total_pages || until
      }
      this.state = 'read'
    } catch (error) {
      this.state = signal.aborted ? 'new' : 'failed'
      if (!signal.aborted) console.warn(`almanac-calendar: ${this.address.href}:`, error)
    }
  }

  abort() {
    this.#controller.abort()
  }

  /** @param {number} page @param {AbortSignal} signal @returns {Promise<{ events: any[], total_pages?: number }>} */
  async #fetch(page, signal) {
    const address = new URL(this.address)
    address.searchParams.set('page', String(page))
    const within = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
    const answer = await fetch(address, { signal: within, credentials: 'omit' })
    // The list has become shorter since its first page.
    if (page > 1 && answer.status === 404) return { events: [] }
    const body = await answer.json()
    if (!answer.ok || !Array.isArray(body?.events)) throw new Error(`${answer.status} ${body?.message ?? ''}`)
    return body
  }
}

/**
 * @param {string} tag
 * @param {Record<string, unknown>} attributes  functions become listeners; what is undefined or false is left out
 * @param {(Node | string | false | undefined)[]} children
 */
function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(name, /** @type {EventListener} */ (value))
    else if (value !== undefined && value !== false) made.setAttribute(name, String(value))
  }
  made.append(...children.filter((child) => child !== false && child !== undefined))
  return made
}

/** Of a whole day, or of more than one. @param {Entry} entry */
const isLong = ({ isAllDay, start, lastDay }) => isAllDay || lastDay > start.slice(0, 10)

/** @param {(Entry | undefined)[]} slots */
const countOf = (slots) => slots.filter(Boolean).length

/** Long events of a week, each at the same height on all of its days. @param {string[]} week @param {Entry[]} entries */
function lanesOf(week, entries) {
  const lanes = new Map(week.map((day) => [day, /** @type {(Entry | undefined)[]} */ ([])]))
  for (const entry of entries) {
    const days = week
      .filter((day) => entry.start.slice(0, 10) <= day && day <= entry.lastDay)
      .map((day) => lanes.get(day) ?? [])
    let lane = 0
    while (days.some((slots) => slots[lane])) lane += 1
    for (const slots of days) {
      while (slots.length < lane) slots.push(undefined)
      slots[lane] = entry
    }
  }
  return lanes
}

/** @param {string} pattern @param {string | number} value */
const fill = (pattern, value) => pattern.replace('{}', String(value))

/** @type {CSSStyleSheet | undefined} */
let sheet

export class AlmanacCalendar extends HTMLElement {
  static observedAttributes =
    'src view views date category tag venue organizer search language limit timezone first-day'.split(' ')

  #root = this.attachShadow({ mode: 'open' })
  #title = element('h2', { id: 'title', part: 'title' })
  #views = element('div', { class: 'group views', part: 'views', role: 'group' })
  #moves = element('div', { class: 'group moves', part: 'moves' })
  #heard = element('p', { class: 'heard', role: 'status' })
  #body = element('div', { class: 'body', part: 'body' })
  /** @type {Map<string, Run>} */
  #runs = new Map()
  /** The view that the page around asked for. @type {string | null} */
  #home = null
  #isOurs = false
  #isDue = false
  /** What is focused once it is drawn: see `data-key`. @type {string | undefined} */
  #focus
  #said = ''

  constructor() {
    super()
    if (!sheet) {
      sheet = new CSSStyleSheet()
      sheet.replaceSync(STYLE)
    }
    this.#root.adoptedStyleSheets = [sheet]
    const bar = element('div', { class: 'bar', part: 'toolbar' }, this.#title, this.#views, this.#moves)
    const [header, footer] = [element('slot', { name: 'header' }), element('slot', { name: 'footer' })]
    this.#root.append(
      element('div', { class: 'calendar', part: 'calendar' }, header, bar, this.#heard, this.#body, footer),
    )
  }

  connectedCallback() {
    this.#redraw()
  }

  disconnectedCallback() {
    for (const run of this.#runs.values()) run.abort()
  }

  /** @param {string} name @param {string | null} before @param {string | null} value */
  attributeChangedCallback(name, before, value) {
    if (name === 'view' && !this.#isOurs) this.#home = value
    if (before === value) return
    // Whoever moves on asks again for what could not be had.
    for (const [address, { state }] of this.#runs) if (state === 'failed') this.#runs.delete(address)
    this.#redraw()
  }

  /** Reads everything anew. */
  refresh() {
    for (const run of this.#runs.values()) run.abort()
    this.#runs.clear()
    this.#redraw()
  }

  // What the attributes say

  /** @returns {View} */
  get #view() {
    return VIEWS.find((view) => view === this.getAttribute('view')) ?? 'month'
  }

  get #zone() {
    const zone = this.getAttribute('timezone') || undefined
    try {
      wallClock(0, zone)
      return zone
    } catch {
      return undefined
    }
  }

  get #today() {
    return wallClock(Date.now(), this.#zone).slice(0, 10)
  }

  get #day() {
    return dayIn(this.getAttribute('date')) ?? this.#today
  }

  get #language() {
    const around = /** @type {HTMLElement | null} */ (this.closest('[lang]:not([lang=""])'))
    const language = this.getAttribute('language') || around?.lang || navigator.language
    try {
      return new Intl.Locale(language).language
    } catch {
      return 'en'
    }
  }

  /** The reader's own kind of the language, for clocks and weeks: `en-GB` for `en`. */
  get #locale() {
    const language = this.#language
    return navigator.languages.find((one) => one.split('-')[0] === language) ?? language
  }

  get #words() {
    return WORDS[/** @type {keyof typeof WORDS} */ (this.#language)] ?? WORDS.en
  }

  get #firstDay() {
    const asked = Number(this.getAttribute('first-day'))
    if (asked >= 1 && asked <= 7) return asked
    const locale = /** @type {any} */ (new Intl.Locale(this.#locale))
    return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1
  }

  /** First and last day on view. @returns {[string, string]} */
  get #range() {
    const [view, day, first] = [this.#view, this.#day, this.#firstDay]
    if (view === 'day') return [day, day]
    if (view === 'week') return [weekStart(day, first), plusDays(weekStart(day, first), 6)]
    return [`${monthOf(day)}-01`, plusDays(plusMonths(`${monthOf(day)}-01`, 1), -1)]
  }

  /** Of the list of events in the API. @param {string} from @param {string} to @param {number} size */
  #address(from, to, size) {
    const source = this.getAttribute('src') || new URL(import.meta.url).origin
    const url = URL.parse(source, document.baseURI) ?? new URL('about:invalid')
    const route = url.searchParams.get('rest_route')
    const isPlain = /^\/([a-z]{2}\/?)?$/.test(url.pathname) && !route
    if (isPlain) url.pathname = url.pathname.replace(/\/?$/, '/cal/events/v1')
    if (route) url.searchParams.set('rest_route', route.replace(/\/*$/, '/events'))
    else url.pathname = url.pathname.replace(/\/*$/, '/events')
    const isTec = /tribe\/events/.test(url.pathname + route)
    /** @type {Record<string, string | null | false>} */
    const asked = {
      per_page: String(size),
      start_date: `${from} 00:00:00`,
      end_date: `${to} 23:59:59`,
      categories: this.getAttribute('category'),
      tags: this.getAttribute('tag'),
      venue: this.getAttribute('venue'),
      organizer: this.getAttribute('organizer'),
      search: this.getAttribute('search'),
      lang: isTec && this.getAttribute('language'),
      translation_language: !isTec && this.#language in WORDS && this.#language,
    }
    for (const [name, value] of Object.entries(asked)) if (value) url.searchParams.set(name, value)
    return url
  }

  // Reading

  /** @param {URL} address */
  #run(address) {
    const kept = this.#runs.get(address.href)
    if (kept && (kept.state === 'reading' || Date.now() - kept.readAt < KEPT_MS)) return kept
    const run = new Run(address, kept?.entries)
    this.#runs.set(address.href, run)
    return run
  }

  /** @param {string} month `YYYY-MM` */
  #monthRun(month) {
    const first = `${month}-01`
    return this.#run(this.#address(first, plusDays(plusMonths(first, 1), -1), PAGE_SIZE_MAX))
  }

  get #listRun() {
    const size = Math.min(Math.max(Math.trunc(Number(this.getAttribute('limit'))) || LIST_SIZE, 1), PAGE_SIZE_MAX)
    return this.#run(this.#address(this.#day, plusMonths(this.#day, 24), size))
  }

  /** What is on view, then its neighbours; everything else that is still being read is given up. */
  #need() {
    const [from, to] = this.#range
    const isList = this.#view === 'list'
    const shown = isList
      ? [this.#listRun]
      : [...new Set([monthOf(from), monthOf(to)])].map((month) => this.#monthRun(month))
    const beside = isList ? [] : [plusMonths(from, -1), plusMonths(to, 1)].map((day) => this.#monthRun(monthOf(day)))
    for (const run of this.#runs.values()) if (![...shown, ...beside].includes(run)) run.abort()
    for (const run of shown) if (run.state === 'new') this.#read(run, isList ? 1 : PAGES_MAX)
    if (shown.every(({ state }) => state === 'read')) {
      const idle = window.requestIdleCallback ?? setTimeout
      idle(() => {
        for (const run of beside) if (this.isConnected && run.state === 'new') this.#read(run, PAGES_MAX)
      })
    }
    return { shown, beside }
  }

  /** @param {Run} run @param {number} last */
  async #read(run, last) {
    const reading = run.read(last)
    this.#redraw()
    await reading
    this.#redraw()
  }

  // Moving

  /** By the reader's hand, which the page around is told. @param {string} date @param {View} view */
  #go(date, view = this.#view) {
    if (!dayIn(date)) return
    this.#isOurs = true
    this.setAttribute('date', date)
    if (view !== this.#view) this.setAttribute('view', view)
    this.#isOurs = false
    this.dispatchEvent(
      new CustomEvent('almanac-date-change', { detail: { date, view }, bubbles: true, composed: true }),
    )
  }

  /** @param {number} step */
  #move(step) {
    const [day, view] = [this.#day, this.#view]
    this.#go(view === 'month' ? plusMonths(day, step) : plusDays(day, view === 'week' ? 7 * step : step))
  }

  /** A day of the month was chosen: where there is room for its events only below, they are there. @param {string} day */
  #open(day) {
    const panel = this.#body.querySelector('.panel')
    const isBelow = panel && getComputedStyle(panel).display !== 'none'
    this.#focus = isBelow ? day : 'today'
    this.#go(day, isBelow ? 'month' : 'day')
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const [day, first] = [this.#day, this.#firstDay]
    if (event.ctrlKey || event.altKey || event.metaKey) return
    /** @type {Record<string, () => string>} */
    const moves = {
      ArrowLeft: () => plusDays(day, -1),
      ArrowRight: () => plusDays(day, 1),
      ArrowUp: () => plusDays(day, -7),
      ArrowDown: () => plusDays(day, 7),
      Home: () => weekStart(day, first),
      End: () => plusDays(weekStart(day, first), 6),
      PageUp: () => plusMonths(day, event.shiftKey ? -12 : -1),
      PageDown: () => plusMonths(day, event.shiftKey ? 12 : 1),
    }
    const move = moves[event.key]
    const isCell = /** @type {Element} */ (event.target).matches('td')
    if (move) {
      this.#focus = move()
      this.#go(this.#focus)
    } else if (isCell && (event.key === 'Enter' || event.key === ' ')) this.#open(day)
    else return
    event.preventDefault()
  }

  // Drawing

  #redraw() {
    if (this.#isDue || !this.isConnected) return
    this.#isDue = true
    queueMicrotask(() => {
      this.#isDue = false
      if (this.isConnected) this.#draw()
    })
  }

  #draw() {
    const active = /** @type {HTMLElement | null} */ (this.#root.activeElement)
    const focus = this.#focus ?? active?.dataset.key
    this.#focus = undefined
    const { shown, beside } = this.#need()
    // Servers may count a day's edge otherwise, and send an event with two months.
    const entries = [...new Map([...shown, ...beside].flatMap((run) => [...run.entries])).values()]
    entries.sort((one, other) => (one.start < other.start ? -1 : one.start > other.start ? 1 : 0))
    this.#drawBar()
    const draw = { month: this.#month, week: this.#week, day: this.#oneDay, list: this.#list }[this.#view]
    const drawn = draw.call(this, entries)
    const isBusy = shown.some(({ state }) => state === 'new' || state === 'reading')
    this.#body.setAttribute('aria-busy', String(isBusy))
    this.#body.replaceChildren(...drawn, ...this.#notice(shown, entries))
    if (focus) {
      const found = [...this.#root.querySelectorAll('[data-key]')].find(
        (one) => /** @type {HTMLElement} */ (one).dataset.key === focus,
      )
      if (found && found !== this.#root.activeElement) /** @type {HTMLElement} */ (found).focus()
    }
    if (!isBusy) this.#say(this.#count(this.#visible(entries).length))
  }

  /** To those who hear the page, when what is on view is another. @param {string} count */
  #say(count) {
    const text = `${this.#title.textContent}: ${count}`
    if (this.#said && this.#said !== text) this.#heard.textContent = text
    this.#said = text
  }

  /** @param {Entry[]} entries */
  #visible(entries) {
    const [from, to] = this.#range
    return this.#view === 'list'
      ? entries
      : entries.filter(({ start, lastDay }) => start.slice(0, 10) <= to && lastDay >= from)
  }

  /** @param {number} count */
  #count(count) {
    const words = this.#words
    if (count === 0) return words.none
    return fill(new Intl.PluralRules(this.#language).select(count) === 'one' ? words.one : words.other, count)
  }

  /** @param {Intl.DateTimeFormatOptions} options */
  #format(options) {
    return new Intl.DateTimeFormat(this.#locale, { timeZone: 'UTC', ...options })
  }

  /** @param {string} day */
  #named(day) {
    return this.#format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }).format(dateOf(day))
  }

  #drawBar() {
    const [words, view, day] = [this.#words, this.#view, this.#day]
    const [from, to] = this.#range
    /** @type {(string | Node)[]} */
    let title
    if (view === 'list') {
      const date = this.#format({ day: 'numeric', month: 'long', year: 'numeric' }).format(dateOf(day))
      title = [day === this.#today ? words.coming : fill(words.from, date)]
    } else if (view === 'month') {
      const parts = this.#format({ month: 'long', year: 'numeric' }).formatToParts(dateOf(from))
      title = parts.map(({ type, value }) => (type === 'year' ? element('span', { class: 'year' }, value) : value))
    } else if (view === 'week') {
      title = [this.#format({ day: 'numeric', month: 'short', year: 'numeric' }).formatRange(dateOf(from), dateOf(to))]
    } else title = [this.#named(day)]
    this.#title.replaceChildren(...title)

    this.#views.setAttribute('aria-label', words.view)
    const views = this.#viewsOffered
    keep(
      this.#views,
      views.map((one) =>
        element(
          'button',
          {
            type: 'button',
            part: 'button',
            'data-key': `view ${one}`,
            'aria-pressed': String(one === view),
            click: () => this.#go(this.#day, one),
          },
          words.views[VIEWS.indexOf(one)],
        ),
      ),
    )
    this.#views.hidden = views.length === 0
    const name = VIEWS.indexOf(view)
    const buttons =
      view === 'list'
        ? []
        : [
            element('button', {
              type: 'button',
              part: 'button',
              class: 'arrow',
              'data-key': 'back',
              'aria-label': words.back[name],
              click: () => this.#move(-1),
            }),
            element(
              'button',
              { type: 'button', part: 'button', 'data-key': 'today', click: () => this.#go(this.#today) },
              words.today,
            ),
            element('button', {
              type: 'button',
              part: 'button',
              class: 'arrow on',
              'data-key': 'on',
              'aria-label': words.on[name],
              click: () => this.#move(1),
            }),
          ]
    keep(this.#moves, buttons)
    this.#moves.hidden = buttons.length === 0
  }

  /** What the reader may switch between, with the way back to where they came from. @returns {View[]} */
  get #viewsOffered() {
    const home = VIEWS.find((view) => view === this.#home) ?? 'month'
    const named = this.getAttribute('views')?.split(/[\s,]+/) ?? (home === 'list' ? [] : VIEWS)
    const offered = VIEWS.filter((view) => named.includes(view))
    return offered.length > 0 || this.#view === home ? offered : [home]
  }

  /** @param {Entry[]} entries @param {string} day */
  #on(entries, day) {
    return entries.filter(({ start, lastDay }) => start.slice(0, 10) <= day && day <= lastDay)
  }

  /** @param {Entry[]} entries */
  #month(entries) {
    const [from, to] = this.#range
    const first = this.#firstDay
    const days = daysBetween(weekStart(from, first), plusDays(weekStart(to, first), 6))
    const [short, long] = [this.#format({ weekday: 'short' }), this.#format({ weekday: 'long' })]
    const heads = days
      .slice(0, 7)
      .map((day) =>
        element('th', { scope: 'col', part: 'weekday', abbr: long.format(dateOf(day)) }, short.format(dateOf(day))),
      )
    const rows = days
      .filter((_, index) => index % 7 === 0)
      .map((day) => this.#row(daysBetween(day, plusDays(day, 6)), entries))
    const onClick = (/** @type {MouseEvent} */ event) => {
      const target = /** @type {Element} */ (event.target)
      const cell = /** @type {HTMLElement | null} */ (target.closest('td'))
      if (cell?.dataset.key && !target.closest('a')) this.#open(cell.dataset.key)
    }
    const table = element(
      'table',
      {
        role: 'grid',
        part: 'grid',
        'aria-labelledby': 'title',
        click: onClick,
        keydown: (/** @type {KeyboardEvent} */ event) => this.#onKey(event),
      },
      element('thead', {}, element('tr', {}, ...heads)),
      element('tbody', {}, ...rows),
    )
    const panel = element(
      'section',
      { class: 'panel', part: 'panel' },
      element('h3', {}, this.#named(this.#day)),
      this.#agenda(this.#on(entries, this.#day), this.#day),
    )
    return [table, panel]
  }

  /** @param {string[]} week @param {Entry[]} entries */
  #row(week, entries) {
    const lanes = lanesOf(week, entries.filter(isLong))
    const cells = week.map((day) => {
      const short = this.#on(entries, day).filter((entry) => !isLong(entry))
      return this.#cell(day, lanes.get(day) ?? [], short, week)
    })
    return element('tr', {}, ...cells)
  }

  /** @param {string} day @param {(Entry | undefined)[]} lanes @param {Entry[]} short @param {string[]} week */
  #cell(day, lanes, short, week) {
    const [isCurrent, isToday] = [day === this.#day, day === this.#today]
    const slots = [...lanes, ...short]
    // A bar takes half the room.
    const bars = lanes.slice(0, CELL_SIZE)
    const some = [...bars, ...short.slice(0, Math.min(CELL_SIZE, CELL_SIZE + 1 - bars.length))]
    // To say that one is left out takes as much room as that one.
    const shown = countOf(slots) - countOf(some) > 1 ? some : slots
    const [count, rest] = [countOf(slots), countOf(slots) - countOf(shown)]
    const tabindex = isCurrent ? 0 : -1
    const chips = shown.map((entry) =>
      entry ? this.#chip(entry, day, week, tabindex) : element('li', { class: 'gap', 'aria-hidden': 'true' }),
    )
    const more = element(
      'button',
      { type: 'button', part: 'more', tabindex, 'data-key': `more ${day}` },
      `+ ${fill(this.#words.more, rest)}`,
    )
    const dots = slots
      .filter(Boolean)
      .slice(0, CELL_SIZE)
      .map(() => element('i'))
    return element(
      'td',
      {
        role: 'gridcell',
        tabindex,
        class: `${monthOf(day) === monthOf(this.#day) ? '' : 'outside'} ${isToday ? 'today' : ''}`,
        part: isToday ? 'day today' : 'day',
        'data-key': day,
        'aria-selected': String(isCurrent),
        'aria-current': isToday && 'date',
      },
      element('span', { class: 'heard' }, `${this.#named(day)}, ${this.#count(count)} `),
      element('span', { class: 'number', part: 'day-number', 'aria-hidden': 'true' }, String(Number(day.slice(8)))),
      element('span', { class: 'dots', 'aria-hidden': 'true' }, ...dots),
      count > 0 && element('ul', {}, ...chips, rest > 0 && element('li', {}, more)),
    )
  }

  /** @param {Entry} entry @param {string} day @param {string[]} week @param {number} tabindex */
  #chip(entry, day, week, tabindex) {
    const link = this.#link(entry, { tabindex, 'data-key': `${entry.id} ${day}` })
    const featured = entry.isFeatured ? 'featured' : ''
    if (!isLong(entry)) {
      const time = element('time', { datetime: entry.start, part: 'event-time' }, this.#clock(entry.start))
      return element('li', { class: `chip ${featured}`, part: 'event' }, time, link)
    }
    const [since, goes] = [entry.start.slice(0, 10) < day, day < entry.lastDay]
    const came = since && day !== week[0]
    const bar = element(
      'li',
      {
        class: `bar-of ${came ? 'came' : ''} ${since ? 'since' : ''} ${goes ? 'goes' : ''} ${featured}`,
        part: 'event long-event',
      },
      link,
    )
    // The name runs along the bar, as far as that goes this week.
    if (!came) bar.style.setProperty('--_days', String(week.filter((one) => day <= one && one <= entry.lastDay).length))
    return bar
  }

  /** @param {Entry} entry @param {Record<string, unknown>} attributes */
  #link(entry, attributes) {
    const onClick = (/** @type {Event} */ event) => {
      const detail = { event: entry.record, url: entry.href }
      const told = new CustomEvent('almanac-event-open', { detail, bubbles: true, composed: true, cancelable: true })
      if (!this.dispatchEvent(told)) event.preventDefault()
    }
    const open = { part: 'event-title', ...attributes, click: onClick }
    return entry.href
      ? element('a', { href: entry.href, ...open }, entry.title)
      : element('span', { part: 'event-title' }, entry.title)
  }

  /** @param {string} moment */
  #clock(moment) {
    return this.#format({ timeStyle: 'short' }).format(new Date(`${moment.replace(' ', 'T')}Z`))
  }

  /** @param {Entry} entry */
  #when(entry) {
    const first = entry.start.slice(0, 10)
    if (entry.lastDay > first) {
      const days = this.#format({ day: 'numeric', month: 'short' }).formatRange(dateOf(first), dateOf(entry.lastDay))
      return entry.isAllDay ? days : `${days}, ${this.#clock(entry.start)}`
    }
    if (entry.isAllDay) return this.#words.allDay
    return entry.end > entry.start
      ? `${this.#clock(entry.start)} – ${this.#clock(entry.end)}`
      : this.#clock(entry.start)
  }

  /** What the reader's own clock shows then, where it shows another time. @param {Entry} entry */
  #yours(entry) {
    if (entry.isAllDay || Number.isNaN(entry.instant)) return undefined
    const own = wallClock(entry.instant, this.#zone)
    if (own === entry.start) return undefined
    const isOtherDay = own.slice(0, 10) !== entry.start.slice(0, 10)
    const day = isOtherDay
      ? `${this.#format({ day: 'numeric', month: 'short' }).format(dateOf(own.slice(0, 10)))}, `
      : ''
    return fill(this.#words.yours, day + this.#clock(own))
  }

  /** @param {Entry[]} entries @param {string} day */
  #agenda(entries, day) {
    return element(
      'ul',
      { class: 'agenda', part: 'list' },
      ...entries.map((entry) => {
        const yours = this.#yours(entry)
        const facts = [entry.place, entry.cost].filter(Boolean).join(' · ')
        return element(
          'li',
          {
            class: `entry ${entry.isFeatured ? 'featured' : ''} ${entry.start.slice(0, 10) < day ? 'again' : ''}`,
            part: 'event',
          },
          element(
            'p',
            { class: 'when', part: 'event-time' },
            element('time', { datetime: entry.start }, this.#when(entry)),
            yours !== undefined && ` ${entry.zone}`,
            yours !== undefined && element('span', { part: 'event-own-time' }, ` (${yours})`),
          ),
          element(
            'div',
            {},
            entry.kind !== '' && element('span', { class: 'kind', part: 'event-category' }, entry.kind),
            this.#link(entry, { class: 'title', 'data-key': `${entry.id} ${day}` }),
            facts !== '' && element('p', { class: 'where', part: 'event-place' }, facts),
          ),
        )
      }),
    )
  }

  /** @param {string} day @param {Entry[]} entries @param {string} kind class of the section */
  #dated(day, entries, kind) {
    const year = day.slice(0, 4) === this.#today.slice(0, 4) ? undefined : 'numeric'
    const month = kind === 'dated' && this.#format({ month: 'short', ...(year && { year }) }).format(dateOf(day))
    const [long, short] = [this.#format({ weekday: 'long' }), this.#format({ weekday: 'short' })]
    const weekday = (kind === 'dated' ? long : short).format(dateOf(day))
    return element(
      'section',
      { class: `${kind} ${day === this.#today ? 'today' : ''}`, part: 'day' },
      element(
        'h3',
        { class: 'date', part: 'day-heading' },
        element('span', { class: 'heard' }, this.#named(day)),
        element('span', { class: 'numeral', part: 'day-number', 'aria-hidden': 'true' }, String(Number(day.slice(8)))),
        element(
          'span',
          { class: 'weekday', 'aria-hidden': 'true' },
          element('b', {}, weekday),
          element('i', {}, short.format(dateOf(day))),
          month && element('br'),
          month,
        ),
      ),
      this.#agenda(entries, day),
    )
  }

  /** @param {Entry[]} entries */
  #week(entries) {
    const days = daysBetween(...this.#range).map((day) => this.#dated(day, this.#on(entries, day), 'column'))
    return [element('div', { class: 'week', part: 'week' }, ...days)]
  }

  /** @param {Entry[]} entries */
  #oneDay(entries) {
    return [this.#agenda(this.#on(entries, this.#day), this.#day)]
  }

  /** @param {Entry[]} entries */
  #list(entries) {
    const run = this.#listRun
    const days = [...new Set(entries.map(({ start }) => start.slice(0, 10)))]
    const groups = days.map((day) =>
      this.#dated(
        day,
        entries.filter(({ start }) => start.slice(0, 10) === day),
        'dated',
      ),
    )
    const later = element(
      'button',
      {
        type: 'button',
        class: 'later',
        part: 'button',
        'data-key': 'later',
        click: () => this.#read(run, run.page + 1),
      },
      this.#words.later,
    )
    return [...groups, ...(run.page > 0 && run.page < run.pages && run.state !== 'failed' ? [later] : [])]
  }

  /** @param {Run[]} shown @param {Entry[]} entries @returns {HTMLElement[]} */
  #notice(shown, entries) {
    const words = this.#words
    if (shown.some(({ state }) => state === 'failed')) {
      const retry = () => {
        for (const run of shown)
          if (run.state === 'failed') this.#read(run, this.#view === 'list' ? run.page + 1 : PAGES_MAX)
      }
      const button = element(
        'button',
        { type: 'button', part: 'button', 'data-key': 'again', click: retry },
        words.again,
      )
      return [element('div', { class: 'notice', part: 'error', role: 'alert' }, words.failed, button)]
    }
    const isRead = shown.every(({ state }) => state === 'read')
    if (isRead && this.#visible(entries).length > 0) return []
    const text = isRead ? element('slot', { name: 'empty' }, words.none) : words.loading
    if (!isRead && (this.#view === 'month' || entries.length > 0)) return []
    return [element('p', { class: 'notice', part: isRead ? 'empty' : 'loading' }, text)]
  }
}

/** The same buttons stay while only their words change, so that nobody loses the focus. @param {Element} place @param {HTMLElement[]} made */
function keep(place, made) {
  const present = /** @type {HTMLElement[]} */ ([...place.children])
  const isSame =
    made.length === present.length && made.every((one, index) => one.dataset.key === present[index]?.dataset.key)
  if (!isSame) return place.replaceChildren(...made)
  for (const [index, one] of made.entries()) {
    const old = /** @type {HTMLElement} */ (present[index])
    for (const { name, value } of one.attributes) old.setAttribute(name, value)
    if (old.textContent !== one.textContent) old.textContent = one.textContent
  }
}

if (!customElements.get('almanac-calendar')) customElements.define('almanac-calendar', AlmanacCalendar)
