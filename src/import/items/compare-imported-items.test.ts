import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { ANONYMIZED_FINGERPRINT } from '../../collections/organizers/erase-imported-data-of-organizer.ts'
import { chooseActionForImportedItem } from './compare-imported-items.ts'

const imported = { record_id: 7, record_version: 1, fingerprint: 'old', run_id: 1, removed_from: '' }
const anonymous = { ...imported, fingerprint: ANONYMIZED_FINGERPRINT }

test('a changed item is written, unless its record is anonymous', () => {
  deepEqual(chooseActionForImportedItem('new', imported, undefined, 2, false), {
    does: 'update',
    recordId: 7,
    version: 1,
  })
  deepEqual(chooseActionForImportedItem('new', anonymous, undefined, 2, false), { does: 'nothing' })
})

test('an item is joined with the record that another source of its site imported, unless that is anonymous', () => {
  deepEqual(chooseActionForImportedItem('new', undefined, imported, 2, false), { does: 'join', recordId: 7 })
  deepEqual(chooseActionForImportedItem('new', undefined, anonymous, 2, false), { does: 'nothing' })
})
