import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import {
  deriveBackgroundColors,
  isReadableBackgroundColor,
  measureBackgroundContrast,
} from './readable-background-color.ts'
import { COLOR_SCHEME_BACKGROUNDS, contrastBetweenColors } from './readable-link-color.ts'

test('light backgrounds are for light pages, and dark ones for dark pages', () => {
  for (const color of ['#ffffff', '#f7f2e8', '#e8f1fa', '#F4F4F4'])
    equal(isReadableBackgroundColor(color, 'light'), true)
  for (const color of ['#000000', '#14171f', '#0b1420']) equal(isReadableBackgroundColor(color, 'dark'), true)
  for (const color of ['#dddddd', '#14171f', 'white', '#fff', ''])
    equal(isReadableBackgroundColor(color, 'light'), false)
  for (const color of ['#333333', '#ffffff']) equal(isReadableBackgroundColor(color, 'dark'), false)
  deepEqual(measureBackgroundContrast('#dddddd', 'light'), { ratio: '15.4', min: '18.3' })
  deepEqual(measureBackgroundContrast(7, 'dark'), { ratio: '–', min: '17.6' })
})

test('texts have at least the contrast to every allowed background that they have to the built-in ones', () => {
  const steps = Array.from({ length: 52 }, (_, index) => (index * 5).toString(16).padStart(2, '0'))
  for (const [scheme, opposite, from] of [
    ['light', '#000000', 40],
    ['dark', '#ffffff', 0],
  ] as const) {
    const built = Math.min(...COLOR_SCHEME_BACKGROUNDS[scheme].map((color) => contrastBetweenColors(color, opposite)))
    // Colours outside this range are refused anyway: their channels are too dark or too light.
    const channels = steps.slice(from, from + 12)
    const colors = channels.flatMap((red) =>
      channels.flatMap((green) => channels.map((blue) => `#${red}${green}${blue}`)),
    )
    const allowed = colors.filter((color) => isReadableBackgroundColor(color, scheme))
    ok(allowed.length > 20)
    for (const color of allowed) {
      const { paper, sheet, tint } = deriveBackgroundColors(color, scheme)
      for (const background of [paper, sheet, tint])
        ok(contrastBetweenColors(background, opposite) >= built, `${color} ${background}`)
    }
  }
})
