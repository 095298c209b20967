import assert from 'node:assert/strict'
import { test } from 'node:test'
import { avifSizesOfPicture, pictureSizes } from './picture-sizes.ts'

for (const [width, height, expected] of [
  [40, 30, {}],
  [150, 150, {}],
  [150, 151, { thumbnail: '150x150' }],
  [200, 100, { thumbnail: '150x100' }],
  [300, 300, { thumbnail: '150x150' }],
  [301, 200, { thumbnail: '150x150', medium: '300x199' }],
  [
    4000,
    3000,
    {
      thumbnail: '150x150',
      medium: '300x225',
      medium_large: '768x576',
      large: '1024x768',
      '1536x1536': '1536x1152',
      '2048x2048': '2048x1536',
    },
  ],
  [900, 1200, { thumbnail: '150x150', medium: '225x300', medium_large: '768x1024', large: '768x1024' }],
  [
    500,
    3000,
    { thumbnail: '150x150', medium: '50x300', large: '171x1024', '1536x1536': '256x1536', '2048x2048': '341x2048' },
  ],
  [
    9000,
    3,
    {
      thumbnail: '150x3',
      medium: '300x1',
      medium_large: '768x1',
      large: '1024x1',
      '1536x1536': '1536x1',
      '2048x2048': '2048x1',
    },
  ],
] as const) {
  test(`sizes of a picture of ${width}x${height}`, () => {
    const sizes = pictureSizes({ file_name: '5-a.b.png', width, height, focus: 'center' })
    assert.deepEqual(Object.fromEntries(sizes.map((size) => [size.name, `${size.width}x${size.height}`])), expected)
    for (const size of sizes) assert.equal(size.fileName, `5-a.b-${size.width}x${size.height}.png`)
  })
}

test('a cropped size has its own address for each focus, and the others do not change', () => {
  const names = (focus: 'center' | 'left-top') =>
    pictureSizes({ file_name: '5-a.png', width: 400, height: 200, focus }).map(({ fileName }) => fileName)
  assert.deepEqual(names('center'), ['5-a-150x150.png', '5-a-300x150.png'])
  assert.deepEqual(names('left-top'), ['5-a-150x150-left-top.png', '5-a-300x150.png'])
})

test('JPEG and PNG have AVIF copies that show the whole picture, others have none', () => {
  const copies = (file_name: string, width = 400) =>
    avifSizesOfPicture({ file_name, width, height: width / 2, focus: 'top' }).map(({ fileName }) => fileName)
  assert.deepEqual(copies('5-a.b.jpg'), ['5-a.b-300x150.avif', '5-a.b-400x200.avif'])
  assert.deepEqual(copies('5-a.png', 40), ['5-a-40x20.avif'])
  for (const name of ['5-a.gif', '5-a.webp', '5-a.avif']) assert.deepEqual(copies(name), [], name)
  const wide = copies('5-a.jpg', 3000)
  assert.equal(wide.at(-1), '5-a-2048x1024.avif', 'the original is not offered, because it has far more pixels')
})
