import { LANGUAGES } from '../language.ts'
import { type TSchema, Type } from './field-types.ts'

/**
 * Building blocks for the schemas of API responses. They are used only for the OpenAPI document and check nothing at
 * run time; test/http/openapi-answers.test.ts validates real responses against them.
 */

/** A reference to one of the schemas under `components` in the OpenAPI document. */
export const componentReferenceSchema = (name: string) => Type.Ref(`#/components/schemas/${name}`)

/** Schema of a local time without a time zone: `YYYY-MM-DD HH:MM:SS`. */
export const localTimeSchema = () => Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$' })

export const urlSchema = () => Type.String({ format: 'uri' })

/** Schema of the version of a record: 1 for a new one, and higher after every write. */
export const versionSchema = () => Type.Integer({ minimum: 1 })

/** Schema of text with exactly `length` digits, such as the year of a date. */
export const digitsSchema = (length: number) => Type.String({ pattern: `^\\d{${length}}$` })

/** Schema of a schema.org object in JSON-LD. Only its type is checked; its other properties depend on the record. */
export const linkedDataSchema = (type: string) =>
  Type.Object(
    { '@context': Type.Literal('https://schema.org'), '@type': Type.Literal(type) },
    { additionalProperties: true },
  )

/** Schemas of the response fields for the language of a record's texts and for its translations. */
export const translationFieldSchemas = () => ({
  language: Type.Enum([...LANGUAGES]),
  original_language: Type.Enum([...LANGUAGES]),
  translations: Type.Record(
    Type.String(),
    Type.Object({ slug: Type.String(), rest_url: urlSchema(), url: urlSchema() }),
  ),
})

/** Schema of a page of a list: the records under the key `name`, URLs of the next and previous page, and totals. */
export const listPageSchema = (name: string, record: string) => Type.Object(pageFields(name, record))

/**
 * Schema of a page of a list of translatable records: the records under the key `name`, URLs of the next and previous
 * page, totals, and the language of the request.
 */
export const listPageSchemaWithLanguage = (name: string, record: string) =>
  Type.Object({ ...pageFields(name, record), language: Type.Enum([...LANGUAGES]) })

const pageFields = (name: string, record: string) => ({
  [name]: Type.Array(componentReferenceSchema(record)),
  rest_url: urlSchema(),
  next_rest_url: Type.Optional(urlSchema()),
  previous_rest_url: Type.Optional(urlSchema()),
  total: Type.Integer({ minimum: 0 }),
  total_pages: Type.Integer({ minimum: 0 }),
})

/** The schemas under `components` in the OpenAPI document, by name. */
export type ComponentSchemas = Record<string, TSchema>
