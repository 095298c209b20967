import { equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import type { PictureRow } from '../../media/picture-store.ts'
import type { PageContext } from '../page-context.ts'
import { pageWordsInLanguage } from '../words/index.ts'
import { renderFullSizePicture, renderPictureElement } from './picture-element.ts'

const context = {
  words: pageWordsInLanguage('en'),
  scope: { language: 'en', urls: { picture: (fileName: string) => `/media/${fileName}` } },
} as unknown as PageContext

const texts = { alt: 'A lantern', alt_texts: '{"de":"Eine Laterne"}', caption: '', credit: '', focus: 'center' }
const portrait = { file_name: '7-poster.jpg', width: 1200, height: 1800, ...texts } as PictureRow

test('browsers choose among the sizes that show the whole picture', () => {
  equal(
    renderPictureElement(context, portrait, { shownWidth: '20rem' }).text,
    '<picture><source type="image/avif" srcset="/media/7-poster-200x300.avif 200w, ' +
      '/media/7-poster-683x1024.avif 683w, /media/7-poster-768x1152.avif 768w, /media/7-poster-1024x1536.avif 1024w, ' +
      '/media/7-poster-1200x1800.avif 1200w" sizes="auto, 20rem">' +
      '<img class="poster" src="/media/7-poster-683x1024.jpg" srcset="/media/7-poster-200x300.jpg 200w, ' +
      '/media/7-poster-683x1024.jpg 683w, /media/7-poster-768x1152.jpg 768w, /media/7-poster-1024x1536.jpg 1024w, ' +
      '/media/7-poster.jpg 1200w" sizes="auto, 20rem" width="1200" height="1800" alt="" ' +
      'loading="lazy" decoding="async"></picture>',
  )
  const small = { ...portrait, width: 120, height: 80 }
  equal(
    renderPictureElement(context, small, { shownWidth: '20rem', isFirst: true }).text,
    '<picture><source type="image/avif" srcset="/media/7-poster-120x80.avif 120w" sizes="20rem">' +
      '<img class="poster unscaled" src="/media/7-poster.jpg" width="120" height="80" alt=""></picture>',
  )
  const drawing = { ...small, file_name: '7-poster.gif' }
  equal(
    renderPictureElement(context, drawing, { shownWidth: '20rem', isFirst: true }).text,
    '<img class="poster unscaled" src="/media/7-poster.gif" width="120" height="80" alt="">',
    'an animation would stand still',
  )
})

test('the picture of a page has an alternative text, or the title, and opens the file without script', () => {
  const { text } = renderFullSizePicture(context, portrait, 'Parade')
  match(
    text,
    /^<button type="button" class="whole" popovertarget="picture" .*<img [^>]*alt="A lantern"><\/picture><\/button>/,
  )
  match(text, /<div class="lightbox" id="picture" popover role="dialog"[^>]*>.*autofocus.*<img /s)
  match(text, /<img src="\/media\/7-poster\.jpg" [^>]*loading="lazy"/)
  match(renderFullSizePicture(context, { ...portrait, alt: '' }, 'Parade').text, /alt="Parade"/)
  const small = renderFullSizePicture(context, { ...portrait, width: 40, height: 40 }, 'Parade').text
  match(small, /sizes="\(max-width: 60rem\) min\(100vw, 40px\), min\(36rem, 40px\)"/, 'it is not enlarged')
})

test('caption and credit of a picture are text, and its alternative text is in the language of the page', () => {
  const german = { ...context, scope: { ...context.scope, language: 'de' } } as PageContext
  const { text } = renderFullSizePicture(german, { ...portrait, caption: 'At <night>', credit: 'A & B' }, 'Parade')
  match(text, /alt="Eine Laterne".*<p dir="auto">At &#60;night&#62;<\/p><p dir="auto">A &#38; B<\/p>/s)
})
