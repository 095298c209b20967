import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { entityTagsInAllContentCodings, matchIfNoneMatchHeader } from './entity-tag.ts'

test('each content coding has its own entity tag', () =>
  deepEqual(entityTagsInAllContentCodings('"a"'), ['"a"', '"a-br"', '"a-gzip"']))

for (const [ifNoneMatch, entityTags, expected] of [
  [undefined, ['"a"'], undefined],
  ['', ['"a"'], undefined],
  ['"a"', ['"a"'], '"a"'],
  ['"b"', ['"a"'], undefined],
  ['a', ['"a"'], undefined],
  ['W/"a"', ['"a"'], '"a"'],
  ['"a"', ['W/"a"'], 'W/"a"'],
  ['W/"a"', ['W/"a"'], 'W/"a"'],
  ['"x", W/"b" ,"a"', ['"a"', '"b"'], '"b"'],
  ['"x","a"', ['"a"'], '"a"'],
  ['"x,a", "a,x"', ['"a,x"'], '"a,x"'],
  ['"xa"', ['"a"'], undefined],
  ['"a', ['"a"'], undefined],
  [' * ', ['"a"', '"current"'], '"current"'],
  ['"*"', ['"a"'], undefined],
] as const) {
  test(`If-None-Match: ${ifNoneMatch ?? '(none)'} with ${entityTags.join(' ')}`, () =>
    equal(matchIfNoneMatchHeader(ifNoneMatch, entityTags, '"current"'), expected))
}

test('If-None-Match: * matches nothing where the current entity tag is unknown', () =>
  equal(matchIfNoneMatchHeader('*', ['"a"']), undefined))
