import { lookup } from 'node:dns/promises'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress, parseFetchUrl } from './fetch-policy.ts'
import { baseName } from './file-name.ts'
import { ORIGINAL_BYTES_MAX } from './validation.ts'

const REDIRECTS_MAX = 3
const CONNECT_TIMEOUT_MS = 5000
const TOTAL_TIMEOUT_MS = 10_000

export interface FetchedPicture {
  bytes: Buffer
  /** What the address calls it; may be empty. */
  name: string
}

/** How the rest of the program fetches: `fetchPicture` with its options settled. */
export type PictureFetcher = (url: string) => Promise<FetchedPicture | undefined>

export interface FetchOptions {
  /** Whether private and loopback addresses may be asked as well. */
  allowPrivate: boolean
  /** A host's addresses; by default the system's answer. */
  resolve?: (host: string) => Promise<string[]>
  /** Hears why nothing came, for the log. */
  onFailure?: (why: string) => void
  /** From the first look-up to the last byte, redirects included. */
  totalTimeoutMs?: number
}

/** What stands at an http(s) address and calls itself a picture; undefined, never an exception, when there is none. */
export async function fetchPicture(url: string, options: FetchOptions): Promise<FetchedPicture | undefined> {
  try {
    const signal = AbortSignal.timeout(options.totalTimeoutMs ?? TOTAL_TIMEOUT_MS)
    return { bytes: await follow(url, options, signal), name: nameIn(url) }
  } catch (error) {
    options.onFailure?.(error instanceof Error ? error.message : String(error))
    return undefined
  }
}

async function follow(address: string, options: FetchOptions, signal: AbortSignal): Promise<Buffer> {
  let url = parseFetchUrl(address)
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
    if (!url) throw new Error('not an address that may be fetched')
    const response = await ask(url, options, signal)
    try {
      const { statusCode = 0, headers } = response
      if (![301, 302, 303, 307, 308].includes(statusCode)) return await pictureIn(response)
      url = parseFetchUrl(headers.location ?? '', url)
    } finally {
      response.destroy()
    }
  }
  throw new Error('too many redirects')
}

async function ask(url: URL, options: FetchOptions, signal: AbortSignal): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  // Numbers are never looked up, so they are checked here.
  if (isIP(host) && !mayConnect(host, options)) throw new Error(`${host} is not a public address`)
  const { request } = url.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    const asking = request(url, {
      // A connection of its own: no pool, and no proxy that would look names up by itself.
      agent: false,
      lookup: checkedLookup(options),
      signal,
      headers: { 'User-Agent': 'Almanac', Accept: 'image/*', 'Accept-Encoding': 'identity' },
    })
    const tooLate = setTimeout(() => asking.destroy(new Error('no connection in time')), CONNECT_TIMEOUT_MS)
    asking.once('socket', (socket) => socket.once('connect', () => clearTimeout(tooLate)))
    asking.once('close', () => clearTimeout(tooLate))
    asking.once('response', resolve)
    asking.on('error', reject)
    asking.end()
  })
}

const mayConnect = (address: string, { allowPrivate }: FetchOptions) => allowPrivate || isPublicAddress(address)

/** Hands the connection only addresses that were checked: asking the name again could give others. */
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

async function pictureIn(response: IncomingMessage): Promise<Buffer> {
  const { statusCode, headers } = response
  if (statusCode !== 200) throw new Error(`the answer is ${statusCode}, not 200`)
  const type = headers['content-type'] ?? ''
  if (!/^image\//i.test(type)) throw new Error(`the answer is of the type "${type}", not image/*`)
  refuseAbove(Number(headers['content-length'] ?? 0))
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response) {
    size += chunk.length
    refuseAbove(size)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function refuseAbove(bytes: number): void {
  if (bytes > ORIGINAL_BYTES_MAX) throw new Error('the picture is too large')
}

function nameIn(url: string): string {
  const name = baseName(new URL(url).pathname)
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
