import type { Language } from '../core/language.ts'
import { message } from '../core/messages/index.ts'
import { webcalOf } from '../core/urls.ts'
import { discoveryLinks, discoveryMetas } from '../feeds/discovery.ts'
import { FORMAT_NAMES, FORMATS } from '../feeds/formats.ts'
import { LOCALES } from './dates.ts'
import { html, jsonMarkup, type Markup } from './markup.ts'
import { type Page, rootPath, type Visit, viewAddress } from './visit.ts'

/** Names of languages, each in itself. */
const LANGUAGE_NAMES: Record<Language, string> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  fi: 'Suomi',
}

/** Addresses of the files every page loads. */
export interface PageFiles {
  style: string
  script: string
  font: string
  icon: string
}

/** The addresses of a page in all its languages. */
export function versionsOf(visit: Visit, { path, versions }: Page): { language: Language; address: string }[] {
  const { urls, languages } = visit.scope
  if (versions) return versions
  if (path === undefined) return []
  return languages.map((language) => ({ language, address: `${urls.origin}${rootPath(visit, language)}${path}` }))
}

/** The whole document around a page. */
export function documentOf(visit: Visit, page: Page, files: PageFiles): string {
  const { scope, isEmbedded } = visit
  const { language, site } = scope
  const title = page.kind.startsWith('home') ? site.title : `${page.title} · ${site.title}`
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
${headOf(visit, page, title)}
</head>
<body class="${page.kind}${isEmbedded && ' embedded'}">
${isEmbedded ? html`<main id="main" tabindex="-1">${page.main}</main>` : bodyOf(visit, page)}
<p class="hidden" id="news" role="status"></p>
</body>
</html>
`.text
}

function headOf(visit: Visit, page: Page, title: string): Markup {
  const { scope } = visit
  const { description, picture } = page
  const versions = versionsOf(visit, page)
  const own = versions.find(({ language }) => language === scope.language)?.address ?? page.canonical
  const isIndexed = (page.isIndexed ?? true) && page.status === 200 && !visit.isEmbedded
  return html`${description && html`<meta name="description" content="${description}">\n`}${!isIndexed && html`<meta name="robots" content="noindex">\n`}${
    own && html`<link rel="canonical" href="${own}">\n`
  }${versions.map(({ language, address }) => html`<link rel="alternate" hreflang="${language}" href="${address}">\n`)}${discoveryLinks(
    scope,
    shownOn(visit, page),
  ).map(
    ({ rel, href, type, title: name }) =>
      html`<link rel="${rel}" href="${href}" type="${type}"${name && html` title="${name}"`}>\n`,
  )}${discoveryMetas(scope).map(({ name, content }) => html`<meta name="${name}" content="${content}">\n`)}<meta property="og:title" content="${page.kind.startsWith('home') ? title : page.title}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="${scope.site.title}">
<meta property="og:locale" content="${LOCALES[scope.language].replace('-', '_')}">
${description && html`<meta property="og:description" content="${description}">\n`}${own && html`<meta property="og:url" content="${own}">\n`}${
  picture &&
  html`<meta property="og:image" content="${picture}">\n<meta name="twitter:card" content="summary_large_image">\n`
}${(page.linkedData ?? []).map((linked) => html`<script type="application/ld+json">${jsonMarkup(linked)}</script>\n`)}`
}

function bodyOf(visit: Visit, page: Page): Markup {
  const { scope, words } = visit
  const root = rootPath(visit)
  return html`<a class="skip" href="#main">${words.skip}</a>
<header class="masthead">
<a class="site" href="${root}/">${scope.site.title}</a>
<nav class="shortcuts" aria-label="${words.calendar}"><a href="${viewAddress(visit, 'now')}"${page.view === 'now' && html` aria-current="page"`}>${words.views.now}</a><a href="${viewAddress(visit, 'day', visit.today)}">${words.today}</a><a href="${viewAddress(visit, 'weekend')}"${page.view === 'weekend' && html` aria-current="page"`}>${words.views.weekend}</a><a href="${viewAddress(visit, 'month', visit.today.slice(0, 7))}">${words.views.month}</a></nav>
${languageSwitch(visit, page)}
</header>
<main id="main" tabindex="-1">${page.main}</main>
${footOf(visit, page)}`
}

function languageSwitch(visit: Visit, page: Page): Markup | undefined {
  const { scope, words } = visit
  if (scope.languages.length < 2) return undefined
  const versions = new Map(versionsOf(visit, page).map(({ language, address }) => [language, address]))
  return html`<nav class="languages" aria-label="${words.languages}">${scope.languages.map((language) => {
    const address = versions.get(language) ?? `${rootPath(visit, language)}/`
    return html`<a href="${address}" lang="${language}" hreflang="${language}" title="${LANGUAGE_NAMES[language]}"${language === scope.language && html` aria-current="true"`}>${language.toUpperCase()}<span class="hidden"> ${LANGUAGE_NAMES[language]}</span></a>`
  })}</nav>`
}

/** What feeds of the page hold. */
const shownOn = ({ filter }: Visit, { shown }: Page) => shown ?? { filters: filter.sent }

function footOf(visit: Visit, page: Page): Markup {
  const { scope, words } = visit
  const { urls, language } = scope
  const shown = shownOn(visit, page)
  const filters = 'filters' in shown ? shown.filters : undefined
  const feeds = FORMAT_NAMES.map((format) => ({
    address: urls.feed(format, undefined, filters),
    name: message(language, FORMATS[format].label),
  }))
  const webcal = webcalOf(urls.feed('ics', undefined, filters))
  return html`<footer class="foot">
<section><h2>${words.subscribe}</h2><p class="quiet">${words.subscribeHint}</p><p class="feeds"><a class="button" href="${webcal}">${words.webcal}</a> ${feeds.map(({ address, name }) => html`<a href="${address}">${name}</a> `)}</p></section>
<p class="quiet made">${words.made} Almanac · <a href="${urls.namespaceRoot}/docs">${words.api}</a></p>
</footer>`
}
