import { LANGUAGES } from '../language.ts'
import { type TSchema, Type } from './schema.ts'

/**
 * Building blocks for the schemas of responses, which stand beside each `present.ts`. They are used for the OpenAPI document
 * only and check nothing at run time; test/http/openapi.test.ts validates real responses against them.
 */

/** A reference to a schema among the components of the OpenAPI document. */
export const componentRef = (name: string) => Type.Ref(`#/components/schemas/${name}`)

/** A wall-clock time: `YYYY-MM-DD HH:MM:SS`. */
export const localTimeSchema = () => Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$' })

export const urlSchema = () => Type.String({ format: 'uri' })

/** Text of exactly `length` digits: a part of a date. */
export const digitsSchema = (length: number) => Type.String({ pattern: `^\\d{${length}}$` })

/** A schema.org node; its other properties depend on the record. */
export const linkedDataSchema = (type: string) =>
  Type.Object(
    { '@context': Type.Literal('https://schema.org'), '@type': Type.Literal(type) },
    { additionalProperties: true },
  )

/** The fields that tell the language of a record's texts and list its translations. */
export const translationFields = () => ({
  language: Type.Enum([...LANGUAGES]),
  original_language: Type.Enum([...LANGUAGES]),
  translations: Type.Record(
    Type.String(),
    Type.Object({ slug: Type.String(), rest_url: urlSchema(), url: urlSchema() }),
  ),
})

/** A page of a list: the records as property `name`, links to other pages, totals. */
export const pageSchema = (name: string, record: string) => Type.Object(pageFields(name, record))

/** A page of a list of records with texts: like `pageSchema`, with the language of the request. */
export const translatedPageSchema = (name: string, record: string) =>
  Type.Object({ ...pageFields(name, record), language: Type.Enum([...LANGUAGES]) })

const pageFields = (name: string, record: string) => ({
  [name]: Type.Array(componentRef(record)),
  rest_url: urlSchema(),
  next_rest_url: Type.Optional(urlSchema()),
  previous_rest_url: Type.Optional(urlSchema()),
  total: Type.Integer({ minimum: 0 }),
  total_pages: Type.Integer({ minimum: 0 }),
})

/** Schemas of the components of the OpenAPI document, by name. */
export type ComponentSchemas = Record<string, TSchema>
