/**
 * The text of `/robots.txt` (RFC 9309). It keeps robots away from the day, week and month pages and from all addresses
 * with a query, because there are endlessly many of them; robots find all records by the site map. The script of the
 * `<almanac-calendar>` element stays allowed, so that robots can render other sites that embed the calendar.
 * @param sitemap address of the site map
 * @param roots   prefixes of paths for each language: `''`, `/de`
 */
export function robotsText(sitemap: string, roots: readonly string[]): string {
  const endless = ['/events/day/', '/events/week/', '/events/month/', '/embed/'].flatMap((path) =>
    roots.map((root) => `Disallow: ${root}${path}`),
  )
  return [
    'User-agent: *',
    ...endless,
    'Disallow: /*?',
    'Allow: /',
    'Allow: /embed/almanac-calendar.js',
    '',
    `Sitemap: ${sitemap}`,
    '',
  ].join('\n')
}
