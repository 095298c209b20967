import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { LANGUAGES, type Language } from '../../../src/core/language.ts'
import type { TestCaller } from '../server/accounts.ts'
import type { TestAnswer, TestServer } from '../server/server.ts'
import {
  bySlug,
  canRead,
  countIn,
  countOf,
  type Kind,
  linkedTo,
  listed,
  type Model,
  type ModelEvent,
  mapped,
  newModel,
  type Post,
  type Question,
  type Said,
  statusOf,
  type Term,
  type TermKind,
  termsOf,
  titleIn,
  wallClock,
} from './model.ts'
import {
  addressOf,
  ask,
  listOf,
  questionOf,
  type Request,
  requestOf,
  type Step,
  titleFieldOf,
  writeOf,
} from './steps.ts'
import { apply, expected, type Write } from './writes.ts'

/** A running server and a model of its calendar. All responses must equal those of the model. */
export interface Beside {
  model: Model
  /** Applies a step to server and model, and fails unless both give the same result. */
  take(step: Step): Promise<void>
  /** Sends several writes concurrently. The result must equal that of some order of them. */
  takeAtOnce(steps: Step[]): Promise<void>
  /** Fails unless every caller sees in every list what the model says. */
  checkAll(): Promise<void>
  asked(): number
}

const KINDS = ['event', 'venue', 'organizer', 'category', 'tag'] as const

/** Lists that are requested again after each write, so that most requests could be answered from the cache. */
const STANDING: [Kind, Question][] = [
  ['event', { as: 'guest', language: 'en' }],
  ['event', { as: 'guest', language: 'de', fallback: false, featured: true }],
  ['venue', { as: 'guest', language: 'en', only_with_upcoming: true }],
  ['category', { as: 'guest', language: 'en' }],
]

