import { equal } from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { networkOfClientAddress, readClientAddress, subscriberNetworkOfAddress } from './client-address.ts'

for (const [what, proxyCount, forwarded, expected] of [
  ['without trusted proxies the header is ignored', 0, '192.0.2.1', '10.0.0.1'],
  ['one proxy: the last entry', 1, '192.0.2.1', '192.0.2.1'],
  ['an entry set by the client is ignored', 1, '198.51.100.9, 192.0.2.1', '192.0.2.1'],
  ['two proxies: the second entry from the end', 2, '198.51.100.9, 192.0.2.1, 10.0.0.2', '192.0.2.1'],
  ['fewer entries than proxies', 3, '192.0.2.1, 10.0.0.2', '192.0.2.1'],
  ['an invalid entry', 1, '192.0.2.1, unknown', '10.0.0.1'],
  ['an empty header', 1, '', '10.0.0.1'],
  ['no header', 1, undefined, '10.0.0.1'],
  ['an IPv6 address', 1, ' 2001:db8::1 ', '2001:db8::1'],
] as const) {
  test(`client address: ${what}`, () => {
    const raw = { headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress: '10.0.0.1' } }
    equal(readClientAddress(raw as unknown as IncomingMessage, proxyCount), expected)
  })
}

for (const [address, network] of [
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['', 'unknown'],
] as const) {
  test(`${address || 'no address'} has the client network ${network}`, () =>
    equal(networkOfClientAddress(address), network))
}

for (const [address, network] of [
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8:1:3::1', '2001:db8:1::/48'],
  ['2001:db8:2:3::1', '2001:db8:2::/48'],
] as const) {
  test(`${address} has the subscriber network ${network}`, () => equal(subscriberNetworkOfAddress(address), network))
}
