import { avifSizesOfPicture, isCroppedPictureSize, type PictureSize, pictureSizes } from '../../media/picture-sizes.ts'
import type { PictureRow } from '../../media/picture-store.ts'
import { altTextInLanguage } from '../../media/picture-texts.ts'
import { html, type Markup } from '../html-template.ts'
import type { PageContext, PreviewImage } from '../page-context.ts'

/** Pictures below this size in pixels are not enlarged to fill the frame of a card, which is larger on wide screens. */
const FRAME_MIN = { width: 320, height: 200 }
/** Minimum width in pixels of the size that browsers load if they do not support `srcset`. */
const FALLBACK_WIDTH = 300

interface PictureOptions {
  /** Alternative text; empty for a picture beside the title of its record. */
  alt?: string
  /** Whether the picture is visible without scrolling, and so must not be loaded lazily. */
  isFirst?: boolean
  /** Width at which the page shows the picture, as in the attribute `sizes` of HTML. */
  shownWidth: string
}

/**
 * A picture with all its sizes, from which the browser chooses; for a JPEG or PNG also as AVIF, which is smaller and
 * which nearly all browsers show.
 */
export function renderPictureElement(
  { scope }: PageContext,
  picture: PictureRow,
  { alt = '', isFirst = false, shownWidth }: PictureOptions,
): Markup {
  const { width, height, file_name: fileName, focus } = picture
  const smaller = pictureSizes(picture).filter(({ name }) => !isCroppedPictureSize(name))
  const own = [...smaller, { width, fileName }]
  const sizes = isFirst ? shownWidth : `auto, ${shownWidth}`
  const choiceOf = (files: readonly Pick<PictureSize, 'width' | 'fileName'>[]) => {
    const byWidth = new Map(files.map((file) => [file.width, `${scope.urls.picture(file.fileName)} ${file.width}w`]))
    const sources = [...byWidth].sort(([one], [other]) => one - other).map(([, source]) => source)
    return html` srcset="${sources.join(', ')}" sizes="${sizes}"`
  }
  const fallback = own.toSorted((one, other) => one.width - other.width).find((one) => one.width >= FALLBACK_WIDTH)
  const loading = !isFirst && html` loading="lazy" decoding="async"`
  const dimensions = html` width="${width}" height="${height}"`
  const isSmall = width < FRAME_MIN.width || height < FRAME_MIN.height
  const crop = html`${isSmall && ' unscaled'}${focus !== 'center' && ` focus-${focus}`}`
  const address = scope.urls.picture(fallback?.fileName ?? fileName)
  const choice = smaller.length > 0 && choiceOf(own)
  const image = html`<img class="poster${crop}" src="${address}"${choice}${dimensions} alt="${alt}"${loading}>`
  const avif = avifSizesOfPicture(picture)
  return avif.length === 0 ? image : html`<picture><source type="image/avif"${choiceOf(avif)}>${image}</picture>`
}

/**
 * The picture size in previews of links, unless the original is smaller. Services refuse originals of many megabytes.
 */
const PREVIEW_SIZE = '1536x1536'

/** The picture of a record for previews of links to its page. @param title of the record */
export function linkPreviewImageOfPicture({ scope }: PageContext, picture: PictureRow, title: string): PreviewImage {
  const smaller = pictureSizes(picture).find(({ name }) => name === PREVIEW_SIZE)
  const { width, height, fileName } = smaller ?? { ...picture, fileName: picture.file_name }
  return { url: scope.urls.picture(fileName), width, height, alt: altTextInLanguage(picture, scope.language) || title }
}

/**
 * The whole picture of a record on its own page, with caption and credit. It is a button that enlarges the picture,
 * even if the browser runs no script.
 * @param title title of the record
 */
export function renderFullSizePicture(context: PageContext, picture: PictureRow, title: string): Markup {
  const { words, scope } = context
  const alt = altTextInLanguage(picture, scope.language) || title
  const { caption, credit, width, height } = picture
  // Browsers lay out a picture with a choice of files in the width that is stated here, and so would enlarge it.
  const shownWidth = `(max-width: 60rem) min(100vw, ${width}px), min(36rem, ${width}px)`
  const shown = renderPictureElement(context, picture, { alt, isFirst: true, shownWidth })
  const lines = [caption, credit].filter((line) => line !== '').map((line) => html`<p dir="auto">${line}</p>`)
  const about = lines.length > 0 && html`<div class="credit">${lines}</div>`
  const original = scope.urls.picture(picture.file_name)
  return html`
    <button type="button" class="whole" popovertarget="picture" title="${words.enlarge}">${shown}</button>
    ${about}
    <div class="lightbox" id="picture" popover role="dialog" aria-label="${title}">
      <button type="button" class="second" popovertarget="picture" popovertargetaction="hide" autofocus>
        ${words.close}
      </button>
      <img src="${original}" alt="${alt}" width="${width}" height="${height}" loading="lazy" decoding="async">
      ${about}
    </div>
  `
}
