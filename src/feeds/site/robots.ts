/**
 * What robots may fetch (RFC 9309). Days, weeks and months have no end, and neither have combinations of filters; all
 * records are in the site map. Pages of other sites that show the calendar are read with its script.
 * @param sitemap its address
 * @param roots   of the languages: `''`, `/de`
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
