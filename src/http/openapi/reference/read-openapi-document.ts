/** The parts of an OpenAPI document that the reference shows. */
export interface OpenApiDocument {
  info: { title: string; description: string; version: string }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, PathItem>
  components: {
    schemas: Record<string, Schema>
    securitySchemes: Record<string, { description: string }>
  } & Record<'parameters' | 'requestBodies' | 'responses', Record<string, object>>
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

type PathItem = { parameters?: (DocumentedParameter | Reference)[]; servers?: { url: string }[] } & Partial<
  Record<(typeof METHODS)[number], DocumentedOperation>
>

export interface DocumentedOperation {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  /** Alternative credentials; an empty object means that none are needed. */
  security: Record<string, unknown>[]
  parameters?: (DocumentedParameter | Reference)[]
  requestBody?: Body | Reference
  responses: Record<string, Response | Reference>
}

export interface DocumentedParameter {
  name: string
  in: string
  required?: boolean
  description: string
  schema: Schema
}

export interface Body {
  content: Record<string, { schema: Schema; example?: unknown }>
}

export interface Response {
  description: string
  content?: Record<string, { schema?: Schema }>
}

interface Reference {
  $ref: string
}

/** A JSON Schema, with those keywords that the OpenAPI documents of this server contain. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
  additionalProperties?: boolean | Schema
  description?: string
  default?: unknown
  examples?: unknown[]
  [keyword: string]: unknown
}

/** The last part of a reference: `Event` for `#/components/schemas/Event`. */
export const nameOfReferencedComponent = ({ $ref }: Reference): string => $ref.slice($ref.lastIndexOf('/') + 1)

/** Replaces a reference to a component of the document by the component. */
export function resolveOpenApiReference<Part extends object>(
  document: OpenApiDocument,
  kind: 'parameters' | 'requestBodies' | 'responses',
  part: Part | Reference,
): Part {
  return '$ref' in part
    ? (document.components[kind][nameOfReferencedComponent(part as Reference)] as Part)
    : (part as Part)
}

/** An operation with the methods and the path by which it is called. */
export interface Call {
  operation: DocumentedOperation
  methods: string[]
  path: string
  server: string
  parameters: DocumentedParameter[]
}

/** All operations of a document. Methods of a path with the same summary and body are one call: PUT, PATCH and POST. */
export function listCallsOfOpenApiDocument(document: OpenApiDocument): Call[] {
  return Object.entries(document.paths).flatMap(([path, item]) => {
    const calls = new Map<string, Call>()
    for (const method of METHODS) {
      const operation = item[method]
      if (operation === undefined) continue
      const key = operation.operationId.replace(/With(Get|Post|Put|Patch|Delete)$/, '')
      const shared = [...(item.parameters ?? []), ...(operation.parameters ?? [])]
      const parameters = shared.map((part) =>
        resolveOpenApiReference<DocumentedParameter>(document, 'parameters', part),
      )
      const server = (item.servers ?? document.servers)[0]?.url ?? ''
      const call = calls.get(key)
      if (call) call.methods.push(method.toUpperCase())
      else calls.set(key, { operation, methods: [method.toUpperCase()], path, server, parameters })
    }
    return [...calls.values()]
  })
}
