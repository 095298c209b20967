import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { hashNewPassword, replacePasswordAndEndSessions } from '../../src/accounts/store-password.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { assertRedirect, createAdminClient, signIn } from '../kit/admin/client.ts'
import { inputsOf } from '../kit/admin/inputs.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { onOwnServer } from '../kit/server/own-server.ts'
import { startServer } from '../kit/server/server.ts'

const PASSWORD = 'plum river 47 lamp'

forEachEngine('admin pages of several processes, and guesses', (engine) => {
  test('a role that is changed in one process applies to the next request in another', async () => {
    const url = await engine.url()
    const [here, there] = [await openDatabase(url), await openDatabase(url)]
    const one = await startServer(here)
    const other = await startServer(there, {}, one)
    try {
      const author = await signIn(one, 'author')
      const elsewhere = createAdminClient(other)
      elsewhere.cookies.set('almanac', author.cookies.get('almanac') as string)
      equal((await elsewhere.get('/admin/categories')).status, 200)
      const administrator = await signIn(one, 'administrator')
      const path = `/admin/users/${one.ids.author}`
      const form = inputsOf((await administrator.get(path)).html)
      assertRedirect(await administrator.post(path, { ...form, role: 'contributor' }), '/admin/users')
      equal((await elsewhere.get('/admin/categories')).status, 303, 'the session has ended')
      const again = await signIn(other, 'author')
      deepEqual([(await again.get('/admin/categories')).status, (await again.get('/admin/events')).status], [403, 200])
    } finally {
      await other.close()
      await one.close()
    }
  })

  test('after some wrong passwords, an address has to wait', async () => {
    const options = { rateLimits: { writes: 100, searches: 100, failedLogins: 2 } }
    await onOwnServer(
      engine,
      async (server) => {
        const hash = await hashNewPassword(PASSWORD)
        await server.db.transaction((tx) => replacePasswordAndEndSessions(tx, server.ids.editor, hash))
        const attempt = (password: string) =>
          createAdminClient(server).post('/admin/sign-in', { login: 'editor', password })
        const statuses = []
        for (const password of ['one guess too many', 'another guess', 'a third guess']) {
          statuses.push((await attempt(password)).status)
        }
        deepEqual(statuses, [401, 401, 429])
        server.clock.now += 601
        assertRedirect(await attempt(PASSWORD), '/admin/')
      },
      options,
    )
  })
})
