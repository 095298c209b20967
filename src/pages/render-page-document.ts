import { siteDefaultLanguage } from '../collections/scope.ts'
import { INDEXED_KINDS } from '../core/kinds.ts'
import type { Language } from '../core/language.ts'
import { LOCALES, writingDirection } from '../core/language.ts'
import { toWebcalUrl } from '../core/urls.ts'
import { FEED_FORMAT_NAMES, FEED_FORMATS } from '../feeds/feed-formats.ts'
import { apiAndFeedLinks, apiDiscoveryMetaElements } from '../feeds/site/api-and-feed-links.ts'
import { formatJsonForScript, html, type Markup } from './html-template.ts'
import {
  formatPageMessage,
  frontPageHref,
  type HtmlPage,
  hrefOfView,
  languageRootPath,
  type PageContext,
} from './page-context.ts'
import { pathOfRecordIndex, type ViewName } from './page-paths.ts'
import type { PageFilter } from './parse-event-filter-of-page.ts'
import { sharePicturePath, siteSharePicture, viewSharePicture } from './share-pictures/share-picture.ts'
import { SHARE_PICTURE_SIZE } from './share-pictures/share-picture-content.ts'
import { linksInSettingForLanguage, pageBackgroundColor, pathOfSiteStyleSheet } from './site-appearance-css.ts'
import { LANGUAGE_NAMES } from './words/language-names.ts'

/** Addresses of the style sheet, script, font and icon of all pages. */
export interface PageAssets {
  style: string
  script: string
  /** Address of the script that suggests pages. The script of all pages loads it when a search field gets the focus. */
  suggestions: string
  font: string
  icon: string
  /** A square icon without transparency, for the home screens of phones. */
  touchIcon: string
}

/** The address of a page in each of its languages. */
export function pageAddressesByLanguage(
  context: PageContext,
  { path, versions }: HtmlPage,
): { language: Language; address: string }[] {
  const { urls, languages } = context.scope
  if (versions) return versions
  if (path === undefined) return []
  return languages.map((language) => ({ language, address: urls.inLanguage(language).home + path.slice(1) }))
}

/** Creates the HTML document of a page: head, header, content and footer. */
export function renderPageDocument(context: PageContext, page: HtmlPage, assets: PageAssets): string {
  const { language, isEmbedded } = context
  const isRightToLeft = writingDirection(language) === 'rtl'
  const document = html`
    <!doctype html>
    <html lang="${language}"${isRightToLeft && html` dir="rtl"`}>
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        ${head(context, page, assets)}
      </head>
      <body class="${page.bodyClass}${isEmbedded && ' embedded'}">
        ${!isEmbedded && header(context, page)}
        <main id="main" tabindex="-1">${page.main}</main>
        ${!isEmbedded && footer(context, page)}
        <p class="hidden" id="news" role="status"></p>
      </body>
    </html>
  `
  return `${document.text}\n`
}

