/**
 * The text of `/robots.txt` (RFC 9309). It excludes the calendar views and all addresses with filters, because there
 * are endlessly many of them; all records are in the site map. The script is allowed, for robots that render embedding
 * pages.
 * @param sitemap address of the site map
 * @param roots   paths of the language roots: `''`, `/de`
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
