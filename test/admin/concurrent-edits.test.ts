import { deepEqual, equal, ok } from 'node:assert/strict'
import { before, test } from 'node:test'
import { type AdminClient, assertRedirect, signIn } from '../kit/admin/client.ts'
import { inputsOf } from '../kit/admin/inputs.ts'
import { PIXEL } from '../kit/calendar/pixel.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { withServer } from '../kit/server/with-server.ts'

/** Forms without a version: the texts before, what another administrator types in the first field, and what the user types. */
const FORMS = [
  { form: 'settings', first: 'title', second: 'currency_symbol', theirs: 'Turku', mine: 'Åbo' },
  {
    form: 'appearance',
    first: 'header_links',
    second: 'extra_css',
    theirs: 'en | A | /a\nen | B | /b',
    mine: 'en | C | /c',
  },
  { form: 'picture', first: 'alt_texts[de]', second: 'alt', theirs: 'Ein Chor', mine: 'Der Chor' },
  { form: 'user', first: 'name', second: 'email', theirs: 'Aino Salo', mine: 'A. Salo' },
  { form: 'source', first: 'map', second: 'categories', theirs: 'Boats = Sport', mine: 'Boats = Water' },
] as const

const SECOND: Record<string, string> = {
  currency_symbol: '€',
  extra_css: 'p {}\nb {}',
  alt: 'Choir',
  email: 'aino@choir.example',
  categories: 'Sport',
}

/** The inputs as a browser sends them: lines end with CR and LF. */
const sendable = (inputs: Record<string, string>) =>
  Object.fromEntries(Object.entries(inputs).map(([name, text]) => [name, text.replaceAll('\n', '\r\n')]))

forEachEngine('a form that two administrators have open', (engine) => {
  const server = withServer(engine)
  const paths: Record<string, string> = { settings: '/admin/settings', appearance: '/admin/settings/appearance' }
  let [me, other] = [] as unknown as [AdminClient, AdminClient]

  before(async () => {
    const create = async (path: string, body: unknown, headers = {}) =>
      (await server.ask('POST', path, { as: 'administrator', body, headers })).body.id
    paths.picture = `/admin/media/${await create('/media', PIXEL, { 'content-type': 'image/png' })}`
    paths.user = `/admin/users/${server.ids.author}`
    const source = { name: 'Club', type: 'ics', url: 'https://club.example/a.ics' }
    paths.source = `/admin/sources/${await create('/imports/sources', source)}`
    me = await signIn(server, 'administrator')
    other = await signIn(server, 'administrator')
  })

  const open = async (client: AdminClient, path: string) => inputsOf((await client.get(path)).html)
  const save = (client: AdminClient, path: string, inputs: Record<string, string>) =>
    client.post(path, sendable(inputs))

  for (const { form, first, second, theirs, mine } of FORMS) {
    test(`${form}: what only one of them has changed is kept`, async () => {
      const path = paths[form] as string
      const mineOpen = await open(me, path)
      const saved = await save(other, path, { ...(await open(other, path)), [first]: theirs })
      equal(saved.status, 303, saved.html)
      equal((await save(me, path, { ...mineOpen, [second]: SECOND[second] as string })).status, 303)
      const stored = await open(me, path)
      deepEqual([stored[first], stored[second]], [theirs, SECOND[second]])
    })

    test(`${form}: what both have changed is shown, and replaced only when it is sent again`, async () => {
      const path = paths[form] as string
      const mineOpen = await open(me, path)
      const newer = theirs.replaceAll('u', 'y').replaceAll('A', 'X').replaceAll('o', 'y')
      await save(other, path, { ...(await open(other, path)), [first]: newer })
      const answer = await save(me, path, { ...mineOpen, [first]: mine })
      equal(answer.status, 409)
      ok(answer.html.includes('Somebody else has saved this in the meantime. Saved now: '), answer.html)
      const again = inputsOf(answer.html)
      deepEqual([again[first], (await open(me, path))[first]], [mine, newer])
      equal((await save(me, path, again)).status, 303)
      equal((await open(me, path))[first], mine)
    })
  }

  test('a form with odd values in the hidden field is read as without it', async () => {
    for (const shown_texts of ['', '{', '[1]', '"x"', '{"title":1,"__proto__":"x"}']) {
      const inputs = { ...(await open(me, '/admin/settings')), title: `Odd ${shown_texts.length}`, shown_texts }
      assertRedirect(await save(me, '/admin/settings', inputs), '/admin/settings')
      equal((await open(me, '/admin/settings')).title, inputs.title)
    }
  })
})
