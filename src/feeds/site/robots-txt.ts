/**
 * The text of `/robots.txt` (RFC 9309). It disallows week pages, because pages of days and months contain the same
 * events, and all addresses with a query, because their number is unlimited. Pages of months and days are allowed;
 * those without events are marked so that crawlers do not follow their links. The script of the element
 * `<almanac-calendar>` is allowed, so that crawlers can render other sites that embed the calendar.
 * @param sitemap address of the site map
 * @param roots prefixes of paths for each language: `''`, `/de`
 */
export function formatRobotsTxt(sitemap: string, roots: readonly string[]): string {
  const disallowed = ['/events/week/', '/embed/'].flatMap((path) => roots.map((root) => `Disallow: ${root}${path}`))
  return [
    'User-agent: *',
    ...disallowed,
    'Disallow: /*?',
    'Allow: /',
    'Allow: /embed/almanac-calendar',
    '',
    `Sitemap: ${sitemap}`,
    '',
  ].join('\n')
}
