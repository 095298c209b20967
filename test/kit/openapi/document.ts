import assert from 'node:assert/strict'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Face } from '../../../src/core/faces.ts'
import type { TestAnswer, TestServer } from '../server/server.ts'

// biome-ignore lint/suspicious/noExplicitAny: documents are looked into freely
export type OpenApi = any

export const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

/** Every operation of a document, with its path and method. */
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
  const answer = await server.ask('GET', face.name === 'tec-v1' ? '/docs' : '/doc', { ...options, face })
  assert.equal(answer.status, 200)
  return answer.body as OpenApi
}

/** Validates values against the schemas of a document. */
export interface Checker {
  /** Asserts that a value is valid. @param pointer into the document, e.g. `/components/schemas/Event` */
  fits(pointer: string, value: unknown): void
  /** Whether a value is valid, without an assertion. */
  isFit(pointer: string, value: unknown): boolean
  /** Asserts that the document describes this response to this request, including every key. */
  answers(method: string, path: string, answer: { status: number; body: OpenApi }): void
  /**
   * Like `answers`, for a path as the document writes it, with headers and media type.
   * @param isPersonal whether credentials were sent: such responses have no entity tag, since they must not be cached
   */
  answersAt(template: string, method: string, answer: Answered, isPersonal: boolean): void
}

type Answered = Pick<TestAnswer, 'status' | 'headers' | 'body'>

/** Headers with information about the response; one that the document does not describe fails the check. */
const TELLING = ['x-tec-total', 'x-tec-totalpages', 'location', 'etag', 'content-language', 'retry-after']

/** By the text of the document: both engines serve the same documents, and compiling their schemas takes seconds. */
const checkers = new Map<string, Checker>()

/** @param document its schemas of records and request bodies are closed: additional keys are invalid */
export function checkerOf(document: OpenApi): Checker {
  const text = JSON.stringify(document)
  const checker = checkers.get(text) ?? createChecker(document)
  checkers.set(text, checker)
  return checker
}

function createChecker(document: OpenApi): Checker {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    formats: { uri: (text: string) => URL.canParse(text), double: true, email: true },
  })
  const { schemas, requestBodies, ...others } = document.components
  const components = { ...others, schemas: closed(schemas), requestBodies: closed(requestBodies) }
  ajv.addSchema({ ...document, components }, 'doc')
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
  /** The described response for a status, with its pointer. */
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

/** Asserts that all required headers are present, that the described ones are valid, and that no other header of `TELLING` is. */
function checkHeaders(document: OpenApi, response: OpenApi, { status, headers }: Answered, isPersonal: boolean): void {
  const named = Object.keys(response.headers ?? {})
  for (const name of named) {
    const value = headers[name.toLowerCase()]
    const { $ref } = response.headers[name]
    const { schema, required } = $ref ? document.components.headers[$ref.split('/').at(-1)] : response.headers[name]
    assert.ok(value !== undefined || !(required || (name === 'ETag' && !isPersonal)), `${status} has no ${name}`)
    if (value !== undefined && schema.type === 'integer') assert.match(String(value), /^\d+$/)
  }
  const known = named.map((name) => name.toLowerCase())
  const told = TELLING.filter((name) => headers[name] !== undefined && !known.includes(name))
  // A 304 has the headers of the 200 that it replaces (RFC 9110, 15.4.5).
  if (status !== 304) assert.deepEqual(told, [], `${status} has headers that the document does not name`)
}

/** The path template that matches an address. */
function pathFor(document: OpenApi, address: string): string {
  const [path = ''] = address.replace(/^host:/, '').split('?')
  const found = Object.keys(document.paths).filter((template) =>
    new RegExp(`^${template.replace(/\{id\}/, '\\d+').replace(/\{\w+\}/g, '[^/]+')}/?$`).test(path),
  )
  assert.equal(found.length, 1, `${path} is ${found.length} paths of the document`)
  return found[0] as string
}

/** A value that a document gives for one of its schemas: an example or a default. */
interface SampleValue {
  /** Of the schema. */
  pointer: string
  value: unknown
}

/** Every example and default of a document. */
export function sampleValuesOf(document: OpenApi, at: OpenApi = document, pointer = ''): SampleValue[] {
  if (typeof at !== 'object' || at === null) return []
  const { example, examples, default: fallback, schema } = at
  const own = [
    ...('default' in at ? [{ pointer, value: fallback }] : []),
    ...(Array.isArray(examples) ? examples.map((value) => ({ pointer, value })) : []),
  ]
  const ofMediaType = schema && [
    ...('example' in at ? [example] : []),
    ...Object.values<OpenApi>(examples ?? {}).map(
      ({ $ref }) => document.components.examples[$ref.split('/').at(-1)].value,
    ),
  ]
  const inner = Object.entries(at).filter(([key]) => !['example', 'examples', 'default'].includes(key))
  return [
    ...own,
    ...(ofMediaType ?? []).map((value: unknown) => ({ pointer: `${pointer}/schema`, value })),
    ...inner.flatMap(([key, one]) => sampleValuesOf(document, one, `${pointer}/${escaped(key)}`)),
  ]
}

const escaped = (key: string) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))

/** Closes a schema: objects with listed properties have no others. */
function closed(value: OpenApi): OpenApi {
  if (Array.isArray(value)) return value.map(closed)
  if (typeof value !== 'object' || value === null) return value
  const inner = Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, key === 'examples' ? one : closed(one)]),
  )
  const isRecord = inner.type === 'object' && inner.properties && inner.additionalProperties === undefined
  return isRecord ? { ...inner, additionalProperties: false } : inner
}
