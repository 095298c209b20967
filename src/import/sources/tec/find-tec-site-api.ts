import { EXPERIMENTAL_API_ACKNOWLEDGEMENT } from '../../../core/experimental-api-acknowledgement.ts'
import { isObject } from '../../../core/generic/is-object.ts'
import { createSemaphore } from '../../../core/generic/semaphore.ts'
import type { Language } from '../../../core/language.ts'
import { SourceRequestError, UnreadableSourceError } from '../../import-errors.ts'
import { wordpressSiteIdOfAddress } from '../wordpress/wordpress-site-id-of-address.ts'
import { type ClientClock, requestJsonWithRetries, type SendRequest } from './tec-site-client.ts'

export type SiteJson = Record<string, unknown>

/** Login and application password of an account on the WordPress site. */
export interface SiteCredentials {
  user: string
  password: string
}

export interface SiteOptions {
  /** Address of the site's home page, e.g. `https://old.example/calendar/`. */
  url: URL
  credentials?: SiteCredentials | undefined
  send: SendRequest
  clock: ClientClock
}

export type SiteQuery = Readonly<Record<string, string | number>>

/** The REST API of a WordPress site with The Events Calendar. */
export interface TecSite {
  timezone: string
  /** Host and path of the site (see `wordpressSiteIdOfAddress`). */
  name: string | undefined
  namespaces: ReadonlySet<string>
  hasCredentials: boolean
  /** Address of the site's home page. */
  home: string
  /**
   * The REST API of the same site for one of its languages: below `/de/` if there is one, else with the query
   * `?lang=de`.
   * @param isFirst whether it is the language of the home page, whose addresses may contain no language
   */
  inLanguage(language: Language, isFirst: boolean): Promise<TecSite>
  /**
   * Requests a route of the REST API, e.g. `tribe/events/v1/events`.
   * @throws {SourceRequestError} if all attempts fail
   */
  get(route: string, query?: SiteQuery, options?: RequestOptions): Promise<SiteReply>
}

interface RequestOptions {
  anonymous?: boolean
  /**
   * Whether an import can do without the response. After `UNANSWERED_MAX` such requests in a row without a response, no
   * more are sent, because each takes minutes.
   */
  optional?: boolean
}

const UNANSWERED_MAX = 3

export interface SiteReply {
  json: unknown
  /** Number of pages of the list that was requested; 1 if the response does not state it. */
  pages: number
}

/** Maximum number of simultaneous requests to the site. */
const REQUESTS_MAX = 2

/**
 * Finds the REST API of a WordPress site.
 * @throws {UnreadableSourceError} if there is none, The Events Calendar is not active, or the credentials are refused
 */
export async function findTecSiteApi({ url, credentials, send, clock }: SiteOptions): Promise<TecSite> {
  const limit = createSemaphore({ runningMax: REQUESTS_MAX })
  const authorization = credentials && basic(credentials)
  const request = (address: URL, isAnonymous = false) =>
    requestJsonWithRetries(send, clock, address, {
      Accept: 'application/json',
      'X-TEC-EEA': EXPERIMENTAL_API_ACKNOWLEDGEMENT,
      ...(authorization !== undefined && !isAnonymous && { Authorization: authorization }),
    })
  let unanswered = 0
  const requestOptional: typeof request = async (address, isAnonymous) => {
    if (unanswered >= UNANSWERED_MAX) throw new SourceRequestError(address.href, 'not requested')
    try {
      const response = await request(address, isAnonymous)
      unanswered = 0
      return response
    } catch (error) {
      unanswered = error instanceof SourceRequestError && error.isUnanswered ? unanswered + 1 : 0
      throw error
    }
  }
  const { root, index } = await findRoot([new URL('wp-json/', url), new URL('?rest_route=/', url)], request)
  const namespaces = new Set([index.namespaces].flat().map(String))
  if (!namespaces.has(EVENTS_NAMESPACE)) {
    throw new UnreadableSourceError('The Events Calendar, or its REST API, is not active on this site')
  }
  const createSite = (ownRoot: URL, parameters: SiteQuery): TecSite => ({
    timezone: zoneOf(index),
    name: wordpressSiteIdOfAddress(String(index.home ?? '')) ?? wordpressSiteIdOfAddress(url.href),
    namespaces,
    hasCredentials: credentials !== undefined,
    home: typeof index.home === 'string' ? index.home : url.href,
    async get(route, query = {}, { anonymous, optional = false } = {}) {
      const address = appendQueryToUrl(ownRoot, route, { ...query, ...parameters })
      const { json, headers } = await limit(() => (optional ? requestOptional : request)(address, anonymous))
      const pages = Number(headers['x-tec-totalpages'] ?? headers['x-wp-totalpages'] ?? 1)
      return { json, pages: Number.isInteger(pages) && pages > 0 ? pages : 1 }
    },
    async inLanguage(language, isFirst) {
      const below = isFirst ? undefined : await findRootBelow(new URL(`${language}/wp-json/`, url), request)
      return createSite(below ?? root, { lang: language })
    },
  })
  const site = createSite(root, {})
  if (credentials) await checkCredentials(site)
  return site
}

const EVENTS_NAMESPACE = 'tribe/events/v1'

const basic = ({ user, password }: SiteCredentials) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

async function checkCredentials(site: TecSite): Promise<void> {
  try {
    await site.get('wp/v2/users/me', { context: 'edit' })
  } catch (error) {
    if (error instanceof SourceRequestError && [401, 403].includes(error.status)) {
      throw new UnreadableSourceError('the site refuses the user or the application password')
    }
    throw error instanceof SourceRequestError ? new UnreadableSourceError(error.message) : error
  }
}

type SendSiteRequest = (url: URL, isAnonymous?: boolean) => Promise<{ json: unknown }>

/** Finds the address of the REST API: `/wp-json/`, or `?rest_route=/` on sites with plain permalinks. */
async function findRoot(roots: readonly URL[], request: SendSiteRequest) {
  const failures: string[] = []
  for (const root of roots) {
    try {
      const { json } = await request(root, true)
      if (isObject(json) && Array.isArray(json.namespaces)) return { root, index: json as SiteJson }
      failures.push(`${root.href}: no index of a REST API`)
    } catch (error) {
      if (!(error instanceof SourceRequestError)) throw error
      failures.push(error.message)
    }
  }
  throw new UnreadableSourceError(`there is no REST API: ${failures.join('; ')}`)
}

/** Finds the address of the REST API below the path of a language; undefined if the site has none there. */
async function findRootBelow(address: URL, request: SendSiteRequest): Promise<URL | undefined> {
  try {
    const { root, index } = await findRoot([address], request)
    return [index.namespaces].flat().includes(EVENTS_NAMESPACE) ? root : undefined
  } catch (error) {
    if (error instanceof UnreadableSourceError) return undefined
    throw error
  }
}

function appendQueryToUrl(root: URL, route: string, query: SiteQuery): URL {
  const url = new URL(root)
  if (url.searchParams.has('rest_route')) url.searchParams.set('rest_route', `/${route}`)
  else url.pathname += route
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value))
  return url
}

/** The time zone of the site: `timezone_string` or, if that is empty, the offset in `gmt_offset`. */
function zoneOf({ timezone_string: name, gmt_offset: offset }: SiteJson): string {
  if (typeof name === 'string' && name !== '') return name
  const hours = Number(offset) || 0
  return hours === 0 ? 'UTC' : `UTC${hours > 0 ? '+' : ''}${hours}`
}
