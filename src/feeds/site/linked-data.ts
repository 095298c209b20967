/** Linked data (schema.org) of pages that show more than one record; that of each record is its `json_ld`. */

interface LinkedPage {
  name: string
  url: string
}

/** A list of events, or of anything that has a page, in their order. */
export const itemListLinkedData = (items: readonly LinkedPage[]) => ({
  '@context': 'https://schema.org',
  '@type': 'ItemList',
  numberOfItems: items.length,
  itemListElement: items.map((item, index) => ({ '@type': 'ListItem', position: index + 1, ...item })),
})

/** Where a page is in the site, the topmost first and itself last. */
export const breadcrumbLinkedData = (path: readonly LinkedPage[]) => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: path.map(({ name, url }, index) => ({ '@type': 'ListItem', position: index + 1, name, item: url })),
})
