import { createElement } from './create-element.js'
import { MONTH_PAGES_MAX } from './event-cache.js'

/**
 * Types that this module uses, for the TypeScript compiler.
 * @import { EventCache } from './event-cache.js'
 * @import { EventLoader } from './event-loader.js'
 * @import { ViewContext } from './view-context.js'
 */

/**
 * The button of the list view that loads more events; undefined in other views and at the end of the list.
 * @param {ViewContext} context
 * @param {EventCache} cache
 */
export function createMoreEventsButton({ settings }, cache) {
  if (settings.view !== 'list') return undefined
  const loader = cache.listLoader
  const { loadedPages, totalPages, state } = loader
  if (loadedPages === 0 || loadedPages >= totalPages || state === 'failed') return undefined
  const click = () => cache.load(loader, loadedPages + 1)
  const attributes = { type: 'button', class: 'later', part: 'button', 'data-key': 'later', click }
  return createElement('button', attributes, settings.words.later)
}

/**
 * A message below the view: events are loading, could not be loaded, or there are none. Undefined if no message is
 * needed.
 * @param {ViewContext} context @param {EventCache} cache
 * @param {EventLoader[]} shown loaders of the visible period
 * @param {{ inRange: number, total: number }} counts number of events in the visible period, and including adjacent
 * months
 */
export function createLoadStateNotice({ settings }, cache, shown, { inRange, total }) {
  const { words, view } = settings
  if (shown.some(({ state }) => state === 'failed')) {
    const click = () => {
      for (const loader of shown) {
        if (loader.state === 'failed') cache.load(loader, view === 'list' ? loader.loadedPages + 1 : MONTH_PAGES_MAX)
      }
    }
    const retry = createElement('button', { type: 'button', part: 'button', 'data-key': 'again', click }, words.again)
    return createElement('div', { class: 'notice', part: 'error', role: 'alert' }, words.failed, retry)
  }
  const isLoaded = shown.every(({ state }) => state === 'loaded')
  const isEnough = isLoaded ? inRange > 0 : view === 'month' || total > 0
  if (isEnough) return undefined
  const text = isLoaded ? createElement('slot', { name: 'empty' }, words.none) : words.loading
  return createElement('p', { class: 'notice', part: isLoaded ? 'empty' : 'loading' }, text)
}
