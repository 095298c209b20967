import { lookup } from 'node:dns/promises'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress, parseFetchUrl } from './fetch-policy.ts'
import { baseName } from './file-name.ts'
import { ORIGINAL_BYTES_MAX } from './validate-picture.ts'

const REDIRECTS_MAX = 3
const CONNECT_TIMEOUT_MS = 5000
const TOTAL_TIMEOUT_MS = 10_000

export interface FetchedPicture {
  bytes: Buffer
  /** The file name at the end of the URL of the picture; may be empty. */
  name: string
}

/** A function that downloads the picture at a URL: `fetchPicture` with its options already set. */
export type PictureFetcher = (url: string) => Promise<FetchedPicture | undefined>

export interface FetchOptions {
  /** Whether pictures may also be downloaded from private and loopback addresses. */
  allowPrivate: boolean
  /** Returns the IP addresses of a host name; by default, the DNS resolver of the operating system. */
  resolve?: (host: string) => Promise<string[]>
  /** Called with the reason when a picture could not be downloaded, so that it can be logged. */
  onFailure?: (why: string) => void
  /** Time limit in milliseconds for the whole download, from the first DNS query to the last byte, including redirects. */
  totalTimeoutMs?: number
}

/**
 * Downloads the picture at an http or https URL. Whether the content is a picture is not checked.
 * @returns undefined when the download fails; never rejects
 */
export async function fetchPicture(url: string, options: FetchOptions): Promise<FetchedPicture | undefined> {
  try {
    const signal = AbortSignal.timeout(options.totalTimeoutMs ?? TOTAL_TIMEOUT_MS)
    return { bytes: await fetchFollowingRedirects(url, options, signal), name: fileNameInUrl(url) }
  } catch (error) {
    options.onFailure?.(error instanceof Error ? error.message : String(error))
    return undefined
  }
}

async function fetchFollowingRedirects(address: string, options: FetchOptions, signal: AbortSignal): Promise<Buffer> {
  let url = parseFetchUrl(address)
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
    if (!url) throw new Error('this URL may not be fetched')
    const response = await sendRequest(url, options, signal)
    try {
      const { statusCode = 0, headers } = response
      if (![301, 302, 303, 307, 308].includes(statusCode)) return await readPicture(response)
      url = parseFetchUrl(headers.location ?? '', url)
    } finally {
      response.destroy()
    }
  }
  throw new Error('too many redirects')
}

async function sendRequest(url: URL, options: FetchOptions, signal: AbortSignal): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  // A URL with an IP address needs no DNS lookup, so `checkedLookup` is not called; the address is checked here.
  if (isIP(host) && !mayConnect(host, options)) throw new Error(`${host} is not a public address`)
  const { request } = url.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    const outgoing = request(url, {
      // No agent: the default agent could reuse a connection, or use a proxy that resolves host names itself. In both
      // cases `checkedLookup` would not check the address.
      agent: false,
      lookup: checkedLookup(options),
      signal,
      headers: { 'User-Agent': 'Almanac', Accept: 'image/*', 'Accept-Encoding': 'identity' },
    })
    const timer = setTimeout(() => outgoing.destroy(new Error('connection timed out')), CONNECT_TIMEOUT_MS)
    outgoing.once('socket', (socket) => socket.once('connect', () => clearTimeout(timer)))
    outgoing.once('close', () => clearTimeout(timer))
    outgoing.once('response', resolve)
    outgoing.on('error', reject)
    outgoing.end()
  })
}

const mayConnect = (address: string, { allowPrivate }: FetchOptions) => allowPrivate || isPublicAddress(address)

/**
 * A DNS lookup that returns only allowed addresses. The connection uses the returned addresses directly, because a
 * second DNS query could return other addresses (DNS rebinding).
 */
function checkedLookup(options: FetchOptions): LookupFunction {
  const resolve = options.resolve ?? systemAddresses
  return (host, { all }, answer) => {
    const found = (async () => {
      const addresses = (await resolve(host)).filter((address) => mayConnect(address, options))
      return addresses.map((address) => ({ address, family: isIP(address) }))
    })()
    found.then(
      (addresses) => {
        const [first] = addresses
        if (!first) answer(new Error(`${host} has no public address`), '', 0)
        else if (all) answer(null, addresses)
        else answer(null, first.address, first.family)
      },
      (error) => answer(error, '', 0),
    )
  }
}

const systemAddresses = async (host: string) => (await lookup(host, { all: true })).map(({ address }) => address)

async function readPicture(response: IncomingMessage): Promise<Buffer> {
  const { statusCode, headers } = response
  if (statusCode !== 200) throw new Error(`the response status is ${statusCode}, not 200`)
  const type = headers['content-type'] ?? ''
  if (!/^image\//i.test(type)) throw new Error(`the content type of the response is "${type}", not image/*`)
  checkSize(Number(headers['content-length'] ?? 0))
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response) {
    size += chunk.length
    checkSize(size)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function checkSize(bytes: number): void {
  if (bytes > ORIGINAL_BYTES_MAX) throw new Error('the picture is too large')
}

function fileNameInUrl(url: string): string {
  const name = baseName(new URL(url).pathname)
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
