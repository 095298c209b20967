import type { EventPostFilter } from '../../../../collections/events/filters/event-filter-conditions.ts'
import type { PostOrder, Span } from '../../../../collections/posts/select-posts.ts'
import { objectKeys } from '../../../../core/generic/object-keys.ts'
import type { PostKind } from '../../../../core/kinds.ts'
import { fieldWithCheckAndConversion, Type } from '../../../../core/schema/field-types.ts'
import { createOptionalParameterSet, type ParameterSet } from '../../../../core/schema/parameter-set.ts'
import { parseDate, parseInstant } from '../../../../core/time/parse-date.ts'
import {
  optionalIdListField,
  optionalListOfFixedWordsField,
  optionalTextListField,
  type WordpressListQuery,
  wordpressListParameters,
  wordpressSortParameters,
} from '../list-parameters.ts'
import { convertTermFilterParameterToSelection, type SentTermFilter, termFilterFields } from './term-filters.ts'

const ORDERS = ['date', 'modified', 'id', 'author', 'title', 'slug', 'include', 'include_slugs', 'relevance'] as const

export interface PostListQuery extends WordpressListQuery {
  search_columns?: (keyof typeof SEARCHED_COLUMNS)[]
  status?: string[]
  author?: number[]
  author_exclude?: number[]
  after?: string
  before?: string
  modified_after?: string
  modified_before?: string
  orderby?: PostOrder['by']
  tribe_events_cat?: SentTermFilter
  tribe_events_cat_exclude?: SentTermFilter
  tags?: SentTermFilter
  tags_exclude?: SentTermFilter
}

/**
 * Matches a date and time of RFC 3339, whose offset may be missing. Relative dates such as `tomorrow` are invalid,
 * because they would make the response depend on the time.
 */
const DATE_TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d(:?\d\d)?)?$/i

const dateTimeField = () =>
  fieldWithCheckAndConversion(
    Type.String({ maxLength: 40 }),
    (text) => DATE_TIME.test(text) && parseDate(text, 'UTC', 0) !== undefined,
    (text) => text,
    { reason: 'reason.date' },
  )

/** The values of `search_columns`: columns of the table of posts in WordPress. */
const SEARCHED_COLUMNS = { post_title: 'title', post_content: 'description', post_excerpt: 'excerpt' } as const

const [byCategory, byTag] = [termFilterFields('category'), termFilterFields('tag')]
const termParameters = {
  tribe_events_cat: Type.Optional(byCategory.selected),
  tribe_events_cat_exclude: Type.Optional(byCategory.excluded),
  tags: Type.Optional(byTag.selected),
  tags_exclude: Type.Optional(byTag.excluded),
}

/** The query parameters of the list of events, of venues or of organizers (`kind`). */
export const wordpressPostListParameters = (kind: PostKind) =>
  createOptionalParameterSet(
    Type.Object({
      ...wordpressListParameters,
      ...wordpressSortParameters(ORDERS, { orderby: 'date', order: 'desc' }),
      search_columns: Type.Optional(optionalListOfFixedWordsField(objectKeys(SEARCHED_COLUMNS))),
      status: Type.Optional(optionalTextListField()),
      author: Type.Optional(optionalIdListField()),
      author_exclude: Type.Optional(optionalIdListField()),
      after: Type.Optional(dateTimeField()),
      before: Type.Optional(dateTimeField()),
      modified_after: Type.Optional(dateTimeField()),
      modified_before: Type.Optional(dateTimeField()),
      ...(kind === 'event' && termParameters),
    }),
  ) as ParameterSet<PostListQuery>

/**
 * Converts the query parameters of a list of posts to a filter. An empty list does not filter, as in WordPress.
 * @param zone time zone of dates without an offset
 */
export function convertPostListQueryToFilter(query: PostListQuery, zone: string): EventPostFilter {
  return {
    statuses: ifAny(query.status) ?? ['publish'],
    search: query.search,
    searchColumns: ifAny(query.search_columns)?.map((column) => SEARCHED_COLUMNS[column]),
    include: ifAny(query.include),
    exclude: query.exclude,
    slugs: ifAny(query.slug),
    authors: ifAny(query.author),
    excludedAuthors: query.author_exclude,
    published: spanOf(query.after, query.before, zone),
    modified: spanOf(query.modified_after, query.modified_before, zone),
    terms: selectionsOf(query.tribe_events_cat, query.tags),
    excludedTerms: selectionsOf(query.tribe_events_cat_exclude, query.tags_exclude),
  }
}

const ifAny = <Entry>(entries: Entry[] = []) => (entries.length > 0 ? entries : undefined)

function selectionsOf(
  categories: SentTermFilter | undefined,
  tags: SentTermFilter | undefined,
): EventPostFilter['terms'] {
  const [category, tag] = [
    convertTermFilterParameterToSelection(categories),
    convertTermFilterParameterToSelection(tags),
  ]
  return { ...(category && { category }), ...(tag && { tag }) }
}

function spanOf(after: string | undefined, before: string | undefined, zone: string): Span {
  const instant = (text: string | undefined) => (text === undefined ? undefined : parseInstant(text, zone, 0))
  return { after: instant(after), before: instant(before) }
}
