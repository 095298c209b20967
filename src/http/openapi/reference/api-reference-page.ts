import type { Language } from '../../../core/language.ts'
import { formatMessage } from '../../../core/messages/index.ts'
import { html, type Markup } from '../../../pages/html-template.ts'
import { anchorOfApiOperation, apiOperationMarkup, formatMethodsAndPathOfCall } from './operation-markup.ts'
import { type Call, listCallsOfOpenApiDocument, type OpenApiDocument } from './read-openapi-document.ts'
import { schemaFieldsMarkup, schemaTypeMarkup } from './schema-markup.ts'

interface ReferencePageOptions {
  language: Language
  /** Address of the style sheet. */
  style: string
  /** Address of the OpenAPI document. */
  address: string
}

/** The API reference: an OpenAPI document as one HTML page without scripts. */
export function renderApiReferencePage(document: OpenApiDocument, { language, style, address }: ReferencePageOptions) {
  const { info, tags, components, servers } = document
  const calls = Map.groupBy(listCallsOfOpenApiDocument(document), ({ operation }) => operation.tags[0] ?? '')
  const say = (key: 'reference.contents' | 'reference.document' | 'reference.schemas') => formatMessage(language, key)
  const groups = tags.map((tag) => groupMarkup(document, tag, calls.get(tag.name) ?? [], language))
  const credentials = Object.values(components.securitySchemes).map(({ description }) => html`<li>${description}</li>`)
  // The schemas are in `<details>` elements, which browsers open when a link leads to one of them.
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) => html`
      <details>
        <summary>${name}</summary>
        <div id="schema-${name}">
          ${schema.properties ? '' : html`<p>${schemaTypeMarkup(schema)}</p>`}${schemaFieldsMarkup(language, schema)}
        </div>
      </details>
    `,
  )
  const page = html`
    <!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>${info.title}</title>
        <link rel="icon" href="data:,">
        <link rel="stylesheet" href="${style}">
      </head>
      <body>
        <nav aria-label="${say('reference.contents')}">${tags.map(({ name }) => contents(name, calls.get(name) ?? []))}
          <p><a href="#schemas">${say('reference.schemas')}</a></p>
        </nav>
        <main>
          <h1>${info.title}</h1>
          <p>${info.description}</p>
          <p><code>${servers[0]?.url ?? ''}</code> · <a href="${address}">${say('reference.document')}</a></p>
          <ul class="credentials">${credentials}</ul>
          ${groups}
          <section id="schemas"><h2>${say('reference.schemas')}</h2>${schemas}</section>
        </main>
      </body>
    </html>
  `
  return `${page.text}\n`
}

/** The table of contents of a group: links to its operations. */
const contents = (name: string, calls: readonly Call[]): Markup => html`
  <details>
    <summary>${name}</summary>
    <ul>${calls.map((call) => html`<li><a href="#${anchorOfApiOperation(call)}">${formatMethodsAndPathOfCall(call)}</a></li>`)}</ul>
  </details>
`

const groupMarkup = (
  document: OpenApiDocument,
  { name, description }: { name: string; description: string },
  calls: readonly Call[],
  language: Language,
): Markup => html`
  <section id="group-${name}">
    <h2>${name}</h2>
    <p>${description}</p>
    ${calls.map((call) => apiOperationMarkup(document, call, language))}
  </section>
`

/** Content security policy of the API reference, which has no scripts. */
export const REFERENCE_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "font-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
