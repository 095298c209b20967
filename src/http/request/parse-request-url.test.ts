import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { parseRequestUrl } from './parse-request-url.ts'

test('an encoded ? or # in rest_route does not begin parameters', () => {
  for (const [typed, route] of [
    ['%3F', '%3F'],
    ['%23', '%23'],
    ['%3Fa%3D1', '%3Fa=1'],
  ])
    equal(
      parseRequestUrl(`/?rest_route=/tribe/events/v1/events${typed}&page=2`, ['en']).route,
      `/~api/events${route}?page=2`,
    )
})
