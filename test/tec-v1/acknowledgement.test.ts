import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { EXPERIMENTAL_API_ACKNOWLEDGEMENT } from '../../src/core/experimental-api-acknowledgement.ts'
import { TEC_V1 } from '../../src/core/faces.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { onSqlite } from '../kit/engines/engines.ts'
import { TEC_V1_EVENT as EVENT } from '../kit/server/tec-v1.ts'
import { withServer } from '../kit/server/with-server.ts'

const MISSING = 'missing_experimental_endpoint_acknowledgement'

onSqlite('the acknowledgement of tec/v1', (engine) => {
  const server = withServer(engine)
  let id: number
  before(async () => {
    id = (await makersOf(server).event()).id
  })

  const ask = async (method: string, path: string, sentence: string | undefined, options = {}) => {
    const headers = sentence === undefined ? {} : { 'x-tec-eea': sentence }
    const { status, body } = await server.ask(method, path.replace('ID', String(id)), {
      face: TEC_V1,
      headers,
      ...options,
    })
    return [status, body?.code]
  }

  for (const [what, sentence, status] of [
    ['no sentence', undefined, 400],
    ['no text', '', 400],
    ['another sentence', 'yes', 400],
    ['the sentence without its full stop', EXPERIMENTAL_API_ACKNOWLEDGEMENT.slice(0, -1), 400],
    ['the sentence', EXPERIMENTAL_API_ACKNOWLEDGEMENT, 200],
    ['the sentence in capitals', EXPERIMENTAL_API_ACKNOWLEDGEMENT.toUpperCase(), 200],
    ['the sentence between spaces', `  ${EXPERIMENTAL_API_ACKNOWLEDGEMENT} `, 200],
  ] as const) {
    test(`with ${what} the status is ${status}, also after the other response was cached`, async () => {
      for (const path of ['/events', '/events/ID', '/venues', '/organizers']) {
        assert.equal((await ask('GET', path, EXPERIMENTAL_API_ACKNOWLEDGEMENT))[0], 200)
        assert.deepEqual(await ask('GET', path, sentence), [status, status === 200 ? undefined : MISSING], path)
      }
    })
  }

  for (const [method, path, options, expected] of [
    ['GET', '/events?per_page=0', {}, [400, 'rest_invalid_param']],
    ['POST', '/events', { body: EVENT }, [401, 'rest_forbidden']],
    ['POST', '/events', { body: EVENT, as: 'subscriber' }, [403, 'rest_forbidden']],
    ['POST', '/events', { body: {}, as: 'editor' }, [400, 'rest_missing_callback_param']],
    ['POST', '/events', { body: EVENT, as: 'editor' }, [400, MISSING]],
    ['PUT', '/events/ID', { body: { title: 'New' }, as: 'editor' }, [400, MISSING]],
    ['DELETE', '/events/ID', { as: 'editor' }, [400, MISSING]],
    ['GET', '/events/99999999', {}, [401, 'rest_forbidden']],
    ['GET', '/events/99999999', { as: 'editor' }, [403, 'rest_forbidden']],
    ['GET', '/tickets', {}, [404, 'rest_no_route']],
    ['GET', '', {}, [200, undefined]],
    ['OPTIONS', '/events', {}, [200, undefined]],
  ] as const) {
    test(`without it ${method} ${path} is answered with ${expected.join(' ')}${'as' in options ? ` (${options.as})` : ''}`, async () => {
      assert.deepEqual(await ask(method, path, undefined, options), expected)
    })
  }

  test('a refused write changes nothing', async () => {
    const { body } = await server.ask('GET', `/events/${id}`)
    assert.deepEqual([body.title, body.status], ['Concert', 'publish'])
  })
})
