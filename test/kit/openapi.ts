import assert from 'node:assert/strict'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Face } from '../../src/core/faces.ts'
import type { TestServer } from './server.ts'

// biome-ignore lint/suspicious/noExplicitAny: documents are looked into freely
export type OpenApi = any

export const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

/** Every operation of a document, with where it is. */
export const operationsOf = (document: OpenApi) =>
  Object.entries<OpenApi>(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => method in item).map((method) => ({
      path,
      method,
      item,
      operation: item[method],
      pointer: `/paths/${escaped(path)}/${method}`,
    })),
  )

export async function documentOf(server: TestServer, face: Face, options: Parameters<TestServer['ask']>[2] = {}) {
  const answer = await server.ask('GET', '/doc', { ...options, face })
  assert.equal(answer.status, 200)
  return answer.body as OpenApi
}

/** Checks values against schemas of a document. */
export interface Checker {
  /** @param pointer into the document, e.g. `/components/schemas/Event` */
  fits(pointer: string, value: unknown): void
  /** Fails unless the document foresees this answer to this request, down to the last key. */
  answers(method: string, path: string, answer: { status: number; body: OpenApi }): void
}

/** @param document what it says of its records is taken as all there is to them: no other keys */
export function checkerOf(document: OpenApi): Checker {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
  ajv.addSchema(
    { ...document, components: { ...document.components, schemas: closed(document.components.schemas) } },
    'doc',
  )
  const fits = (pointer: string, value: unknown) => {
    const check = ajv.getSchema(`doc#${pointer}`)
    assert.ok(check, `the document has no ${pointer}`)
    const isFit = check(value)
    assert.ok(isFit, `${pointer}: ${ajv.errorsText(check.errors)}\n${JSON.stringify(value, null, 1)}`)
  }
  return {
    fits,
    answers(method, path, { status, body }) {
      const template = pathFor(document, path)
      const own = `/paths/${escaped(template)}/${method.toLowerCase()}/responses/${status}`
      const response = document.paths[template][method.toLowerCase()]?.responses[status]
      assert.ok(response, `${method} ${template} does not foresee ${status} ${body?.code ?? ''}`)
      const pointer = response.$ref ? response.$ref.slice(1) : own
      fits(`${pointer}/content/application~1json/schema`, body)
    },
  }
}

/** The path of the document that an address is of. */
function pathFor(document: OpenApi, address: string): string {
  const [path = ''] = address.replace(/^host:/, '').split('?')
  const found = Object.keys(document.paths).filter((template) =>
    new RegExp(`^${template.replace(/\{id\}/, '\\d+').replace(/\{\w+\}/g, '[^/]+')}/?$`).test(path),
  )
  assert.equal(found.length, 1, `${path} is ${found.length} paths of the document`)
  return found[0] as string
}

const escaped = (key: string) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))

/** Objects that list their properties have no others. */
function closed(value: OpenApi): OpenApi {
  if (Array.isArray(value)) return value.map(closed)
  if (typeof value !== 'object' || value === null) return value
  const inner = Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, key === 'examples' ? one : closed(one)]),
  )
  const isRecord = inner.type === 'object' && inner.properties && inner.additionalProperties === undefined
  return isRecord ? { ...inner, additionalProperties: false } : inner
}