/** Compares servers with one model. @param servers on one database; requests go to them in turn */
export function beside(servers: readonly TestServer[]): Beside {
  const [first] = servers as [TestServer]
  let model = newModel(first.clock.now)
  const tags = new Map<string, Map<string, string>>()
  let asked = 0
  let taken = 0
  const send = async (request: Request, server = servers[asked % servers.length] as TestServer) => {
    asked += 1
    const others = servers.filter((one) => one !== server).map(({ db }) => ({ db, before: db.version() }))
    const answer = await ask(server, request)
    if (request.method !== 'GET' && answer.status < 300) await Promise.all(others.map(untilTold))
    assert.ok(answer.status < 500, JSON.stringify([request, answer.body]))
    return answer
  }

  /** Sends anonymous reads twice: both responses must be equal, and each entity tag belongs to one body. */
  async function read(request: Request): Promise<TestAnswer> {
    const server = servers[asked % servers.length] as TestServer
    const answer = await send(request, server)
    if (request.as !== 'guest') return answer
    const again = await send(request, server)
    assert.deepEqual([again.status, again.body, again.headers.etag], [answer.status, answer.body, answer.headers.etag])
    if (answer.status === 200) await checkTag(request, answer, server)
    return answer
  }

  async function checkTag(request: Request, answer: TestAnswer, server: TestServer): Promise<void> {
    const { etag } = answer.headers as { etag: string }
    const address = `${request.root} ${request.path}`
    const known = tags.get(address) ?? new Map<string, string>()
    tags.set(address, known)
    const text = answer.bytes.toString()
    for (const [tag, body] of known)
      assert.equal(tag === etag, body === text, `${address}: a tag stands for one body, and a body has one tag`)
    const [before] = [...known.keys()].slice(-1)
    known.set(etag, text)
    if (before === undefined) return
    const { status } = await send({ ...request, headers: { 'if-none-match': before } }, server)
    assert.equal(status, before === etag ? 304 : 200, address)
  }

  async function checkList(kind: Kind, question: Question): Promise<void> {
    const request = addressOf(kind, question)
    const answer = await read(request)
    const said = JSON.stringify([request, answer.status])
    const all = listed(model, kind, question)
    if (all === undefined) return assert.equal(answer.status, 400, said)
    const { page = 1, per_page = model.settings.per_page, language } = question
    const pages = Math.ceil(all.length / per_page)
    const isTermKind = kind === 'category' || kind === 'tag'
    if (page > 1 && page > pages && !isTermKind) return assert.equal(answer.status, 404, said)
    const { body, headers } = answer
    const shown = all.slice((page - 1) * per_page, page * per_page)
    assert.equal(answer.status, 200, said)
    const rows = body[listOf(kind)] as Body[]
    assert.deepEqual(
      [rows.map(({ id }) => id), body.total, body.total_pages],
      [shown.map(({ id }) => id), all.length, pages],
      said,
    )
    assert.deepEqual([headers['x-tec-total'], headers['x-tec-totalpages']], [String(all.length), String(pages)])
    assert.deepEqual([body.next_rest_url !== undefined, body.previous_rest_url !== undefined], [page < pages, page > 1])
    for (const [index, row] of rows.entries()) checkRecord(kind, shown[index] as Said, row, question.as, language)
  }

  // biome-ignore lint/suspicious/noExplicitAny: bodies are looked into freely
  type Body = any

  function checkRecord(kind: Kind, record: Said, body: Body, as: TestCaller, language: Language): void {
    assert.equal(body[titleFieldOf(kind)], titleIn(record, language))
    assert.deepEqual(Object.keys(body.translations ?? {}).sort(), [...record.titles.keys()].sort())
    if (kind === 'category' || kind === 'tag') {
      assert.equal(body.count, countOf(model, kind, record.id), `count of ${body.name}`)
      if (kind === 'category') assert.equal(body.parent, (record as Term).parent ?? 0)
      return
    }
    const { at } = record as Post
    assert.equal(body.status, statusOf(model, record as Post))
    if (!['draft', 'pending', 'trash'].includes(body.status)) assert.equal(body.date_utc, wallClock(at, 'UTC'))
    if (kind !== 'event') return
    const event = record as ModelEvent
    assert.deepEqual(
      [body.start_date, body.featured, body.hide_from_listings],
      [event.start, event.isFeatured, event.isHidden],
    )
    const places = [body.venue].flat().map(({ id }: Body) => id)
    assert.deepEqual(
      [places, body.organizer.map(({ id }: Body) => id)],
      [linkedTo(model, 'venue', as, event), linkedTo(model, 'organizer', as, event)],
    )
    for (const [of, terms] of [
      ['category', body.categories],
      ['tag', body.tags],
    ] as [TermKind, Body[]][]) {
      assert.deepEqual(
        terms.map(({ id }) => id),
        termsOf(model, of, language, event),
      )
      for (const term of terms)
        assert.equal(term.count, countOf(model, of, term.id), `count of ${term.name} in an event`)
    }
  }

  /** Compares single reads, by id and by every slug. */
  async function checkOne(kind: Kind, record: Said, as: TestCaller, language: Language): Promise<void> {
    const check = async (path: string, found: Said | undefined) => {
      const { status, body } = await read({ method: 'GET', path: `/${listOf(kind)}/${path}`, as, root: language })
      const isHidden = found && kind !== 'category' && kind !== 'tag' && !canRead(model, as, found as Post)
      assert.equal(status, found === undefined ? 404 : isHidden ? 403 : 200, `${kind} ${path} as ${as}`)
      if (status === 200) checkRecord(kind, found as Said, body, as, language)
    }
    await check(
      String(record.id),
      model[kind].find(({ id }) => id === record.id),
    )
    if (kind === 'category' || kind === 'tag') return
    for (const slug of new Set(record.slugs.values())) {
      if (slug !== '') await check(`by-slug/${slug}`, bySlug(model, kind, slug, { as, language }))
    }
  }

  function checkSlugs(kind: Kind): void {
    const slugs = model[kind]
      .flatMap((record) => [...record.slugs].map(([language, slug]) => `${language} ${slug}`))
      .filter((slug) => !slug.endsWith(' '))
    assert.equal(new Set(slugs).size, slugs.length, `each ${kind} has slugs of its own`)
  }

  async function takeWrite(step: Extract<Step, { step: 'write' }>): Promise<void> {
    const write = writeOf(model, step)
    if (write === undefined) return
    const answer = await send(requestOf(write))
    const status = expected(model, write)
    assert.equal(answer.status, status, JSON.stringify([write, answer.body]))
    const before = model[write.kind].find(({ id }) => id === write.id)
    if (status < 300) {
      apply(model, write, answer.body)
      checkSlugs(write.kind)
    }
    const record = model[write.kind].find(({ id }) => id === (write.id ?? answer.body.id)) ?? before
    if (record === undefined) return
    if (status < 300 && write.do !== 'remove' && write.do !== 'untranslate')
      checkRecord(write.kind, record, answer.body, write.as, write.language)
    await checkOne(write.kind, record, 'guest', step.language)
    await checkOne(write.kind, record, step.which % 2 ? 'author' : 'editor', step.language)
  }

  async function takeSettings({ as, settings }: Extract<Step, { step: 'settings' }>): Promise<void> {
    const { status } = await send({ method: 'PATCH', path: '/settings', as, body: settings })
    assert.equal(status, as === 'guest' ? 401 : as === 'administrator' ? 200 : 403)
    if (status === 200) Object.assign(model.settings, settings)
  }

  return {
    get model() {
      return model
    },
    asked: () => asked,
    async take(step) {
      if (step.step === 'look') return checkList(step.kind, questionOf(model, step))
      if (step.step === 'write') await takeWrite(step)
      else if (step.step === 'settings') await takeSettings(step)
      else wait(step.seconds)
      taken += 1
      // Requests that could be answered from the cache: all of them after the clock has moved, else a selection.
      const some = step.step === 'wait' ? STANDING : STANDING.slice(taken % 4, (taken % 4) + 1)
      for (const [kind, question] of some) await checkList(kind, question)
    },
    async takeAtOnce(some) {
      const writes = some.flatMap((step) => (step.step === 'write' ? (writeOf(model, step) ?? []) : []))
      const answers = await Promise.all(writes.map((write) => send(requestOf(write))))
      const done = writes.map((write, index) => [write, answers[index] as TestAnswer] as const)
      const possible = ordersOf(done).flatMap((order) => explain(order) ?? [])
      const said = JSON.stringify(done.map(([write, { status, body }]) => [write, status, body.code]))
      assert.ok(possible.length > 0, `no order gives ${said}`)
      await adoptOneOf(possible)
    },
    async checkAll() {
      const window = { from: '2000-01-01', to: '2100-01-01' }
      for (const as of ['guest', 'contributor', 'author', 'other', 'editor'] as const) {
        for (const kind of KINDS) {
          for (const language of ['en', 'de'] as const) {
            await checkList(kind, { ...window, as, language, per_page: 50, fallback: true, hide_empty: false })
          }
          await checkList(kind, { ...window, as, language: 'fr', per_page: 3, page: 2 })
          checkSlugs(kind)
        }
      }
      await checkMap()
      await checkFeed(window)
      await checkLanguages()
    },
  }

  function wait(seconds: number): void {
    model.now += seconds
    for (const { clock } of servers) clock.now = model.now
  }

  /** The model after these writes, if their responses are possible in this order; else undefined. */
  function explain(done: readonly (readonly [Write, TestAnswer])[]): Model | undefined {
    const after = structuredClone(model)
    for (const [write, { status, body }] of done) {
      if (expected(after, write) !== status) return undefined
      if (status < 300 && !isApplied(after, write, body)) return undefined
    }
    return after
  }

  /** Several orders may explain the responses. The state afterwards shows which one happened. */
  async function adoptOneOf(possible: Model[]): Promise<void> {
    const everything = {
      from: '2000-01-01',
      to: '2100-01-01',
      as: 'administrator',
      language: 'en',
      per_page: 50,
    } as const
    for (const [index, one] of possible.entries()) {
      model = one
      try {
        for (const kind of KINDS) {
          await checkList(kind, { ...everything, fallback: true, hide_empty: false })
          await checkList(kind, { ...everything, fallback: true, hide_empty: false, status: 'trash' })
        }
        return
      } catch (error) {
        if (index === possible.length - 1) throw error
      }
    }
  }

  async function checkMap(): Promise<void> {
    const { body } = await read({ method: 'GET', path: 'host:/sitemap.xml', as: 'guest' })
    for (const kind of KINDS) {
      const place = kind === 'category' || kind === 'tag' ? `events/${kind}` : kind
      const found = String(body).match(new RegExp(`<loc>[^<]*/${place}/`, 'g')) ?? []
      assert.equal(found.length, mapped(model, kind), `${kind} pages in the site map`)
    }
  }

  async function checkFeed({ from, to }: { from: string; to: string }): Promise<void> {
    const all = listed(model, 'event', { as: 'guest', language: 'en', from, to }) as Said[]
    const { body } = await read({
      method: 'GET',
      path: `/events.ics?start_date=${from}&end_date=${to}`,
      as: 'guest',
      root: 'en',
    })
    assert.equal((String(body).match(/^BEGIN:VEVENT/gm) ?? []).length, all.length, 'events in the feed')
  }

  async function checkLanguages(): Promise<void> {
    const { body } = await read({ method: 'GET', path: '/languages', as: 'guest' })
    const counts = body.languages.map(({ code, events }: Body) => [code, events])
    assert.deepEqual(
      counts,
      LANGUAGES.map((language) => [language, countIn(model, language)]),
    )
  }
}

/** Whether the response is possible for this write in the current state of the model. */
function isApplied(...applied: Parameters<typeof apply>): boolean {
  try {
    apply(...applied)
    return true
  } catch (error) {
    if (error instanceof assert.AssertionError) return false
    throw error
  }
}

/** PostgreSQL notifies other servers of a write within this time, and a second time after the commit. */
const NOTICE_MS = 100
/**
 * Give up waiting after this time: a write that changed nothing sends no notification. It exceeds `NOTICE_MS`, because
 * a busy machine is slow.
 */
const PATIENCE_MS = 1000

/** Waits until the other server has received the notification of the write. */
async function untilTold({ db, before }: { db: TestServer['db']; before: string }): Promise<void> {
  for (const end = performance.now() + PATIENCE_MS; db.version() === before && performance.now() < end; ) await sleep(5)
  if (db.dialect.engine === 'postgres') await sleep(NOTICE_MS)
}

function ordersOf<T>(all: readonly T[]): T[][] {
  if (all.length <= 1) return [[...all]]
  return all.flatMap((one) => ordersOf(all.filter((other) => other !== one)).map((rest) => [one, ...rest]))
}
