import { equal } from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { createOriginReader } from './origin.ts'

const allowedHosts = ['calendar.example', '[::1]']
const forwarded = { 'x-forwarded-host': 'evil.example, calendar.example', 'x-forwarded-proto': 'http, https' }

for (const [what, options, headers, origin] of [
  ['a host of ours', {}, { host: 'Calendar.example:80' }, 'http://calendar.example'],
  ['with its port', {}, { host: 'calendar.example:3000' }, 'http://calendar.example:3000'],
  ['an address of ours', {}, { host: '[::1]:3000' }, 'http://[::1]:3000'],
  ['a host of others', {}, { host: 'evil.example' }, 'http://10.0.0.7:3000'],
  ['a user before it', {}, { host: 'evil@calendar.example' }, 'http://10.0.0.7:3000'],
  ['a path behind it', {}, { host: 'calendar.example/evil' }, 'http://10.0.0.7:3000'],
  ['no host', {}, {}, 'http://10.0.0.7:3000'],
  ['what was forwarded, by nobody trusted', {}, { host: 'calendar.example', ...forwarded }, 'http://calendar.example'],
  ['what a proxy forwarded', { trustProxy: true }, { host: 'inside', ...forwarded }, 'https://calendar.example'],
  ['a proxy that forwards nothing', { trustProxy: true }, { host: 'calendar.example' }, 'http://calendar.example'],
  ['the one that was set', { publicUrl: 'https://a.example' }, { host: 'calendar.example' }, 'https://a.example'],
] as const) {
  test(`the origin of links: ${what}`, () => {
    const originOf = createOriginReader({ allowedHosts, trustProxy: false, ...options })
    const raw = { headers, socket: { localAddress: '10.0.0.7', localPort: 3000 } } as unknown as IncomingMessage
    equal(originOf(raw), origin)
    equal(originOf(raw), origin)
  })
}
