import assert from 'node:assert/strict'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Face } from '../../../src/core/faces.ts'
import type { TestAnswer, TestServer } from '../server/server.ts'

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
  /** Whether a value fits, and nothing else. */
  isFit(pointer: string, value: unknown): boolean
  /** Fails unless the document foresees this answer to this request, down to the last key. */
  answers(method: string, path: string, answer: { status: number; body: OpenApi }): void
  /**
   * The same at a path as the document writes it, with the headers and the media type of the answer.
   * @param isPersonal whether credentials were sent: such answers have no tag, since nobody may keep them
   */
  answersAt(template: string, method: string, answer: Answered, isPersonal: boolean): void
}

type Answered = Pick<TestAnswer, 'status' | 'headers' | 'body'>

/** Headers that say something about the answer itself: none is sent that the document does not name. */
const TELLING = ['x-tec-total', 'x-tec-totalpages', 'location', 'etag', 'content-language', 'retry-after']

/** @param document what it says of its records is taken as all there is to them: no other keys */
export function checkerOf(document: OpenApi): Checker {
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { uri: (text: string) => URL.canParse(text) } })
  ajv.addSchema(
    { ...document, components: { ...document.components, schemas: closed(document.components.schemas) } },
    'doc',
  )
  const checkAt = (pointer: string) => {
    const check = ajv.getSchema(`doc#${pointer}`)
    assert.ok(check, `the document has no ${pointer}`)
    return check
  }
  const fits = (pointer: string, value: unknown) => {
    const check = checkAt(pointer)
    const isFit = check(value)
    assert.ok(isFit, `${pointer}: ${ajv.errorsText(check.errors)}\n${JSON.stringify(value, null, 1)}`)
  }
  /** The answer of a status, and where it stands. */
  const foreseen = (template: string, method: string, { status, body }: Pick<Answered, 'status' | 'body'>) => {
    const own = `/paths/${escaped(template)}/${method.toLowerCase()}/responses/${status}`
    const response = document.paths[template][method.toLowerCase()]?.responses[status]
    assert.ok(response, `${method} ${template} does not foresee ${status} ${body?.code ?? ''}`)
    const name = response.$ref?.split('/').at(-1)
    return name
      ? { response: document.components.responses[name], pointer: response.$ref.slice(1) }
      : { response, pointer: own }
  }
  return {
    fits,
    isFit: (pointer, value) => checkAt(pointer)(value) as boolean,
    answers(method, path, answer) {
      const { pointer } = foreseen(pathFor(document, path), method, answer)
      fits(`${pointer}/content/application~1json/schema`, answer.body)
    },
    answersAt(template, method, answer, isPersonal) {
      const { response, pointer } = foreseen(template, method, answer)
      checkHeaders(document, response, answer, isPersonal)
      if (response.content === undefined) return assert.equal(answer.body, undefined)
      const [type = ''] = String(answer.headers['content-type']).split(';')
      assert.ok(type in response.content, `${type} is not among ${Object.keys(response.content)}`)
      fits(`${pointer}/content/${escaped(type)}/schema`, answer.body)
    },
  }
}

/** The headers that the document names are there, with a value of their type; and no others that say as much. */
function checkHeaders(document: OpenApi, response: OpenApi, { status, headers }: Answered, isPersonal: boolean): void {
  const named = Object.keys(response.headers ?? {})
  for (const name of named) {
    const value = headers[name.toLowerCase()]
    if (value === undefined && name === 'ETag' && isPersonal) continue
    assert.ok(value !== undefined, `${status} has no ${name}`)
    const { schema } = response.headers[name].$ref ? document.components.headers[name] : response.headers[name]
    if (schema.type === 'integer') assert.match(String(value), /^\d+$/)
  }
  const known = named.map((name) => name.toLowerCase())
  const told = TELLING.filter((name) => headers[name] !== undefined && !known.includes(name))
  // What was not sent again comes with the headers of what was (RFC 9110, 15.4.5).
  if (status !== 304) assert.deepEqual(told, [], `${status} has headers that the document does not name`)
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
