import { pictureTextParameters } from '../../../../collections/media/write-pictures.ts'
import type { Problems } from '../../../../core/errors.ts'
import { Type } from '../../../../core/schema/field-types.ts'
import { createOptionalParameterSet, type ParameterSet } from '../../../../core/schema/parameter-set.ts'
import type { PictureTexts } from '../../../../media/picture-store.ts'
import type { PictureFilter, PictureOrder } from '../../../../media/select-pictures.ts'
import {
  optionalIdListField,
  optionalTextListField,
  type WordpressListQuery,
  wordpressListParameters,
  wordpressSortParameters,
} from '../list-parameters.ts'

const ORDERS = ['date', 'id', 'title', 'author', 'include'] as const

export interface MediaListQuery extends WordpressListQuery {
  author?: number[]
  media_type?: string[]
  mime_type?: string[]
  orderby?: PictureOrder['by']
}

export const attachmentListParameters = createOptionalParameterSet(
  Type.Object({
    ...wordpressListParameters,
    ...wordpressSortParameters(ORDERS, { orderby: 'date', order: 'desc' }),
    author: optionalIdListField(),
    media_type: optionalTextListField(),
    mime_type: optionalTextListField(),
  }),
) as ParameterSet<MediaListQuery>

/** Converts the query parameters of the media list to a filter. An empty list does not filter, as in WordPress. */
export function convertMediaListQueryToPictureFilter({
  search,
  include,
  exclude,
  slug,
  author,
  media_type,
  mime_type,
}: MediaListQuery): PictureFilter {
  const ifAny = <Entry>(entries: Entry[] = []) => (entries.length > 0 ? entries : undefined)
  const hasPictures = ifAny(media_type)?.includes('image') ?? true
  return {
    search,
    // All media here are pictures, so a request for another `media_type` gets an empty list.
    include: hasPictures ? ifAny(include) : [],
    exclude,
    slugs: ifAny(slug),
    authors: ifAny(author),
    mimeTypes: ifAny(mime_type),
  }
}

/**
 * Reads the texts of a picture from request fields with WordPress names. An empty title counts as absent, because
 * WordPress clients send it for a picture without a title.
 */
export function parsePictureTextsFromWordpressFields(sent: Record<string, unknown>, problems: Problems): PictureTexts {
  const title = rawText(sent.title)
  const renamed = { title: title === '' ? undefined : title, alt: sent.alt_text, caption: rawText(sent.caption) }
  return pictureTextParameters.read(
    Object.fromEntries(Object.entries(renamed).filter(([, value]) => value !== undefined)),
    problems,
  )
}

/** A text that WordPress clients may also send as an object: `{ "raw": "…" }`. */
const rawText = (value: unknown) =>
  typeof value === 'object' && value !== null ? ((value as { raw?: unknown }).raw ?? '') : value
