/**
 * Adds links to admin pages to the page of a calendar, for signed-in users. `almanac.js` imports this module if the
 * browser has the cookie of signed-in users; all other visitors never load it.
 */

/** Adds the links to admin pages that the server returns for this page: "Edit" for a record, "+" for each day. */
export async function addAdminLinksToPage() {
  for (const link of document.querySelectorAll('.admin-link')) link.remove()
  const root = /^\/[a-z]{2}(?=\/)/.exec(location.pathname)?.[0] ?? ''
  const query = new URLSearchParams({ page: location.pathname + location.search })
  const response = await fetch(`${root}/admin/edit-links?${query}`, { redirect: 'error' }).catch(() => undefined)
  if (!response?.ok) return
  const { edit, create } = await response.json()
  if (edit) document.querySelector('main h1')?.after(linkTo(edit.path, edit.label, 'admin-link'))
  if (create) for (const day of document.querySelectorAll('main td .head, main h1')) addCreateLink(day, create)
}

/** Adds a "+" to a day of a month, or to the heading of the page of a day. */
function addCreateLink(place, { path, label }) {
  const address = place.querySelector('a[href*="/day/"]')?.href ?? (place.matches('h1') ? location.href : '')
  const date = /\/day\/(\d{4}-\d\d-\d\d)/.exec(address)?.[1]
  if (!date) return
  const link = linkTo(`${path}?date=${date}`, '+', 'admin-link')
  link.setAttribute('aria-label', `${label}: ${date}`)
  place.append(' ', link)
}

function linkTo(href, text, className) {
  const link = document.createElement('a')
  Object.assign(link, { href, textContent: text, className })
  return link
}
