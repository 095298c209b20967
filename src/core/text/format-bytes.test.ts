import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { formatBytes } from './format-bytes.ts'

test('sizes are shown in the unit that gives a short number', () => {
  const sizes = [0, 85, 12_345, 999_400, 1_500_000, 20e6, 3.2e9]
  equal(sizes.map(formatBytes).join(', '), '0.0 KB, 0.1 KB, 12 KB, 999 KB, 1.5 MB, 20 MB, 3.2 GB')
})
