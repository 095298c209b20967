import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keepNamedFieldsOfResources } from './send-and-link-wordpress-resource.ts'

const RECORD = { id: 1, title: { raw: 'A', rendered: 'B' }, tags: [1, 2], link: null }

for (const [wanted, expected] of [
  ['id', { id: 1 }],
  ['id,tags', { id: 1, tags: [1, 2] }],
  [' tags , id', { id: 1, tags: [1, 2] }],
  ['title.raw', { title: { raw: 'A' } }],
  ['title.raw,title', { title: RECORD.title }],
  ['title,title.raw', { title: RECORD.title }],
  ['title.nothing', { title: {} }],
  ['id.nothing,link.x', { id: 1, link: null }],
  ['nothing', {}],
  ['__proto__.x,constructor', {}],
  [['id', 'link'], { id: 1, link: null }],
  ['', RECORD],
  [{ a: 1 }, {}],
] as const) {
  test(`_fields ${JSON.stringify(wanted)} selects ${JSON.stringify(expected)}`, () => {
    assert.deepEqual(keepNamedFieldsOfResources(RECORD, wanted), expected)
    assert.deepEqual(keepNamedFieldsOfResources([RECORD, RECORD], wanted), [expected, expected])
  })
}

test('a field name of any depth is accepted', () => {
  assert.deepEqual(keepNamedFieldsOfResources(RECORD, `title${'.x'.repeat(10_000)}`), { title: {} })
})
