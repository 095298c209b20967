import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { COLLECTION_BY_KIND } from '../../collections/collection-by-kind.ts'
import { isPostKind, KINDS, type Kind } from '../../core/kinds.ts'
import { en } from '../words/en.ts'
import { formControlsOfKind } from './sections-of-record-form.ts'

/** Fields that forms omit: the buttons set the status, and there is one field for the publication date. */
const OMITTED_OF_POSTS = ['status', 'date_utc']
/** The field for repetition contains the dates, tags have no parent, and the others are second names of fields. */
const OMITTED: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  event: ['dates', 'is_virtual', 'virtual_url'],
  venue: ['province', 'state'],
  tag: ['parent'],
}

for (const kind of KINDS) {
  test(`the form of a ${kind} has every field that the API accepts, once, with a label`, () => {
    const accepted = Object.keys(COLLECTION_BY_KIND[kind].parameters.native.create.schema.properties)
    const omitted = [...(isPostKind(kind) ? OMITTED_OF_POSTS : []), ...(OMITTED[kind] ?? [])]
    const names: string[] = formControlsOfKind(kind).map(({ name }) => name)
    deepEqual(names.toSorted(), accepted.filter((name) => !omitted.includes(name)).sort())
    deepEqual(
      names.filter((name) => !(name in en.fields)),
      [],
    )
  })
}
