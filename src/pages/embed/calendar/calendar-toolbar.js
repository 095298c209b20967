import { parseDayAsUtcDate } from './calendar-day.js'
import { createElement, replaceButtonsOfGroup } from './create-element.js'
import { VIEWS } from './element-settings.js'
import { replacePlaceholderInText } from './words.js'

/**
 * Types that this module uses, for the TypeScript compiler.
 * @import { ViewContext } from './view-context.js'
 */

/**
 * The title above the view: the name of the visible month, week or day.
 * @param {ViewContext} context @returns {(string | Node)[]}
 */
function titleParts({ settings, formatter }) {
  const { view, day, words } = settings
  const [from, to] = settings.range
  if (view === 'list') {
    const date = formatter.format({ day: 'numeric', month: 'long', year: 'numeric' }).format(parseDayAsUtcDate(day))
    return [day === settings.today ? words.coming : replacePlaceholderInText(words.from, date)]
  }
  if (view === 'month') {
    const parts = formatter.format({ month: 'long', year: 'numeric' }).formatToParts(parseDayAsUtcDate(from))
    return parts.map(({ type, value }) => (type === 'year' ? createElement('span', { class: 'year' }, value) : value))
  }
  if (view === 'week') {
    const format = formatter.format({ day: 'numeric', month: 'short', year: 'numeric' })
    return [format.formatRange(parseDayAsUtcDate(from), parseDayAsUtcDate(to))]
  }
  return [formatter.longDay(day)]
}

/** A button for each view that the reader may choose. @param {ViewContext} context */
function viewButtons({ settings, goTo }) {
  return settings.offeredViews.map((view) =>
    createElement(
      'button',
      {
        type: 'button',
        part: 'button',
        'data-key': `view ${view}`,
        'aria-pressed': String(view === settings.view),
        click: () => goTo(settings.day, view),
      },
      settings.words.views[VIEWS.indexOf(view)],
    ),
  )
}

/** The buttons "previous", "today" and "next"; the list view has none. @param {ViewContext} context */
function stepButtons({ settings, goTo, step }) {
  const { view, words } = settings
  if (view === 'list') return []
  const index = VIEWS.indexOf(view)
  /**
   * A button that shows an earlier or later period.
   * @param {string} key @param {string} name @param {string | undefined} label @param {number} count
   */
  const arrow = (key, name, label, count) =>
    createElement('button', {
      type: 'button',
      part: 'button',
      class: name,
      'data-key': key,
      'aria-label': label,
      click: () => step(count),
    })
  const today = createElement(
    'button',
    { type: 'button', part: 'button', 'data-key': 'today', click: () => goTo(settings.today) },
    words.today,
  )
  return [arrow('back', 'arrow', words.back[index], -1), today, arrow('on', 'arrow on', words.on[index], 1)]
}

/** The bar above the view: title, buttons for the views, buttons for the previous and next period. */
export class Toolbar {
  #title = createElement('h2', { id: 'title', part: 'title' })
  #views = createElement('div', { class: 'group views', part: 'views', role: 'group' })
  #steps = createElement('div', { class: 'group moves', part: 'moves' })
  element = createElement('div', { class: 'bar', part: 'toolbar' }, this.#title, this.#views, this.#steps)

  get title() {
    return this.#title.textContent
  }

  /** Updates title and buttons. @param {ViewContext} context */
  draw(context) {
    this.#title.replaceChildren(...titleParts(context))
    this.#views.setAttribute('aria-label', context.settings.words.view)
    const groups = /** @type {const} */ ([
      [this.#views, viewButtons(context)],
      [this.#steps, stepButtons(context)],
    ])
    for (const [group, buttons] of groups) {
      replaceButtonsOfGroup(group, buttons)
      group.hidden = buttons.length === 0
    }
  }
}
