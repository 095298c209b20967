/**
 * Creates an HTML element. Strings become text nodes, never markup.
 * @param {string} tag
 * @param {Record<string, unknown>} attributes  by name; functions become event listeners; undefined and false are left
 *   out
 * @param {(Node | string | false | undefined)[]} children
 */
export function createElement(tag, attributes = {}, ...children) {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(name, /** @type {EventListener} */ (value))
    else if (value !== undefined && value !== false) made.setAttribute(name, String(value))
  }
  made.append(...children.filter((child) => child !== false && child !== undefined))
  return made
}

/**
 * Replaces the buttons of a group. If the new buttons have the same `data-key`s as the old ones, the old ones stay and
 * only get new attributes and texts, so that a focused button keeps the focus.
 * @param {Element} group @param {HTMLElement[]} buttons
 */
export function replaceButtonsOfGroup(group, buttons) {
  const present = /** @type {HTMLElement[]} */ ([...group.children])
  const isSame =
    buttons.length === present.length && buttons.every((one, index) => one.dataset.key === present[index]?.dataset.key)
  if (!isSame) return group.replaceChildren(...buttons)
  for (const [index, one] of buttons.entries()) {
    const old = /** @type {HTMLElement} */ (present[index])
    for (const { name, value } of one.attributes) old.setAttribute(name, value)
    if (old.textContent !== one.textContent) old.textContent = one.textContent
  }
}
