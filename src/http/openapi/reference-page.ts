import type { Language } from '../../core/language.ts'
import { escapeHtml } from '../../core/text/html.ts'

/**
 * The API reference page without the files of Swagger UI: HTML without inline script or style, a script and a style
 * sheet.
 */

export interface ReferencePage {
  title: string
  language: Language
  /** Path below which the page's own script and style sheet are, without a slash at the end. */
  files: string
  /** Path below which the files of Swagger UI are. */
  library: string
  /** Address of the OpenAPI document. */
  document: string
}

export const renderReferencePage = ({ title, language, files, library, document }: ReferencePage) => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${library}/swagger-ui.css">
<link rel="stylesheet" href="${files}/page.css">
</head>
<body>
<main id="reference" data-document="${escapeHtml(document)}"></main>
<noscript><p>This page needs JavaScript. Read the <a href="${escapeHtml(document)}">OpenAPI document</a>.</p></noscript>
<script src="${library}/swagger-ui-bundle.js"></script>
<script src="${files}/page.js"></script>
</body>
</html>
`

/**
 * The script of the API reference page. It sends nothing to other servers (no validator badge) and reads no options
 * from the URL.
 */
export const PAGE_SCRIPT = `'use strict'
SwaggerUIBundle({
  url: document.getElementById('reference').dataset.document,
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  filter: true,
  queryConfigEnabled: false,
  validatorUrl: null,
})
`

/**
 * The style sheet of the API reference page: no page margin, less space above the title, and long words wrap on narrow
 * screens.
 */
export const PAGE_STYLE = `body { margin: 0 }
.swagger-ui .info { margin: 30px 0 }
.swagger-ui .markdown { overflow-wrap: anywhere }
.swagger-ui .parameters-col_name, .swagger-ui .parameter__name { overflow-wrap: normal }
.swagger-ui .opblock .opblock-summary { min-width: 0 }
`

/**
 * Content security policy of the API reference page. The page loads files from this server only, but may send requests
 * also to `origin`, the server in the OpenAPI document.
 */
export const referencePagePolicy = (origin: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self' ${origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
