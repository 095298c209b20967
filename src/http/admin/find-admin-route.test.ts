import { deepEqual, equal } from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { findAdminRoute } from './find-admin-route.ts'

const find = (method: string, url: string) => findAdminRoute({ method, url } as IncomingMessage)

for (const [name, method, url, path, params] of [
  ['the start page', 'GET', '/~admin/', '/', {}],
  ['the start page without a slash', 'GET', '/~admin', '/', {}],
  ['a page with a query', 'GET', '/~admin/events?search=a/b', '/events', {}],
  ['HEAD of a page', 'HEAD', '/~admin/events', '/events', {}],
  ['no page at the beginning of a longer path', 'GET', '/~admin/me/sessions', undefined, {}],
  ['a slash at the end of a page', 'GET', '/~admin/users/7/', '/users/:id', { id: '7' }],
  ['capital letters', 'GET', '/~admin/Users/New', '/users/new', {}],
  ['the word and not the variable', 'GET', '/~admin/events/new', '/events/new', {}],
  ['the variable where the word takes no such method', 'GET', '/~admin/events/bulk', '/events/:id', { id: 'bulk' }],
  ['the word where it takes the method', 'POST', '/~admin/events/bulk', '/events/bulk', {}],
  [
    'several variables',
    'POST',
    '/~admin/tags/3/texts/de/remove',
    '/tags/:id/texts/:language/remove',
    { id: '3', language: 'de' },
  ],
  ['an encoded value with capital letters', 'GET', '/~admin/shared/A%2Fb%20C', '/shared/:token', { token: 'A/b C' }],
  ['an encoded word', 'GET', '/~admin/%65vents', '/events', {}],
  ['a form for everyone', 'POST', '/~admin/submit', '/submit', {}],
  ['no page', 'GET', '/~admin/nothing', undefined, {}],
  ['no page below a page', 'GET', '/~admin/settings/nothing', undefined, {}],
  ['a method that the page does not take', 'POST', '/~admin/audit', undefined, {}],
  ['two slashes', 'GET', '/~admin//events', undefined, {}],
] as const) {
  test(`finds ${name}: ${method} ${url}`, () => {
    const found = find(method, url)
    equal(found?.route.path, path)
    deepEqual(found?.params ?? {}, params)
  })
}
