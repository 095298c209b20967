import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import {
  cspSourcesOfPictureHosts,
  isPictureHostList,
  isPictureUrlOfAllowedHost,
  normalizePictureHosts,
} from './picture-hosts.ts'

test('a list has host names, names below one, or only the sign for every host', () => {
  const valid = ['', '*', 'img.example', 'IMG.example, *.cdn.example', 'xn--bcher-kva.example  a-b.example']
  deepEqual(valid.filter(isPictureHostList), valid)
  const invalid = [
    '* img.example',
    'https://img.example',
    'img.example/a',
    'img.example:8443',
    "img.example; script-src 'unsafe-inline'",
    "'self'",
    'localhost',
    '127.0.0.1',
    '*.*.example',
    '-a.example',
    'a..example',
    'bücher.example',
    'a.example\u0000',
    `${'a.example '.repeat(101)}`,
  ]
  deepEqual(invalid.filter(isPictureHostList), [])
  equal(normalizePictureHosts(' IMG.example,\n*.cdn.example '), 'img.example *.cdn.example')
})

for (const [address, hosts, isAllowed] of [
  ['https://img.example/a.png', '', false],
  ['https://img.example/a.png', 'img.example', true],
  ['https://IMG.example/a.png', 'other.example img.example', true],
  ['http://img.example/a.png', 'img.example', false],
  ['https://img.example:8443/a.png', 'img.example', false],
  ['https://a.img.example/a.png', 'img.example', false],
  ['https://a.img.example/a.png', '*.img.example', true],
  ['https://img.example/a.png', '*.img.example', false],
  ['https://badimg.example/a.png', '*.img.example', false],
  ['https://any.example/a.png', '*', true],
  ['http://any.example/a.png', '*', false],
] as const) {
  test(`${address} is ${isAllowed ? '' : 'not '}allowed by "${hosts}"`, () => {
    equal(isPictureUrlOfAllowedHost(new URL(address), hosts), isAllowed)
  })
}

test('the policy has the same hosts', () => {
  equal(cspSourcesOfPictureHosts(''), '')
  equal(cspSourcesOfPictureHosts('img.example *.cdn.example'), ' https://img.example https://*.cdn.example')
  equal(cspSourcesOfPictureHosts('*'), ' https:')
})
