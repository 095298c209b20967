import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { TEC_V1 } from '../../src/core/faces.ts'
import { collectionNameOfKind } from '../../src/core/kinds.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { onSqlite } from '../kit/engines/engines.ts'
import { type Checker, checkerOf, documentOf } from '../kit/openapi/document.ts'
import { TEC_V1_EVENT, TEC_V1_KINDS, tecV1Of } from '../kit/server/tec-v1.ts'
import { withServer } from '../kit/server/with-server.ts'

onSqlite('the OpenAPI document of tec/v1', (engine) => {
  const server = withServer(engine)
  const tecV1 = tecV1Of(server)
  let document: Checker
  before(async () => {
    document = checkerOf(await documentOf(server, TEC_V1))
  })

  for (const kind of TEC_V1_KINDS) {
    test(`describes the responses for this kind: ${kind}`, async () => {
      const path = `/${collectionNameOfKind(kind)}`
      const make = makersOf(server)
      const links = kind === 'event' ? { venue: (await make.venue()).id, organizer: (await make.organizer()).id } : {}
      const { id } = await make[kind](links)
      const as = 'editor'
      for (const [method, address, options, status] of [
        ['GET', path, {}, 200],
        ['GET', `${path}?context=edit`, { as }, 200],
        ['GET', `${path}?page=0`, {}, 400],
        ['GET', `${path}?page=99`, {}, 404],
        ['POST', path, { as, body: { ...TEC_V1_EVENT, excerpt: 'Short' } }, 201],
        ['POST', path, { as, body: {} }, 400],
        ['POST', path, {}, 400],
        ['GET', `${path}/${id}`, {}, 200],
        ['GET', `${path}/${id}`, { headers: { 'x-tec-eea': 'no' } }, 400],
        ['GET', `${path}/99999999`, {}, 401],
        ['PUT', `${path}/${id}`, { as, body: { content: 'Text' } }, 200],
        ['DELETE', `${path}/${id}`, { as: 'author' }, 403],
        ['DELETE', `${path}/${id}`, { as }, 200],
        ['DELETE', `${path}/${id}`, { as }, 410],
        ['GET', `${path}/${id}`, { as }, 404],
      ] as const) {
        const answer = await tecV1(method, address, options)
        assert.equal(answer.status, status, `${method} ${address}`)
        document.answers(method, address, answer)
      }
    })
  }

  test('the responses to OPTIONS contain the schema of the records', async () => {
    const { body } = await server.ask('OPTIONS', '/venues', { face: TEC_V1 })
    assert.ok('directions_link' in body.schema.properties)
  })
})
