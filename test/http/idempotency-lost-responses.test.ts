import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../../src/db/open-database.ts'
import { EVENT } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { ADMIN, type Served, scratchFolder, serve } from '../kit/processes/serve.ts'
import { faultyProxy } from '../kit/proxies/postgres-proxy.ts'
import { startServer } from '../kit/server/server.ts'
import { withListeningServer } from '../kit/server/with-server.ts'

/** Repeats a request until its response is neither 409 nor 503. */
async function untilHandled<Answer extends { status: number }>(send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await send()
    if (answer.status !== 409 && answer.status !== 503) return answer
    await sleep(20)
  }
}

forEachEngine('requests with an idempotency key whose response is lost', (engine) => {
  const server = withListeningServer(engine)

  test('create one record, however often they are repeated', async () => {
    for (let round = 0; round < 20; round += 1) {
      const title = `Lost ${round}`
      const sent = {
        as: 'editor',
        headers: { 'idempotency-key': title.replace(' ', '-') },
        body: { ...EVENT, title },
      } as const
      const lost = [0, 1, 2, 4, 8].map((ms) => AbortSignal.timeout(ms + (round % 5)))
      await Promise.allSettled(lost.map((signal) => server.send('POST', '/events', { ...sent, signal })))
      const { status, body } = await untilHandled(() => server.send('POST', '/events', sent))
      assert.deepEqual([status, body.title], [201, title])
      const slugs = (await server.send('GET', `/events?search=${encodeURIComponent(title)}`)).body.events
      assert.deepEqual(
        slugs.filter((event: { title: string }) => event.title === title).map(({ id }: { id: number }) => id),
        [body.id],
      )
    }
  })

  test('create one record when the server is killed', async () => {
    const { folder, remove } = scratchFolder()
    const env = { DATA_DIR: folder, DATABASE_URL: await engine.url() }
    const titles = Array.from({ length: 20 }, (_, nth) => `Killed-${nth}`)
    const send = async ({ origin }: Served, title: string) => {
      const headers = { authorization: ADMIN, 'content-type': 'application/json', 'idempotency-key': title }
      const body = JSON.stringify({ ...EVENT, title })
      const answer = await fetch(`${origin}/cal/events/v1/events`, { method: 'POST', headers, body })
      return { status: answer.status, body: (await answer.json()) as { id: number } }
    }
    let served = await serve(env)
    try {
      for (const pauseMs of [5, 20, 60]) {
        // Once the password is verified, requests no longer wait for that.
        await fetch(`${served.origin}/cal/events/v1/tags`, { headers: { authorization: ADMIN } })
        const sent = Promise.allSettled(titles.map((title) => send(served, title)))
        await sleep(pauseMs)
        served.child.kill('SIGKILL')
        await Promise.all([served.ended, sent])
        served = await serve(env)
      }
      const ids = []
      for (const title of titles) {
        const { status, body } = await untilHandled(() => send(served, title))
        assert.equal(status, 201)
        ids.push(body.id)
      }
      const list = await fetch(
        `${served.origin}/cal/events/v1/events?per_page=50&start_date=2030-06-01&end_date=2030-08-01`,
      )
      const { events } = (await list.json()) as { events: { id: number }[] }
      assert.deepEqual(events.map(({ id }) => id).sort(), ids.sort())
    } finally {
      served.child.kill('SIGKILL')
      await served.ended
      remove()
    }
  })

  if (engine.name === 'postgres') {
    for (const [fate, replayed] of [
      ['answer lost', 'true'],
      ['lost', undefined],
    ] as const) {
      test(`create one record when COMMIT is "${fate}"`, async () => {
        const proxy = await faultyProxy(await engine.url())
        const db = await openDatabase(proxy.url, { isServing: true })
        const behind = await startServer(db)
        try {
          const headers = { 'idempotency-key': fate.replace(' ', '-') }
          const send = () => behind.ask('POST', '/events', { as: 'editor', headers, body: EVENT })
          let left = 1
          proxy.onCommit(() => (left-- > 0 ? fate : 'pass'))
          assert.equal((await send()).status, 503)
          const answer = await untilHandled(send)
          assert.deepEqual([answer.status, answer.headers['idempotency-replayed']], [201, replayed])
          const { body } = await untilHandled(() => behind.ask('GET', '/events', { as: 'editor' }))
          assert.deepEqual(
            body.events.map(({ id }: { id: number }) => id),
            [answer.body.id],
          )
        } finally {
          await behind.close()
          await db.close()
          await proxy.close()
        }
      })
    }
  }
})
