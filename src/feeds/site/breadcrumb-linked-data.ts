interface LinkedPage {
  name: string
  url: string
}

/** The breadcrumbs of a page as JSON-LD (schema.org `BreadcrumbList`): from the front page to the page itself. */
export const linkedDataOfBreadcrumbs = (path: readonly LinkedPage[]) => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: path.map(({ name, url }, index) => ({ '@type': 'ListItem', position: index + 1, name, item: url })),
})
