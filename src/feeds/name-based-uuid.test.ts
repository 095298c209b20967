import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { createNameBasedUuid } from './name-based-uuid.ts'

test('a name-based UUID is the one in the example of RFC 9562', () => {
  // The UUID that RFC 9562 (A.4) uses as the namespace of DNS names.
  equal(
    createNameBasedUuid('6ba7b8109dad11d180b400c04fd430c8', 'www.example.com'),
    '2ed6657d-e927-568b-95e1-2665a8aea6a2',
  )
})
