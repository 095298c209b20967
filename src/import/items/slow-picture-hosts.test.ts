import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { createLoaderSkippingSlowPictureHosts } from './skip-slow-picture-hosts.ts'

test('a host that fails slowly three times in a row gets no further request in the run; others do', async () => {
  let now = 0
  const load = createLoaderSkippingSlowPictureHosts(() => now)
  const asked: string[] = []
  const loadFrom = (host: string, milliseconds: number, picture?: string) =>
    load(host, async () => {
      asked.push(host)
      now += milliseconds
      return picture
    })
  for (const _ of [1, 2]) await loadFrom('hangs', 10_000)
  await loadFrom('hangs', 9000, 'arrives at last')
  for (const _ of [1, 2, 3, 4, 5]) await loadFrom('hangs', 10_000)
  for (const _ of [1, 2, 3, 4, 5]) await loadFrom('refuses', 10)
  deepEqual(
    Object.fromEntries(Object.entries(Object.groupBy(asked, (host) => host)).map(([host, all]) => [host, all?.length])),
    {
      hangs: 6,
      refuses: 5,
    },
  )
})
