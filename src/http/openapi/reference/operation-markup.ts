import type { Language } from '../../../core/language.ts'
import { formatMessage } from '../../../core/messages/index.ts'
import { html, type Markup } from '../../../pages/html-template.ts'
import {
  type Body,
  type Call,
  nameOfReferencedComponent,
  type OpenApiDocument,
  type Response,
  resolveOpenApiReference,
} from './read-openapi-document.ts'
import {
  markupOfDescriptionWithCode,
  schemaFieldMarkup,
  schemaFieldsMarkup,
  schemaTypeMarkup,
} from './schema-markup.ts'

export const anchorOfApiOperation = ({ operation }: Call): string => `operation-${operation.operationId}`

export const formatMethodsAndPathOfCall = ({ methods, path }: Call): Markup =>
  html`${methods.map((method) => html`<span class="method">${method}</span> `)}<code>${path}</code>`

/** The HTML of an operation: its methods and path, its parameters and body, its responses, and an example for curl. */
export function apiOperationMarkup(document: OpenApiDocument, call: Call, language: Language): Markup {
  const { operation, parameters } = call
  const body = operation.requestBody && resolveOpenApiReference<Body>(document, 'requestBodies', operation.requestBody)
  const fields = parameters.map(({ name, schema, required = false, description }) =>
    schemaFieldMarkup(language, name, schema, { isRequired: required, description }),
  )
  return html`
    <article id="${anchorOfApiOperation(call)}">
      <h3>${operation.summary}</h3>
      <p class="call">${formatMethodsAndPathOfCall(call)}</p>
      ${operation.description !== undefined && html`<p>${markupOfDescriptionWithCode(operation.description)}</p>`}
      <p class="quiet">${formatMessage(language, accessMessage(call))}</p>
      ${fields.length > 0 && section(language, 'reference.parameters', html`<dl class="fields">${fields}</dl>`, fields.length)}
      ${body && section(language, 'reference.body', bodyMarkup(body, language))}
      ${section(language, 'reference.responses', html`<dl class="fields">${responsesMarkup(document, call)}</dl>`)}
      <pre tabindex="0"><code>${curlExample(call, body && exampleOf(document, body))}</code></pre>
    </article>
  `
}

function accessMessage({ operation: { security } }: Call) {
  if (security.some((one) => Object.keys(one).length === 0)) return 'reference.anyone'
  return security.some((one) => 'submissionKey' in one) ? 'reference.submission-key' : 'reference.account'
}

const section = (
  language: Language,
  title: 'reference.parameters' | 'reference.body' | 'reference.responses',
  content: Markup,
  count?: number,
): Markup => html`
  <details>
    <summary>${formatMessage(language, title)}${count !== undefined && html` (${count})`}</summary>
    ${content}
  </details>
`

/** The HTML of a request body: its media types, and its fields or the link to its schema. */
function bodyMarkup({ content }: Body, language: Language): Markup {
  const [first] = Object.values(content)
  const types = Object.keys(content).map((type) => html`<code>${type}</code> `)
  return html`<p>${types}${first && schemaTypeMarkup(first.schema)}</p>${first && schemaFieldsMarkup(language, first.schema)}`
}

function responsesMarkup(document: OpenApiDocument, { operation }: Call): Markup[] {
  return Object.entries(operation.responses).map(([status, part]) => {
    const { description, content = {} } = resolveOpenApiReference<Response>(document, 'responses', part)
    const bodies = Object.entries(content).map(
      ([type, { schema }]) => html` <span class="type">${type}${schema && html` ${schemaTypeMarkup(schema)}`}</span>`,
    )
    return html`<dt><code>${status}</code>${bodies}</dt><dd>${markupOfDescriptionWithCode(description)}</dd>`
  })
}

/** An example of a JSON body; undefined if the document has none. */
function exampleOf(document: OpenApiDocument, { content }: Body): unknown {
  const json = content['application/json']
  if (json === undefined) return undefined
  const { schema, example } = json
  const named =
    schema.$ref === undefined ? schema : document.components.schemas[nameOfReferencedComponent({ $ref: schema.$ref })]
  return example ?? named?.examples?.[0]
}

/** A command that sends the request with curl. Variables in the path are those of the path template. */
function curlExample({ operation, methods, path, server, parameters }: Call, body: unknown): string {
  const [method = 'GET'] = methods
  const isPublic = operation.security.some((one) => Object.keys(one).length === 0)
  const required = parameters.filter((one) => one.in === 'query' && one.required)
  const query = required.map(({ name, schema }) => `${name}=${encodeURIComponent(String(schema.examples?.[0] ?? '…'))}`)
  const address = `${server}${path}${query.length > 0 ? `?${query.join('&')}` : ''}`
  const parts = [
    method === 'GET' ? 'curl' : `curl -X ${method}`,
    ...(isPublic ? [] : ["-u 'name:application password'"]),
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body, null, 2))}`]),
    quoted(address),
  ]
  return parts.join(' \\\n  ')
}

/** Quotes a text as one word of a shell command. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
