import { lookup } from 'node:dns/promises'
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { pipeline } from 'node:stream'
import { createBrotliDecompress, createUnzip, createZstdDecompress } from 'node:zlib'
import { http } from '../core/generic/node-http.ts'
import { isPublicAddress } from './fetchable-addresses.ts'

/**
 * The functions of this file send requests to addresses that users name, e.g. of pictures and of calendars to import,
 * and protect the server's private network (decision 0030).
 */

const CONNECT_TIMEOUT_MS = 5000

export interface GuardOptions {
  /** Whether requests may also be sent to private and loopback addresses. */
  allowPrivate: boolean
  /** Returns the IP addresses of a host name; by default, the DNS resolver of the operating system. */
  resolve?: (host: string) => Promise<string[]>
}

/**
 * Sends a GET request. Redirects are not followed.
 * @param signal ends the request and the download of the response
 * @returns the response, whose body has to be read or destroyed
 * @throws {Error} if the address is not public, or does not answer
 */
export async function requestPublicAddress(
  url: URL,
  options: GuardOptions,
  headers: OutgoingHttpHeaders,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  // If the URL contains an IP address, there is no DNS lookup in which `checkedLookup` could check the address, so it
  // is checked here.
  if (isIP(host) && !mayConnect(host, options)) throw new Error(`${host} is not a public address`)
  const { request } = url.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    const outgoing = request(url, {
      // No agent is used: the default agent could reuse a connection, or use a proxy that resolves host names itself.
      // In both cases `checkedLookup` would not check the address.
      agent: false,
      lookup: checkedLookup(options),
      signal,
      headers: { 'User-Agent': 'Almanac', 'Accept-Encoding': 'identity', ...headers },
    })
    const timer = setTimeout(() => outgoing.destroy(new Error('connection timed out')), CONNECT_TIMEOUT_MS)
    outgoing.once('socket', (socket) => socket.once('connect', () => clearTimeout(timer)))
    outgoing.once('close', () => clearTimeout(timer))
    outgoing.once('response', resolve)
    outgoing.on('error', reject)
    outgoing.end()
  })
}

const DECODERS = {
  gzip: createUnzip,
  'x-gzip': createUnzip,
  deflate: createUnzip,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
}

/**
 * The body of a response, decompressed: some servers compress although the request does not accept it. Callers limit
 * the number of bytes that they read, because the decompressed body may be of any size.
 * @throws {Error} if the content coding is unknown
 */
export function decodeResponseBody(response: IncomingMessage): AsyncIterable<Buffer> {
  const coding = (response.headers['content-encoding'] ?? '').trim().toLowerCase()
  if (coding === '' || coding === 'identity') return response
  const createDecoder = Object.hasOwn(DECODERS, coding) && DECODERS[coding as keyof typeof DECODERS]
  if (!createDecoder) throw new Error(`Content-Encoding: ${coding}`)
  // An error of the response ends the decoder, whose reader gets it. Without the callback it would be thrown.
  return pipeline(response, createDecoder(), () => {})
}

const mayConnect = (address: string, { allowPrivate }: GuardOptions) => allowPrivate || isPublicAddress(address)

/**
 * A DNS lookup that returns only allowed addresses. The connection uses the returned addresses directly, because a
 * second DNS query could return other addresses (DNS rebinding).
 */
function checkedLookup(options: GuardOptions): LookupFunction {
  const resolve = options.resolve ?? systemAddresses
  return (host, { all }, callback) => {
    const found = (async () => {
      const addresses = (await resolve(host)).filter((address) => mayConnect(address, options))
      return addresses.map((address) => ({ address, family: isIP(address) }))
    })()
    found.then(
      (addresses) => {
        const [first] = addresses
        if (!first) callback(new Error(`${host} has no public address`), '', 0)
        else if (all) callback(null, addresses)
        else callback(null, first.address, first.family)
      },
      (error) => callback(error, '', 0),
    )
  }
}

const systemAddresses = async (host: string) => (await lookup(host, { all: true })).map(({ address }) => address)
