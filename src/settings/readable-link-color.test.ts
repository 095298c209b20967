import { deepEqual, equal } from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import {
  COLOR_SCHEME_BACKGROUNDS,
  chooseBlackOrWhiteTextOnBackground,
  formatLowestContrastToBackgrounds,
  isReadableLinkColor,
} from './readable-link-color.ts'

test('a colour is readable if its contrast to every background is high enough', () => {
  equal(isReadableLinkColor('#b8351f', 'light'), true)
  equal(isReadableLinkColor('#B8351F', 'dark'), false)
  equal(isReadableLinkColor('#ffd400', 'light'), false)
  equal(isReadableLinkColor('red', 'light'), false)
  equal(formatLowestContrastToBackgrounds('#ffffff', 'dark'), '14.7')
  equal(formatLowestContrastToBackgrounds(7, 'light'), '–')
  deepEqual(
    [chooseBlackOrWhiteTextOnBackground('#ffd400'), chooseBlackOrWhiteTextOnBackground('#123456')],
    ['#000', '#fff'],
  )
})

test('the backgrounds are those of the style sheet', () => {
  const css = readFileSync(new URL('../pages/assets/styles/0-base.css', import.meta.url), 'utf8')
  const values = ['paper', 'sheet', 'tint'].map((name) =>
    [...css.matchAll(new RegExp(`--${name}: (#\\w{6});`, 'g'))].map((match) => match[1]),
  )
  deepEqual(
    values.map(([light]) => light),
    COLOR_SCHEME_BACKGROUNDS.light,
  )
  deepEqual(
    values.map(([, dark]) => dark),
    COLOR_SCHEME_BACKGROUNDS.dark,
  )
})
