import type { Language } from '../../../core/language.ts'
import { formatMessage } from '../../../core/messages/index.ts'
import { html, type Markup } from '../../../pages/html-template.ts'
import { nameOfReferencedComponent, type Schema } from './read-openapi-document.ts'

/** Keywords that restrict values, shown with their names in JSON Schema. */
const RESTRICTIONS = ['format', 'pattern', 'minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems']

/** The HTML of a description, whose text may contain words in backticks and line breaks. */
export function markupOfDescriptionWithCode(text: string): Markup {
  const lines = text.split('\n').map((line) => {
    const parts = line.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))
    return html`${parts}`
  })
  return html`${lines.map((line, index) => (index === 0 ? line : html`<br>${line}`))}`
}

/**
 * The HTML of the type of a value in a few words: `integer`, `array of Event`, `string or null`; schemas with names are
 * links.
 */
export function schemaTypeMarkup(schema: Schema): Markup {
  if (schema.$ref !== undefined) {
    const name = nameOfReferencedComponent({ $ref: schema.$ref })
    return html`<a href="#schema-${name}">${name}</a>`
  }
  const { anyOf, allOf, items, type } = schema
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`
  const alternatives = anyOf ?? allOf
  if (alternatives) {
    const sign = anyOf ? ' | ' : ' & '
    return html`${alternatives.map((one, index) => html`${index > 0 && sign}${schemaTypeMarkup(one)}`)}`
  }
  const names = [type ?? 'any'].flat().join(' | ')
  return items ? html`${names}[${schemaTypeMarkup(items)}]` : html`${names}`
}

const valueMarkup = (label: string, value: unknown): Markup =>
  html` <span class="fact">${label} <code>${typeof value === 'string' ? value : JSON.stringify(value)}</code></span>`

/** The HTML of the possible values, restrictions, default and example of a value. */
function factsOf(schema: Schema, language: Language): Markup[] {
  const { enum: values, default: fallback, examples } = schema
  return [
    ...(values
      ? [html` <span class="fact">${values.map((value) => html`<code>${String(value)}</code> `)}</span>`]
      : []),
    ...RESTRICTIONS.flatMap((name) => (schema[name] === undefined ? [] : [valueMarkup(name, schema[name])])),
    ...(fallback === undefined ? [] : [valueMarkup(formatMessage(language, 'reference.default'), fallback)]),
    ...(examples === undefined ? [] : [valueMarkup(formatMessage(language, 'reference.example'), examples[0])]),
  ]
}

/** The HTML of a named value, as entries of a `<dl>`: its name and type, its description, and the fields in it. */
export function schemaFieldMarkup(
  language: Language,
  name: string,
  schema: Schema,
  { isRequired = false, description = schema.description ?? '' } = {},
): Markup {
  const required = isRequired && html` <em>${formatMessage(language, 'reference.required')}</em>`
  const nested = schemaFieldsMarkup(language, schema)
  return html`
    <dt><code>${name}</code> <span class="type">${schemaTypeMarkup(schema)}</span>${required}</dt>
    <dd>${markupOfDescriptionWithCode(description)}${factsOf(schema, language)}${nested}</dd>
  `
}

/**
 * The HTML of the fields of an object, of the items of an array, or of the parts of a combined schema; undefined if
 * there are none.
 */
export function schemaFieldsMarkup(language: Language, schema: Schema): Markup | undefined {
  if (schema.properties) {
    const fields = Object.entries(schema.properties).map(([name, field]) =>
      schemaFieldMarkup(language, name, field, { isRequired: schema.required?.includes(name) ?? false }),
    )
    return html`<dl class="fields">${fields}</dl>`
  }
  const { additionalProperties: others } = schema
  const parts = [
    ...(schema.items ? [schema.items] : []),
    ...(schema.anyOf ?? schema.allOf ?? []),
    ...(typeof others === 'object' ? [others] : []),
  ]
  const nested = parts.flatMap((part) => schemaFieldsMarkup(language, part) ?? [])
  return nested.length === 0 ? undefined : html`${nested}`
}
