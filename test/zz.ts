import { testEngine } from './kit/engines.ts'
import { startProxy } from './kit/proxy.ts'
import { openDatabase } from '../src/db/open.ts'
import { sql } from '../src/db/database.ts'
import { setTimeout as sleep } from 'node:timers/promises'
const kit = testEngine('postgres')
const proxy = await startProxy(await kit.url())
const db = await openDatabase(proxy.url)
let stop = false, ok = 0, bad: Record<string, number> = {}
let inflight = 0
const load = async () => { while (!stop) { inflight++; try { await db.all(sql`SELECT ${Math.random()}::float8 AS x`); ok++ } catch (e: any) { bad[(e.cause ?? e).code ?? e.message] = (bad[(e.cause ?? e).code ?? e.message] ?? 0) + 1; await sleep(5) } inflight-- } }
const loads = Array.from({ length: 30 }, load)
for (let i = 0; i < 30; i++) {
  await sleep(100); proxy.cut(); await sleep(20); proxy.mend()
  console.log(i, ok, JSON.stringify(bad))
}
await sleep(1000)
const before = ok
await sleep(500)
console.log('rate after', ok - before)
stop = true
await Promise.race([Promise.all(loads), sleep(3000)])
console.log('stuck', inflight, JSON.stringify(bad))
const t = Date.now()
console.log((await Promise.allSettled(Array.from({ length: 40 }, () => db.all(sql`SELECT pg_sleep(0.05)`)))).filter(r => r.status === 'rejected').length, 'rejected', Date.now() - t)
process.exit()
