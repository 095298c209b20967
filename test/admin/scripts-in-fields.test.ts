import { doesNotMatch, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { deriveFormTokenOfSession } from '../../src/accounts/session-store.ts'
import { startTestSession } from '../kit/admin/client.ts'
import { inputsOf } from '../kit/admin/inputs.ts'
import { createAdminPages } from '../kit/admin/page-addresses.ts'
import { onSqlite } from '../kit/engines/engines.ts'
import { withListeningServer } from '../kit/server/with-server.ts'

/** Ends attributes and elements, and runs a script wherever it is markup. */
const SCRIPT = `"'></textarea></title><img src=x onerror=alert(1)><script>alert(2)</script>`

/** The names of the inputs in which users type free text. */
const textInputsOf = (html: string): string[] =>
  [...html.matchAll(/<(?:input|textarea) [^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => tag.startsWith('<textarea') || /type="(text|url|email|search)"/.test(tag))
    .flatMap((tag) => / name="([^"]+)"/.exec(tag)?.[1] ?? [])

/** The names of the inputs about which a refused form says something. */
const refusedInputsOf = (html: string): string[] =>
  [...html.matchAll(/<li><a href="#field-([^"]+)">/g)].map(([, name = '']) => name)

/** Some fields are checked only when others are valid. */
const ROUNDS_MAX = 4

const isDate = (name: string) => /^(start|end)_date(_day)?$/.test(name)
const dateFor = (name: string) => (name.endsWith('_day') ? '2031-05-01' : '2031-05-01T10:00')

onSqlite('scripts in fields', (engine) => {
  const server = withListeningServer(engine)

  test('a script in any field of any form is text on every page', async () => {
    const pages = await createAdminPages(server)
    const session = await startTestSession(server, 'administrator')
    const headers = { cookie: `almanac=${session}`, accept: 'text/html' }
    let escaped = 0
    const checked = (html: string, path: string): string => {
      doesNotMatch(html, /<img[^>&]*onerror|<script>|"'>/, path)
      if (html.includes('&#60;script&#62;alert(2)')) escaped += 1
      return html
    }
    const read = async (path: string) => {
      const { status, bytes } = await server.send('GET', `host:${path}`, { headers })
      ok(status < 500, `${path}: ${status}`)
      return checked(bytes.toString(), path)
    }
    const send = async (path: string, fields: Record<string, string>) => {
      const body = new URLSearchParams({ ...fields, form_token: deriveFormTokenOfSession(session) })
      const { status, bytes } = await server.send('POST', `host:${path}`, {
        headers: { ...headers, origin: server.origin, 'content-type': 'application/x-www-form-urlencoded' },
        body,
      })
      ok(status < 500, `${path}: ${status}`)
      return { status, html: checked(bytes.toString(), path) }
    }
    const fill = (inputs: Record<string, string>, names: readonly string[]) => ({
      ...inputs,
      ...Object.fromEntries(Object.keys(inputs).flatMap((name) => (isDate(name) ? [[name, dateFor(name)]] : []))),
      ...Object.fromEntries(names.map((name) => [name, SCRIPT])),
      action: 'publish',
    })

    // A form whose texts are stored leads to a page. Of the others, fields that are refused keep their values.
    let stored = 0
    for (const path of [...Object.values(pages.signedIn), ...Object.values(pages.signedOut)]) {
      const html = await read(path)
      let names = textInputsOf(html)
      for (let round = 0; round < ROUNDS_MAX && names.length > 0; round += 1) {
        const answer = await send(path, fill(inputsOf(html), names))
        const refused = refusedInputsOf(answer.html)
        if (answer.status === 200) stored += 1
        if (refused.length === 0) break
        names = names.filter((name) => !refused.some((one) => name.startsWith(one)))
      }
    }
    ok(stored > 10, `${stored} forms have stored the text`)
    escaped = 0
    const published = ['/', '/events/list/', '/events/month/2031-05/', '/events/list/?search=script', '/submit/']
    for (const path of [...Object.values(pages.signedIn), ...published]) await read(path)
    const { body } = await server.send('GET', '/events?start_date=2031-05-01&per_page=50')
    for (const { url } of body.events) await read(new URL(url).pathname)
    ok(escaped > 15, `${escaped} pages show the text`)
    equal((await server.send('GET', '/events')).status, 200)
  })
})
