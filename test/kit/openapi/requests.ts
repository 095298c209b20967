import assert from 'node:assert/strict'
import { PIXEL } from '../calendar/pixel.ts'
import { encoded, formOf } from '../generated/values.ts'
import type { Ask, TestAnswer, TestServer } from '../server/server.ts'
import type { OpenApi } from './document.ts'
import { type Documented, namedSchemaOf, type Sent } from './operations.ts'
import { resolved } from './schema-values.ts'

/** Sends generated requests. */

export const JSON_TYPE = 'application/json'
const FORM = 'application/x-www-form-urlencoded'
const PARTS = 'multipart/form-data'

/** Creates records from the document's examples for use as path parameters, a new one for each call. */
export function recordsFrom(server: TestServer, operations: readonly Documented[]) {
  let made = 0
  return async ({ path, face }: Documented): Promise<Record<string, string>> => {
    // A batch consists of writes to any records.
    if (/^\/(imports\/runs|submissions)\//.test(path)) return { id: '1' }
    const list = path.includes('{batch}') ? '/venues' : path.replace(/(\/by-slug)?[/.]?\{.*/, '').replace(/\.\w.*/, '')
    const create = operations.find((one) => one.face === face && one.path === list && one.method === 'post')
    assert.ok(create, `nothing makes what ${path} names`)
    const { examples: [example] = [{}] } = schemaOf(create)
    made += 1
    const names = create.fields.filter(
      ({ name, isRequired, schema }) => isRequired && !schema.enum && !/^\d/.test(String(example[name])),
    )
    const body = { ...example, ...Object.fromEntries(names.map(({ name }) => [name, `${name} ${made}`])) }
    const options: Ask = create.types.includes(JSON_TYPE)
      ? { body }
      : { body: PIXEL, headers: { 'content-type': 'image/png' } }
    const answer = await server.ask('POST', list, { as: 'administrator', face, ...options })
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    const record = { id: String(answer.body.id), slug: String(answer.body.slug) }
    if (!/\{(revision|batch)\}/.test(path)) return record
    const address = `${list}/${record.id}`
    const changed = await server.ask('POST', address, { as: 'editor', face, body: { description: `changed ${made}` } })
    assert.equal(changed.status, 200, JSON.stringify(changed.body))
    const { revisions } = (await server.ask('GET', `${address}/revisions`, { as: 'editor', face })).body
    return { ...record, revision: String(revisions[0].id), batch: String(revisions[0].batch) }
  }
}

function schemaOf({ document, path, method }: Documented): OpenApi {
  const { content } = resolved(document, document.paths[path][method].requestBody.$ref)
  return resolved(document, namedSchemaOf(content) as string)
}

/** The URL path and query of a request. */
export function addressOf({ path, isOnHost }: Documented, { keys }: Sent, record: Record<string, string>): string {
  const named = path.replace(/\{(\w+)\}/g, (_, name) => {
    const key = keys[name]
    // Stored slugs are percent-encoded already.
    return key === undefined ? String(record[name]) : encoded(key)
  })
  return isOnHost ? `host:${named}` : named
}

export async function send(
  server: TestServer,
  operation: Documented,
  sent: Sent,
  address: string,
): Promise<TestAnswer> {
  const { method, face, types } = operation
  const { as, root, known, fields } = sent
  const options: Ask = { as, face, ...(root && { root }) }
  if (types.length > 0) {
    const { headers, ...body } = await bodyOf(operation, sent)
    return server.ask(method.toUpperCase(), address, { ...options, ...body, ...(headers && { headers }) })
  }
  const headers = known === undefined ? {} : { 'if-none-match': known }
  return server.ask(method.toUpperCase(), `${address}?${formOf(fields)}`, { ...options, headers })
}

async function bodyOf({ fields: all }: Documented, { type, fields }: Sent): Promise<Ask> {
  if (type === JSON_TYPE) return { body: fields }
  if (type === FORM) return { body: formOf(fields), headers: { 'content-type': FORM } }
  if (type === PARTS)
    return partsOf(
      fields,
      all.some(({ schema }) => schema.contentMediaType),
    )
  return { body: PIXEL, headers: { 'content-type': 'image/png' } }
}

/** @param hasFile whether one of the fields is a file */
async function partsOf(fields: Record<string, unknown>, hasFile: boolean): Promise<Ask> {
  const form = new FormData()
  for (const [name, value] of new URLSearchParams(formOf(fields))) form.append(name, value)
  if (hasFile) form.set('file', new File([new Uint8Array(PIXEL)], 'pixel.png', { type: 'image/png' }))
  const request = new Response(form)
  return {
    body: Buffer.from(await request.arrayBuffer()),
    headers: { 'content-type': String(request.headers.get('content-type')) },
  }
}
