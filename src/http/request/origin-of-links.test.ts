import { equal } from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { createRequestOriginReader } from './origin-of-links.ts'

const allowedHosts = ['calendar.example', '[::1]']
const forwarded = { 'x-forwarded-host': 'evil.example, calendar.example', 'x-forwarded-proto': 'http, https' }

for (const [what, options, headers, origin] of [
  ['an allowed host', {}, { host: 'Calendar.example:80' }, 'http://calendar.example'],
  ['with its port', {}, { host: 'calendar.example:3000' }, 'http://calendar.example:3000'],
  ['an allowed IPv6 address', {}, { host: '[::1]:3000' }, 'http://[::1]:3000'],
  ['a host that is not allowed', {}, { host: 'evil.example' }, 'http://10.0.0.7:3000'],
  ['a user name before the host', {}, { host: 'evil@calendar.example' }, 'http://10.0.0.7:3000'],
  ['a path after the host', {}, { host: 'calendar.example/evil' }, 'http://10.0.0.7:3000'],
  ['no host', {}, {}, 'http://10.0.0.7:3000'],
  [
    'forwarded headers without a trusted proxy',
    {},
    { host: 'calendar.example', ...forwarded },
    'http://calendar.example',
  ],
  [
    'forwarded headers of a trusted proxy',
    { trustProxy: true },
    { host: 'inside', ...forwarded },
    'https://calendar.example',
  ],
  [
    'a trusted proxy without forwarded headers',
    { trustProxy: true },
    { host: 'calendar.example' },
    'http://calendar.example',
  ],
  ['a configured public URL', { publicUrl: 'https://a.example' }, { host: 'calendar.example' }, 'https://a.example'],
] as const) {
  test(`the origin of links: ${what}`, () => {
    const originOf = createRequestOriginReader({ allowedHosts, trustProxy: false, ...options })
    const raw = { headers, socket: { localAddress: '10.0.0.7', localPort: 3000 } } as unknown as IncomingMessage
    equal(originOf(raw), origin)
    equal(originOf(raw), origin)
  })
}