function head(context: PageContext, page: HtmlPage, assets: PageAssets): Markup {
  const { scope } = context
  const isHome = page.bodyClass.startsWith('home')
  const title = isHome ? scope.site.title : `${page.title} · ${scope.site.title}`
  const versions = pageAddressesByLanguage(context, page)
  const address = versions.find(({ language }) => language === scope.language)?.address ?? page.canonical
  const general = versions.find(({ language }) => language === siteDefaultLanguage(scope))
  const isIndexed =
    (page.isIndexed ?? true) && page.status === 200 && !context.isEmbedded && isFilterIndexed(context.filter)
  const { description, linkedData = [] } = page
  const ownStyle = pathOfSiteStyleSheet(scope.site)
  const { analytics_url: analytics, favicon } = scope.site
  return html`
    <title>${title}</title>
    <link rel="preload" href="${assets.font}" as="font" type="font/woff2" crossorigin>
    <link rel="stylesheet" href="${assets.style}">
    ${ownStyle && html`<link rel="stylesheet" href="${ownStyle}">`}
    <script src="${assets.script}" type="module" data-suggestions="${assets.suggestions}"></script>
    ${analytics && html`<script src="${analytics}" async></script>`}
    <link rel="icon" href="${favicon || assets.icon}"${!favicon && html` type="image/svg+xml"`}>
    <link rel="apple-touch-icon" href="${favicon || assets.touchIcon}">
    <meta name="theme-color" content="${pageBackgroundColor(scope.site, 'light')}"
      media="(prefers-color-scheme: light)">
    <meta name="theme-color" content="${pageBackgroundColor(scope.site, 'dark')}" media="(prefers-color-scheme: dark)">
    ${description && html`<meta name="description" content="${description}">`}
    ${!isIndexed && html`<meta name="robots" content="noindex, nofollow">`}
    ${address && html`<link rel="canonical" href="${address}">`}
    ${versions.map(({ language, address }) => versionLink(language, address))}
    ${general && versions.length > 1 && versionLink('x-default', general.address)}
    ${headDiscovery(context, page)}
    ${openGraph(context, page, isHome ? title : page.title, address)}
    ${linkedData.map((data) => html`<script type="application/ld+json">${formatJsonForScript(data)}</script>`)}
  `
}

/**
 * Whether search engines may index pages with this filter: those without a search and with one value at most. Crawlers
 * that followed the links to all combinations would not come to an end.
 */
const isFilterIndexed = ({ values }: PageFilter): boolean =>
  values.search === undefined && Object.values(values).join(',').split(',').length <= 1

/**
 * A `<link>` to the page in another language.
 * @param language `x-default`: the version for readers of any other language
 */
const versionLink = (language: Language | 'x-default', address: string) =>
  html`<link rel="alternate" hreflang="${language}" href="${address}">`

function headDiscovery(context: PageContext, page: HtmlPage): Markup {
  const { scope, filter } = context
  const links = apiAndFeedLinks(scope, { record: page.record, filters: filter.values }).map(
    ({ rel, href, type, title }) =>
      html`<link rel="${rel}" href="${href}" type="${type}"${title && html` title="${title}"`}>`,
  )
  const metas = apiDiscoveryMetaElements(scope).map(
    ({ name, content }) => html`<meta name="${name}" content="${content}">`,
  )
  return html`${links}${metas}`
}

/** `<meta>` elements for previews of a link to the page: Open Graph and Twitter cards. */
function openGraph(context: PageContext, page: HtmlPage, title: string, address: string | undefined): Markup {
  const { scope } = context
  const { description } = page
  const image = previewImage(context, page)
  return html`
    <meta property="og:title" content="${title}">
    <meta property="og:type" content="website">
    <meta property="og:site_name" content="${scope.site.title}">
    <meta property="og:locale" content="${LOCALES[scope.language].replace('-', '_')}">
    ${description && html`<meta property="og:description" content="${description}">`}
    ${address && html`<meta property="og:url" content="${address}">`}
    <meta property="og:image" content="${image.url}">
    ${image.width !== undefined && html`<meta property="og:image:width" content="${image.width}">`}
    ${image.height !== undefined && html`<meta property="og:image:height" content="${image.height}">`}
    <meta property="og:image:alt" content="${image.alt}">
    <meta name="twitter:card" content="summary_large_image">
  `
}

/**
 * The picture for previews of links to the page: that of the record, else that of the setting `share_picture`, else a
 * generated one.
 */
function previewImage(context: PageContext, { image, view, sharePicture }: HtmlPage) {
  const { site, urls } = context.scope
  if (image) return image
  if (site.share_picture !== '') {
    return { url: `${urls.origin}${site.share_picture}`, width: undefined, height: undefined, alt: site.title }
  }
  const picture = sharePicture ?? (view ? viewSharePicture(context, view) : siteSharePicture(context))
  const alt = [picture.title, ...picture.lines].join(', ')
  return { url: `${urls.origin}${sharePicturePath(context, picture)}`, ...SHARE_PICTURE_SIZE, alt }
}

