/**
 * Functions that the list of places calls when visitors use it, and that change the map.
 * @import { Place } from './read-places.js'
 * @typedef {object} Actions
 * @property {(place: Place, isOn: boolean) => void} highlight highlights the pin of a place, or ends that
 * @property {(place: Place, button: HTMLElement) => void} show moves the map to a place
 */

/** Whether the list of places is beside the map, not below it (`styles/8-maps.css`). */
export const isPlaceListBesideMap = () => matchMedia('(min-width: 60rem)').matches

/**
 * Connects the list of places with the map: an item highlights its pin while the pointer or the focus is in it, and
 * gets a button that shows the place on the map.
 * @param {readonly Place[]} places
 * @param {string} showLabel label of the buttons
 * @param {Actions} actions
 */
export function connectPlaceListWithMap(places, showLabel, { highlight, show }) {
  for (const place of places) {
    const { item, name } = place
    if (item === undefined) continue
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = showLabel
    button.setAttribute('aria-label', `${showLabel}: ${name}`)
    button.addEventListener('click', () => {
      if (!isPlaceListBesideMap()) item.closest('.atlas')?.scrollIntoView({ block: 'start', behavior: 'instant' })
      show(place, button)
    })
    item.append(button)
    for (const type of ['pointerenter', 'focusin']) item.addEventListener(type, () => highlight(place, true))
    for (const type of ['pointerleave', 'focusout']) item.addEventListener(type, () => highlight(place, false))
  }
}
