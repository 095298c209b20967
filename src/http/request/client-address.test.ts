import { equal } from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { clientAddress, clientNetwork, subscriberNetwork } from './client-address.ts'

for (const [what, hops, forwarded, expected] of [
  ['nobody is believed unless said so', 0, '192.0.2.1', '10.0.0.1'],
  ['the proxy next to us says whom it was asked by', 1, '192.0.2.1', '192.0.2.1'],
  ['what a client says of itself is not believed', 1, '198.51.100.9, 192.0.2.1', '192.0.2.1'],
  ['nor behind two proxies', 2, '198.51.100.9, 192.0.2.1, 10.0.0.2', '192.0.2.1'],
  ['fewer than there should be', 3, '192.0.2.1, 10.0.0.2', '192.0.2.1'],
  ['what is no address', 1, '192.0.2.1, unknown', '10.0.0.1'],
  ['nothing', 1, '', '10.0.0.1'],
  ['no header', 1, undefined, '10.0.0.1'],
  ['an address of IPv6', 1, ' 2001:db8::1 ', '2001:db8::1'],
] as const) {
  test(`where a request comes from: ${what}`, () => {
    const raw = { headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress: '10.0.0.1' } }
    equal(clientAddress(raw as unknown as IncomingMessage, hops), expected)
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
  test(`${address || 'nothing'} counts as ${network}`, () => equal(clientNetwork(address), network))
}

for (const [address, network] of [
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8:1:3::1', '2001:db8:1::/48'],
  ['2001:db8:2:3::1', '2001:db8:2::/48'],
] as const) {
  test(`${address} may be of the subscriber ${network}`, () => equal(subscriberNetwork(address), network))
}
