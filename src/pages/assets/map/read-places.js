/**
 * A venue or other place that a map shows.
 * @typedef {object} Place
 * @property {string} id differs between the places of the map
 * @property {string} name
 * @property {[longitude: number, latitude: number]} position
 * @property {number} events number of events at the place
 * @property {HTMLElement | undefined} item of the list beside the map; undefined if the page has no list
 */

/**
 * Reads the places from the list beside a map, in the order of the list, which begins with the places with the most
 * events. If the page has no list, reads the single place of the map from its attributes.
 * @param {HTMLElement} figure
 * @returns {Place[]}
 */
export function readPlacesOfMap(figure) {
  /** The items of the list beside the map; empty if the page has no list. @type {HTMLElement[]} */
  const items = [...(figure.closest('.atlas')?.querySelectorAll('li') ?? [])]
  if (items.length === 0) return [placeIn(figure, undefined, 0)]
  return items.filter(({ dataset }) => dataset.position !== undefined).map((item, index) => placeIn(item, item, index))
}

/**
 * Reads a place from the attributes of an element.
 * @param {HTMLElement} element with the attributes of the place
 * @param {HTMLElement | undefined} item of the list beside the map
 * @param {number} index of the place, which becomes its id
 * @returns {Place}
 */
function placeIn({ dataset }, item, index) {
  const [longitude = 0, latitude = 0] = (dataset.position ?? '').split(' ').map(Number)
  const { name = '', events } = dataset
  const title = item?.querySelector('a')?.textContent.trim() ?? name
  return { id: String(index), name: title, position: [longitude, latitude], events: Number(events ?? 1), item }
}

/**
 * The content of a popup about a place: a copy of the item in the list. Users have written the text of the item, so
 * nodes are copied, not markup.
 * @param {Place} place
 */
export function copyPlaceDetails({ item, name }) {
  const details = document.createElement('div')
  details.className = 'place'
  if (item)
    details.append(
      ...[...item.children].filter((part) => part.localName !== 'button').map((part) => part.cloneNode(true)),
    )
  else details.textContent = name
  return details
}
