import { createValueForEachFace } from '../../core/faces.ts'
import { websiteField } from '../../core/schema/contact-fields.ts'
import { enumField, requiredTextField, type StaticDecode, Type } from '../../core/schema/field-types.ts'
import { createOptionalParameterSet, createParameterSet } from '../../core/schema/parameter-set.ts'
import {
  linkedPostListParameters,
  optionalHtmlField,
  pictureReferenceField,
  postFields,
  titleTextField,
} from '../shared-fields.ts'

/** What a series is: events that belong together, such as a concert series, or the programme of a festival. */
export const SERIES_KINDS = ['series', 'festival'] as const

const seriesBody = Type.Object({
  ...postFields,
  title: titleTextField(),
  description: Type.Optional(optionalHtmlField()),
  excerpt: Type.Optional(optionalHtmlField()),
  slug: Type.Optional(requiredTextField()),
  kind: Type.Optional(enumField(SERIES_KINDS)),
  website: Type.Optional(websiteField()),
  image: Type.Optional(pictureReferenceField({ emptyClears: true })),
})

const seriesQuery = Type.Object({ ...linkedPostListParameters, kind: Type.Optional(enumField(SERIES_KINDS)) })

export type SeriesBody = StaticDecode<typeof seriesBody>
export type SeriesQuery = StaticDecode<typeof seriesQuery>

const parameters = {
  list: createParameterSet(seriesQuery),
  create: createParameterSet(seriesBody),
  update: createOptionalParameterSet(seriesBody),
}

export const seriesParameters = createValueForEachFace(() => parameters)

/** A new series inside the body of an event. */
export const inlineSeries = parameters.create
