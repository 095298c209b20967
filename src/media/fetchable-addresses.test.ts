import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPublicAddress, parseUrlOfPictureToFetch, URL_LENGTH_MAX } from './fetchable-addresses.ts'

const filled = (length: number) => `https://example.org/${'a'.repeat(length - 'https://example.org/'.length)}`

for (const [text, expected] of [
  ['https://example.org/a.png', 'https://example.org/a.png'],
  ['HTTP://Example.ORG:8080/a b.png?x=1#top', 'http://example.org:8080/a%20b.png?x=1'],
  ['http://0x7f.1/', 'http://127.0.0.1/'],
  [filled(URL_LENGTH_MAX), filled(URL_LENGTH_MAX)],
  [filled(URL_LENGTH_MAX + 1), undefined],
  [`https://example.org/${'ä'.repeat(400)}`, undefined],
  ['https://user@example.org/', undefined],
  ['https://:secret@example.org/', undefined],
  ['ftp://example.org/a.png', undefined],
  ['file:///etc/passwd', undefined],
  ['data:image/png;base64,AAAA', undefined],
  ['javascript:alert(1)', undefined],
  ['//example.org/a.png', undefined],
  ['a.png', undefined],
  ['http://', undefined],
  ['', undefined],
] as const) {
  test(`${expected ? 'accepts' : 'rejects'} the URL ${text.slice(0, 60)}`, () =>
    assert.equal(parseUrlOfPictureToFetch(text)?.href, expected))
}

test('a redirect may be relative to the redirecting URL', () => {
  assert.equal(
    parseUrlOfPictureToFetch('../b.png', new URL('https://example.org/x/a.png'))?.href,
    'https://example.org/b.png',
  )
})

test('accepts public addresses', () => {
  for (const address of ['8.8.8.8', '1.1.1.1', '192.0.1.1', '2606:4700::1111', '2a00:1450:4001::1', '::ffff:8.8.8.8']) {
    assert.ok(isPublicAddress(address), address)
  }
})

for (const [what, addresses] of Object.entries({
  loopback: ['127.0.0.1', '127.255.255.254', '::1'],
  unspecified: ['0.0.0.0', '0.1.2.3', '::'],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd00:ec2::254'],
  'link-local and metadata': [
    '169.254.169.254',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    '100.100.100.200',
    '192.0.0.192',
  ],
  'metadata service at a public address': ['168.63.129.16', '::ffff:168.63.129.16'],
  'carrier-grade NAT': ['100.64.0.1', '100.127.255.255'],
  'multicast and broadcast': ['224.0.0.1', '239.255.255.255', '255.255.255.255', 'ff02::1'],
  'reserved and documentation': [
    '192.0.2.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '240.0.0.1',
    '2001:db8::1',
    '3fff::1',
    '100::1',
  ],
  'IPv4 inside IPv6': [
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:169.254.169.254',
    '::127.0.0.1',
    '::7f00:1',
    '::ffff:0:127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '2002:7f00:1::',
    '2001:0:7f00:1::',
  ],
  'not given out': ['4000::1', '5f00::1', 'e000::1'],
  'no address': ['', 'localhost', '1', '0177.0.0.1', '2130706433', '1.2.3', '[::1]'],
})) {
  test(`not public: ${what}`, () => {
    for (const address of addresses) assert.ok(!isPublicAddress(address), address)
  })
}
