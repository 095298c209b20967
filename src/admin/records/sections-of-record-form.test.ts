import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { COLLECTION_BY_KIND } from '../../collections/collection-by-kind.ts'
import { KINDS, type Kind } from '../../core/kinds.ts'
import { formControlsOfKind } from './sections-of-record-form.ts'

/**
 * Fields that forms omit: the buttons set the status, the field for repetition contains the dates, tags have no parent,
 * and the others are second names of fields in the form.
 */
const OMITTED: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  event: ['status', 'date_utc', 'dates', 'is_virtual', 'virtual_url'],
  venue: ['status', 'date_utc', 'province', 'state'],
  organizer: ['status', 'date_utc'],
  series: ['status', 'date_utc'],
  tag: ['parent'],
}

for (const kind of KINDS) {
  test(`the form of a ${kind} has every field that the API accepts, once`, () => {
    const accepted = Object.keys(COLLECTION_BY_KIND[kind].parameters.native.create.schema.properties)
    deepEqual(
      formControlsOfKind(kind)
        .map(({ name }) => name as string)
        .sort(),
      accepted.filter((name) => !OMITTED[kind]?.includes(name)).sort(),
    )
  })
}
