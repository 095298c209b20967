import { LANGUAGES } from '../language.ts'
import { type TSchema, Type } from './schema.ts'

/**
 * Pieces of the schemas of what is sent: the `view.ts` beside each `present.ts`. They document and check nothing at run
 * time; test/openapi.test.ts holds real answers against them.
 */

/** A schema that the document has among its components, by its name there. */
export const componentRef = (name: string) => Type.Ref(`#/components/schemas/${name}`)

/** `YYYY-MM-DD HH:MM:SS` on somebody's wall clock. */
export const localTimeSchema = () => Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$' })

export const urlSchema = () => Type.String({ format: 'uri' })

/** Digits as text, of a fixed length: parts of dates. */
export const digitsSchema = (length: number) => Type.String({ pattern: `^\\d{${length}}$` })

/** A schema.org node; what it says besides depends on the record. */
export const linkedDataSchema = (type: string) =>
  Type.Object(
    { '@context': Type.Literal('https://schema.org'), '@type': Type.Literal(type) },
    { additionalProperties: true },
  )

/** In which language the texts are, and where the others are. */
export const translationFields = () => ({
  language: Type.Enum([...LANGUAGES]),
  original_language: Type.Enum([...LANGUAGES]),
  translations: Type.Record(
    Type.String(),
    Type.Object({ slug: Type.String(), rest_url: urlSchema(), url: urlSchema() }),
  ),
})

/** A page of a list: the records under `name`, links, totals. */
export const pageSchema = (name: string, record: string) => Type.Object(pageFields(name, record))

/** The same of records that have texts: with the language asked for. */
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

/** Schemas of the document's components, by name. */
export type ComponentSchemas = Record<string, TSchema>
