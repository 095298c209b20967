import { collectionNameOfKind, isHierarchicalKind, type TermKind } from '../../core/kinds.ts'
import type { Urls } from '../../core/urls.ts'
import type { Scope } from '../scope.ts'
import { presentLanguagesOfRecord } from '../texts/record-languages.ts'
import type { RecordText } from '../texts/record-texts.ts'
import type { TermRow } from './load-terms.ts'

/**
 * The API URLs of a category or tag, for its `urls` in JSON. `up` is the URL of the parent category, if there is one.
 */
function termUrls({ urls }: Scope, kind: TermKind, term: TermRow) {
  const name = collectionNameOfKind(kind)
  return {
    self: urls.item(name, term.id),
    collection: urls.collection(name),
    ...(term.parent_id !== null && { up: urls.item(name, term.parent_id) }),
  }
}

/** Converts a category or tag to JSON, for responses about categories and tags. */
export function presentCategoryOrTag(
  scope: Scope,
  kind: TermKind,
  term: TermRow,
  pageOf: (urls: Urls, text: RecordText) => string,
) {
  return {
    id: term.id,
    count: term.count,
    description: term.text.description,
    name: term.text.title,
    slug: term.text.slug,
    taxonomy: scope.face.taxonomy[kind],
    ...(isHierarchicalKind(kind) && { parent: term.parent_id ?? 0 }),
    meta: [],
    url: pageOf(scope.urls, term.text),
    urls: termUrls(scope, kind, term),
    version: term.version,
    ...presentLanguagesOfRecord(scope, collectionNameOfKind(kind), term, pageOf),
  }
}

/**
 * Converts a category or tag to JSON, as a part of an event. `term_group`, `term_taxonomy_id` and `filter` are
 * constants that WordPress clients expect.
 */
export function presentEmbeddedCategoryOrTag(scope: Scope, kind: TermKind, term: TermRow) {
  return {
    name: term.text.title,
    slug: term.text.slug,
    term_group: 0,
    term_taxonomy_id: term.id,
    taxonomy: scope.face.taxonomy[kind],
    description: term.text.description,
    parent: term.parent_id ?? 0,
    count: term.count,
    filter: 'raw',
    id: term.id,
    urls: termUrls(scope, kind, term),
  }
}
