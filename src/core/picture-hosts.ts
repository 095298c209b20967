/**
 * Hosts from which pages may load the pictures of descriptions, as the setting `picture_hosts` lists them: names such
 * as `img.example`, `*.img.example` for all names below one, or only `*` for every host. By default no host is allowed,
 * because a browser that loads a picture reveals the IP address of its user to the host.
 */

const HOST = /^(?:\*\.)?(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z](?:[a-z\d-]{0,61}[a-z\d])?$/
const EVERY_HOST = '*'

const namesIn = (setting: string) =>
  setting
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)

/** Whether a text is a list of hosts, separated by spaces or commas. */
export function isPictureHostList(setting: string): boolean {
  const names = namesIn(setting)
  return setting.length <= 1000 && names.every((name) => HOST.test(name) || (name === EVERY_HOST && names.length === 1))
}

/** Normalizes a list of hosts: lower case, separated by single spaces. */
export const normalizePictureHosts = (setting: string) => namesIn(setting).join(' ')

/** Whether pages may load a picture of another site from this address. Only HTTPS is allowed. */
export function isPictureUrlOfAllowedHost({ protocol, hostname, port }: URL, setting: string): boolean {
  if (protocol !== 'https:' || port !== '') return false
  return namesIn(setting).some(
    (name) => name === EVERY_HOST || name === hostname || (name.startsWith('*.') && hostname.endsWith(name.slice(1))),
  )
}

/** The allowed hosts as sources for the directive `img-src` of a Content-Security-Policy, each after a space. */
export const cspSourcesOfPictureHosts = (setting: string) =>
  namesIn(setting)
    .map((name) => (name === EVERY_HOST ? ' https:' : ` https://${name}`))
    .join('')

const PICTURE = /<img\b[^>]*>/gi
const SOURCE = /\ssrc="([^"]*)"/i
const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

/** Decodes the value of an attribute of sanitized HTML, in which only `&`, `<`, `>` and `"` are escaped. */
export const decodeHtmlAttribute = (value: string) =>
  value.replace(/&(?:amp|lt|gt|quot);/g, (entity) => ENTITIES[entity] ?? entity)

/** Replaces each `img` element of sanitized HTML. */
export const replaceImgElementsInHtml = (html: string, replace: (element: string) => string) =>
  html.replace(PICTURE, replace)

/**
 * The hosts of pictures in sanitized HTML that pages show only as links, in alphabetical order.
 * @param origins origins of this site, whose own pictures are always shown
 */
export function listPictureHostsShownAsLinks(html: string, origins: readonly string[], setting: string): string[] {
  const hosts = (html.match(PICTURE) ?? []).flatMap((element) => {
    const source = decodeHtmlAttribute(SOURCE.exec(element)?.[1] ?? '')
    const address = URL.canParse(source, origins[0]) ? new URL(source, origins[0]) : undefined
    const isShown =
      address === undefined || origins.includes(address.origin) || isPictureUrlOfAllowedHost(address, setting)
    return isShown ? [] : [address.hostname]
  })
  return [...new Set(hosts)].sort()
}
