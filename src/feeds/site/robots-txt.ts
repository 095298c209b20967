/**
 * The text of `/robots.txt` (RFC 9309). It disallows the day, week and month pages and all addresses with a query,
 * because their number is unlimited; crawlers find all records through the site map. The script of the
 * `<almanac-calendar>` element stays allowed, so that crawlers can render other sites that embed the calendar.
 * @param sitemap address of the site map
 * @param roots prefixes of paths for each language: `''`, `/de`
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
