import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FACES, NATIVE, TEC } from '../../src/core/faces.ts'
import { DEFAULT_SETTINGS } from '../../src/settings/site-settings.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import type { Ask } from '../kit/server/server.ts'
import { withServer } from '../kit/server/with-server.ts'

forEachEngine('settings and languages over HTTP', (engine) => {
  const server = withServer(engine, { languages: ['en', 'de'] })

  for (const face of FACES) {
    test(`administrators read and change settings on the ${face.name} face`, async () => {
      const admin = { as: 'administrator', face } as const
      const asked = await server.ask('GET', '/settings', admin)
      assert.equal(asked.status, 200)
      assert.equal(asked.headers.allow, 'GET, POST, PUT, PATCH')
      assert.deepEqual(asked.body, DEFAULT_SETTINGS)
      let expected = { ...DEFAULT_SETTINGS }
      for (const [method, body] of [
        ['POST', { title: 'Kulturkalender', per_page: '7' }],
        ['PUT', { timezone: 'Europe/Berlin', language_fallback: 'false' }],
        ['PATCH', { currency_position: 'postfix', currency_symbol: '', unknown: 1, geoloc_radius_km: 1.5 }],
        ['PATCH', { currency_code: 'USD' }],
        ['POST', {}],
      ] as const) {
        const { status, body: settings } = await server.ask(method, '/settings', { ...admin, body })
        const { unknown: _, ...known } = body as Record<string, unknown>
        expected = { ...expected, ...known, per_page: 7 }
        if ('language_fallback' in known) expected.language_fallback = false
        assert.deepEqual([status, settings], [200, expected], method)
        assert.deepEqual((await server.ask('GET', '/settings', admin)).body, expected)
      }
      await server.ask('POST', '/settings', { ...admin, body: DEFAULT_SETTINGS })
    })
  }

  test('the settings accept the same forms of numbers as lists', async () => {
    const as = 'administrator'
    for (const [sent, number] of [
      ['1e1', 10],
      [' 7', 7],
      ['+3', 3],
      ['4.0', 4],
    ] as const) {
      assert.equal((await server.ask('GET', `/events?per_page=${encodeURIComponent(sent)}`)).status, 200, sent)
      const { status, body } = await server.ask('PUT', '/settings', { as, body: { per_page: sent } })
      assert.deepEqual([status, body.per_page], [200, number], sent)
    }
    for (const sent of ['', '0x4', '4 5', '1.5', '-4', 'Infinity']) {
      assert.equal((await server.ask('GET', `/events?per_page=${encodeURIComponent(sent)}`)).status, 400, sent)
      assert.equal((await server.ask('PUT', '/settings', { as, body: { per_page: sent } })).status, 400, sent)
    }
    await server.ask('POST', '/settings', { as, body: DEFAULT_SETTINGS })
  })

  test('a change applies to the next request', async () => {
    for (const per_page of [3, 9, 4]) {
      await server.ask('POST', `/settings?per_page=${per_page}`, { as: 'administrator' })
      assert.match((await server.ask('GET', '/events')).body.rest_url, new RegExp(`per_page=${per_page}\\b`))
    }
  })

  const REFUSALS: [
    why: string,
    method: string,
    path: string,
    options: Ask,
    status: number,
    code: string,
    names?: string[],
  ][] = [
    ['a guest reads', 'GET', '/settings', {}, 401, 'rest_forbidden'],
    ['an editor reads', 'GET', '/settings', { as: 'editor' }, 403, 'rest_forbidden'],
    ['a guest writes', 'POST', '/settings', { body: { title: 'x' } }, 401, 'rest_forbidden'],
    ['an editor writes', 'PATCH', '/settings', { as: 'editor', body: { title: 'x' } }, 403, 'rest_forbidden'],
    [
      'values come before rights',
      'POST',
      '/settings',
      { body: { per_page: 0 } },
      400,
      'rest_invalid_param',
      ['per_page'],
    ],
    [
      'every wrong value is named',
      'PUT',
      '/settings',
      {
        as: 'administrator',
        body: {
          per_page: 51,
          timezone: 'Mars',
          title: '',
          currency_position: 'over',
          currency_code: 'EURO',
          geoloc_radius_km: 0,
        },
      },
      400,
      'rest_invalid_param',
      ['title', 'timezone', 'per_page', 'currency_position', 'currency_code', 'geoloc_radius_km'],
    ],
    [
      'malformed JSON',
      'POST',
      '/settings',
      { as: 'administrator', body: '{', headers: { 'content-type': 'application/json' } },
      400,
      'rest_invalid_json',
    ],
    ['DELETE', 'DELETE', '/settings', { as: 'administrator' }, 404, 'rest_no_route'],
    ['languages are not written', 'POST', '/languages', { as: 'administrator' }, 404, 'rest_no_route'],
  ]
  for (const face of FACES) {
    for (const [why, method, path, options, status, code, names] of REFUSALS) {
      test(`refuses on the ${face.name} face: ${why}`, async () => {
        const refused = await server.ask(method, path, { ...options, face })
        assert.deepEqual([refused.status, refused.body.code], [status, code])
        if (names) assert.deepEqual(Object.keys(refused.body.data.params), names)
        if (status === 401 || status === 403) assert.equal(refused.headers.allow, 'GET')
        assert.deepEqual((await server.ask('GET', '/settings', { as: 'administrator' })).body, DEFAULT_SETTINGS)
      })
    }
  }

  for (const [face, parameter] of [
    [NATIVE, 'translation_language'],
    [TEC, 'wpml_language'],
    [TEC, 'lang'],
  ] as const) {
    test(`the language parameter ${parameter} is validated`, async () => {
      for (const [method, path, value, status] of [
        ['GET', '/settings', 'xx', 400],
        ['GET', '/settings', 'fi', 401],
        ['POST', '/settings', 'fi', 400],
        ['GET', '/languages', 'xx', 400],
        ['GET', '/languages', 'fi', 200],
        ['GET', '/media', 'xx', 400],
        ['GET', '/media', 'fi', 401],
        ['POST', '/media', 'fi', 400],
        ['POST', '/media', 'de', 401],
      ] as const) {
        const { status: given, body } = await server.ask(method, `${path}?${parameter}=${value}`, { face })
        assert.equal(given, status, `${method} ${path} ${value}`)
        if (status === 400) assert.equal(body.data.details[parameter].code, 'rest_not_in_enum')
      }
    })
  }

  test('anonymous callers may send OPTIONS, as browsers do before cross-origin requests', async () => {
    for (const face of FACES) {
      for (const [path, methods] of [
        ['/settings', 'GET POST PUT PATCH'],
        ['/languages', 'GET'],
        ['/media', 'GET POST'],
        ['/media/1', 'GET DELETE POST PUT PATCH'],
      ] as const) {
        const { status, body } = await server.ask('OPTIONS', path, { face })
        assert.deepEqual([status, body.methods?.join(' ')], [200, methods], path)
      }
    }
  })

  test('the list of languages gives the root and the number of events of each', async () => {
    const write = (title: string, more: object) =>
      server.ask('POST', '/events', {
        as: 'editor',
        body: { title, start_date: '2030-07-01', end_date: '2030-07-01', ...more },
      })
    await write('One', {})
    const { body: two } = await write('Zwei', { translation_language: 'de' })
    await write('Draft', { status: 'draft' })
    await server.ask('PUT', `/events/${two.id}`, { as: 'editor', body: { title: 'Two' } })
    for (const face of FACES) {
      const root = (prefix: string) => `http://localhost${prefix}${face.prefix}/${face.namespace}`
      const expected = [
        { code: 'en', name: 'English', is_default: true, root: root(''), events: 2 },
        { code: 'de', name: 'Deutsch', is_default: false, root: root('/de'), events: 1 },
      ]
      for (const options of [{}, { root: 'de' }, { root: 'en', as: 'administrator' }] as const) {
        const { status, headers, body } = await server.ask('GET', '/languages', { face, ...options })
        assert.deepEqual([status, headers.allow, body], [200, 'GET', { languages: expected }])
      }
    }
  })
})
