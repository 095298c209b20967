import type { Language } from '../core/language.ts'
import { formatMessage } from '../core/messages/index.ts'
import { toWebcalUrl } from '../core/urls.ts'
import { FEED_FORMAT_NAMES, FEED_FORMATS } from '../feeds/formats.ts'
import { discoveryLinks, discoveryMetas } from '../feeds/site/discovery.ts'
import { LOCALES } from './dates.ts'
import { html, jsonMarkup, type Markup } from './markup.ts'
import { type Page, type PageContext, rootPath, viewHref } from './page.ts'

/** Names of languages, each in itself. */
const LANGUAGE_NAMES: Record<Language, string> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  fi: 'Suomi',
}

/** Addresses of the files every page loads. */
export interface PageAssets {
  style: string
  script: string
  font: string
  icon: string
}

/** The addresses of a page in all its languages. */
export function pageVersions(
  context: PageContext,
  { path, versions }: Page,
): { language: Language; address: string }[] {
  const { urls, languages } = context.scope
  if (versions) return versions
  if (path === undefined) return []
  return languages.map((language) => ({ language, address: `${urls.origin}${rootPath(context, language)}${path}` }))
}

/** The whole document around a page. */
export function renderDocument(context: PageContext, page: Page, files: PageAssets): string {
  const { scope, isEmbedded } = context
  const { language, site } = scope
  const title = page.bodyClass.startsWith('home') ? site.title : `${page.title} · ${site.title}`
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="preload" href="${files.font}" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="${files.style}">
<script src="${files.script}" type="module"></script>
<link rel="icon" href="${files.icon}" type="image/svg+xml">
<meta name="theme-color" content="#f7f2e8" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#14171f" media="(prefers-color-scheme: dark)">
${headOf(context, page, title)}
</head>
<body class="${page.bodyClass}${isEmbedded && ' embedded'}">
${isEmbedded ? html`<main id="main" tabindex="-1">${page.main}</main>` : bodyOf(context, page)}
<p class="hidden" id="news" role="status"></p>
</body>
</html>
`.text
}

function headOf(context: PageContext, page: Page, title: string): Markup {
  const { scope } = context
  const { description, imageUrl } = page
  const versions = pageVersions(context, page)
  const own = versions.find(({ language }) => language === scope.language)?.address ?? page.canonical
  const isIndexed = (page.isIndexed ?? true) && page.status === 200 && !context.isEmbedded
  return html`${description && html`<meta name="description" content="${description}">\n`}${!isIndexed && html`<meta name="robots" content="noindex">\n`}${
    own && html`<link rel="canonical" href="${own}">\n`
  }${versions.map(({ language, address }) => html`<link rel="alternate" hreflang="${language}" href="${address}">\n`)}${discoveryLinks(
    scope,
    feedSelectionOf(context, page),
  ).map(
    ({ rel, href, type, title: name }) =>
      html`<link rel="${rel}" href="${href}" type="${type}"${name && html` title="${name}"`}>\n`,
  )}${discoveryMetas(scope).map(({ name, content }) => html`<meta name="${name}" content="${content}">\n`)}<meta property="og:title" content="${page.bodyClass.startsWith('home') ? title : page.title}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="${scope.site.title}">
<meta property="og:locale" content="${LOCALES[scope.language].replace('-', '_')}">
${description && html`<meta property="og:description" content="${description}">\n`}${own && html`<meta property="og:url" content="${own}">\n`}${
  imageUrl &&
  html`<meta property="og:image" content="${imageUrl}">\n<meta name="twitter:card" content="summary_large_image">\n`
}${(page.linkedData ?? []).map((linked) => html`<script type="application/ld+json">${jsonMarkup(linked)}</script>\n`)}`
}

function bodyOf(context: PageContext, page: Page): Markup {
  const { scope, words } = context
  const root = rootPath(context)
  return html`<a class="skip" href="#main">${words.skip}</a>
<header class="masthead">
<a class="site" href="${root}/">${scope.site.title}</a>
<nav class="shortcuts" aria-label="${words.calendar}"><a href="${viewHref(context, 'now')}"${page.view === 'now' && html` aria-current="page"`}>${words.views.now}</a><a href="${viewHref(context, 'day', context.today)}">${words.today}</a><a href="${viewHref(context, 'weekend')}"${page.view === 'weekend' && html` aria-current="page"`}>${words.views.weekend}</a><a href="${viewHref(context, 'month', context.today.slice(0, 7))}">${words.views.month}</a></nav>
${languageSwitch(context, page)}
</header>
<main id="main" tabindex="-1">${page.main}</main>
${footOf(context, page)}`
}

function languageSwitch(context: PageContext, page: Page): Markup | undefined {
  const { scope, words } = context
  if (scope.languages.length < 2) return undefined
  const versions = new Map(pageVersions(context, page).map(({ language, address }) => [language, address]))
  return html`<nav class="languages" aria-label="${words.languages}">${scope.languages.map((language) => {
    const address = versions.get(language) ?? `${rootPath(context, language)}/`
    return html`<a href="${address}" lang="${language}" hreflang="${language}" title="${LANGUAGE_NAMES[language]}"${language === scope.language && html` aria-current="true"`}>${language.toUpperCase()}<span class="hidden"> ${LANGUAGE_NAMES[language]}</span></a>`
  })}</nav>`
}

/** What feeds of the page hold. */
const feedSelectionOf = ({ filter }: PageContext, { feedSelection }: Page) =>
  feedSelection ?? { filters: filter.values }

function footOf(context: PageContext, page: Page): Markup {
  const { scope, words } = context
  const { urls, language } = scope
  const selection = feedSelectionOf(context, page)
  const filters = 'filters' in selection ? selection.filters : undefined
  const feeds = FEED_FORMAT_NAMES.map((format) => ({
    address: urls.feed(format, undefined, filters),
    name: formatMessage(language, FEED_FORMATS[format].label),
  }))
  const webcal = toWebcalUrl(urls.feed('ics', undefined, filters))
  return html`<footer class="foot">
<section><h2>${words.subscribe}</h2><p class="quiet">${words.subscribeHint}</p><p class="feeds"><a class="button" href="${webcal}">${words.webcal}</a> ${feeds.map(({ address, name }) => html`<a href="${address}">${name}</a> `)}</p></section>
<p class="quiet made">${words.made} Almanac · <a href="${urls.namespaceRoot}/docs">${words.api}</a></p>
</footer>`
}
