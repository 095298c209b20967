import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NATIVE } from '../core/faces.ts'
import { createUrlBuilder } from '../core/urls.ts'
import type { PictureRow } from './picture-store.ts'
import { presentImage } from './present-picture.ts'

const urls = createUrlBuilder({ main: 'https://calendar.example' }, '/de', NATIVE, ['en', 'de'])

const picture = (width: number, height: number): PictureRow => ({
  id: 5,
  author_id: 1,
  title: 'Pic',
  alt: '',
  caption: '',
  credit: '',
  focus: 'center' as const,
  alt_texts: '{}',
  file_name: '5-pic.jpg',
  mime_type: 'image/jpeg',
  extension: 'jpg',
  width,
  height,
  size_bytes: 122,
  source_url: null,
  created_at: 0,
  version: 1,
})

test('a picture smaller than all sizes has no sizes', () => {
  assert.deepEqual(presentImage(picture(40, 30), urls), {
    url: 'https://calendar.example/media/5-pic.jpg',
    id: 5,
    extension: 'jpg',
    width: 40,
    height: 30,
    filesize: 122,
  })
})

test('a picture has all sizes that are smaller than itself', () => {
  const size = (width: number, height: number) => ({
    width,
    height,
    'mime-type': 'image/jpeg',
    url: `https://calendar.example/media/5-pic-${width}x${height}.jpg`,
  })
  assert.deepEqual(presentImage(picture(400, 300), urls).sizes, {
    thumbnail: size(150, 150),
    medium: size(300, 225),
  })
})
