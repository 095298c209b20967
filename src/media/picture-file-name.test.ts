import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pictureFileName, pictureIdFromFileName, titleFromPictureFileName } from './picture-file-name.ts'

for (const [name, title, fileName] of [
  ['Sommerfest.JPG', 'Sommerfest', '7-sommerfest.jpg'],
  ['Größe & Café (2).jpeg', 'Größe & Café (2)', '7-grosse-cafe-2.jpg'],
  ['../../etc/passwd', 'passwd', '7-passwd.jpg'],
  ['C:\\temp\\plan.final.png', 'plan.final', '7-plan-final.jpg'],
  ['写真.png', '写真', '7-picture.jpg'],
  ['a\0b\ud800.png', 'ab\ufffd', '7-ab.jpg'],
  ['.htaccess', '', '7-picture.jpg'],
  ['', '', '7-picture.jpg'],
  [`${'x'.repeat(79)}-yz.png`, `${'x'.repeat(79)}-yz`, `7-${'x'.repeat(79)}.jpg`],
] as const) {
  test(`title and file name of an upload named ${JSON.stringify(name)}`, () => {
    assert.equal(titleFromPictureFileName(name), title)
    assert.equal(pictureFileName(7, name, 'jpg'), fileName)
  })
}

test('the id is read from a stored file name only', () => {
  assert.equal(pictureIdFromFileName('12-a-300x200.jpg'), 12)
  for (const name of ['', '12', '-1-a.jpg', 'a-1.jpg', '0-a.jpg', '2147483648-a.jpg', '12345678901-a.jpg']) {
    assert.equal(pictureIdFromFileName(name), undefined, name)
  }
})