function header(context: PageContext, page: HtmlPage): Markup {
  const { scope, words, today } = context
  const { logo, title } = scope.site
  const links = linksInSettingForLanguage(scope.site.header_links, scope.language)
  const current = (view: ViewName) => page.view === view && html` aria-current="page"`
  return html`
    <a class="skip" href="#main">${words.skip}</a>
    <header class="masthead">
      <a class="site" href="${languageRootPath(context)}/">
        ${logo ? html`<img class="logo" src="${logo}" alt="${title}">` : title}
      </a>
      <nav class="shortcuts" aria-label="${words.calendar}">
        <a href="${hrefOfView(context, 'now')}"${current('now')}>${words.views.now}</a>
        <a href="${hrefOfView(context, 'day', today)}">${words.today}</a>
        <a href="${hrefOfView(context, 'weekend')}"${current('weekend')}>${words.views.weekend}</a>
        <a href="${hrefOfView(context, 'month', today.slice(0, 7))}">${words.views.month}</a>
      </nav>
      ${links && html`<nav class="links" aria-label="${words.links}">${links}</nav>`}
      ${languageSwitch(context, page)}
    </header>
  `
}

/**
 * Links to the page in the other languages. In a language that the page does not have, they lead to the record with the
 * words of the page in that language, and from other pages to the front page.
 */
function languageSwitch(context: PageContext, page: HtmlPage): Markup | undefined {
  const { scope, words } = context
  if (scope.languages.length < 2) return undefined
  const versions = new Map(pageAddressesByLanguage(context, page).map(({ language, address }) => [language, address]))
  const links = scope.languages.map((language) => {
    const address = versions.get(language) ?? frontPageHref(context, language) + (page.recordPath ?? '/').slice(1)
    const name = LANGUAGE_NAMES[language]
    return html`
      <a
        href="${address}"
        lang="${language}"
        hreflang="${language}"${language === scope.language && html` aria-current="true"`}
      >
        ${language.toUpperCase()}
        <span class="hidden"> ${name}</span>
      </a>
    `
  })
  return html`<nav class="languages" aria-label="${words.languages}">${links}</nav>`
}

const indexLinks = (context: PageContext): Markup[] =>
  INDEXED_KINDS.map((kind) => {
    const name = context.words.indexes[kind]
    return html`<a href="${languageRootPath(context)}${pathOfRecordIndex(kind)}">${name}</a> `
  })

/**
 * The footer of a page: links to the feeds of its events, or on the page of an event to the feeds of the whole
 * calendar, and a link to the form for submissions unless the setting `submissions` is off.
 */
function footer(context: PageContext, { record }: HtmlPage): Markup {
  const { scope, words, filter } = context
  const links = linksInSettingForLanguage(scope.site.footer_links, scope.language)
  const { urls } = scope
  const filters = record === undefined ? filter.values : 'filters' in record ? record.filters : undefined
  const feeds = FEED_FORMAT_NAMES.map((format) => {
    const name = formatPageMessage(context, FEED_FORMATS[format].label)
    return html`<a href="${urls.feed(format, undefined, filters)}">${name}</a> `
  })
  const webcal = toWebcalUrl(urls.feed('ics', undefined, filters))
  return html`
    <footer class="foot">
      <section>
        <h2>${words.subscribe}</h2>
        <p class="quiet">${words.subscribeHint}</p>
        <p class="feeds"><a class="button" href="${webcal}">${words.webcal}</a> ${feeds}</p>
      </section>
      <p class="links">${indexLinks(context)}</p>
      ${links && html`<nav class="links" aria-label="${words.links}">${links}</nav>`}
      ${
        scope.site.submissions !== 'off' &&
        html`<p><a href="${languageRootPath(context)}/submit/">${words.submit}</a></p>`
      }
      <p class="quiet made">${words.made} Almanac · <a href="${urls.namespaceRoot}/docs">${words.api}</a></p>
    </footer>
  `
}
