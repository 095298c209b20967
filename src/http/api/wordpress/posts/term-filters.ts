import type { TermSelection } from '../../../../collections/events/filters/event-filter-conditions.ts'
import { Problems } from '../../../../core/errors.ts'
import { isObject } from '../../../../core/generic/is-object.ts'
import { isHierarchicalKind, type TermKind } from '../../../../core/kinds.ts'
import {
  enumField,
  fieldWithCheckAndConversion,
  lenientBooleanField,
  Type,
} from '../../../../core/schema/field-types.ts'
import { createOptionalParameterSet } from '../../../../core/schema/parameter-set.ts'
import { optionalIdListField } from '../list-parameters.ts'

/** A filter by categories or tags: their ids, or an object as in WordPress (`tags[terms]=1,2&tags[operator]=AND`). */
export type SentTermFilter = number[] | { terms?: number[]; include_children?: boolean; operator?: 'AND' | 'OR' }

/** The schema of filters that select (`tags`) or leave out (`tags_exclude`) the events of categories or tags. */
export function termFilterFields(kind: TermKind) {
  const excluded = {
    terms: optionalIdListField(),
    ...(isHierarchicalKind(kind) && { include_children: lenientBooleanField() }),
  }
  return {
    selected: termFilterField({ ...excluded, operator: enumField(['AND', 'OR']) }),
    excluded: termFilterField(excluded),
  }
}

function termFilterField(properties: Parameters<typeof Type.Object>[0]) {
  const ids = createOptionalParameterSet(Type.Object({ terms: optionalIdListField() }))
  const members = createOptionalParameterSet(Type.Object(properties))
  const read = (value: unknown): SentTermFilter | undefined => {
    const problems = new Problems()
    const filter: SentTermFilter = isObject(value)
      ? members.read(value, problems)
      : ids.read({ terms: value }, problems)
    const isKnown = !isObject(value) || Object.keys(value).every((name) => name in properties)
    if (!isKnown || problems.found.length > 0) return undefined
    return isObject(value) ? filter : selectedIds(filter)
  }
  return fieldWithCheckAndConversion(
    Type.Unknown(),
    (value) => read(value) !== undefined,
    (value) => read(value) as SentTermFilter,
    { reason: 'reason.ids' },
  )
}

const selectedIds = (filter: SentTermFilter) => (Array.isArray(filter) ? filter : (filter.terms ?? []))

/** Converts a filter of a request. Undefined if it names no category or tag: WordPress ignores such a filter. */
export function convertTermFilterParameterToSelection(filter: SentTermFilter = []): TermSelection | undefined {
  const ids = selectedIds(filter)
  if (ids.length === 0) return undefined
  if (Array.isArray(filter)) return { ids }
  return { ids, includesDescendants: filter.include_children, needsAll: filter.operator === 'AND' }
}
