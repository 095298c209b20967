import type { Language } from '../core/language.ts'
import { html, type Markup } from '../pages/html-template.ts'
import { LANGUAGE_NAMES } from '../pages/words/language-names.ts'
import {
  type AdminContext,
  type AdminPage,
  adminPath,
  calendarFrontPagePath,
  isPublicSubmissionPath,
  type Notice,
} from './admin-context.ts'
import { adminNavigationForCaller, type NavigationEntry } from './admin-navigation.ts'
import { hiddenInputWithFormToken } from './forms/admin-form.ts'

/** Addresses of the style sheets, scripts, font and icon of admin pages. */
export interface AdminAssets {
  styles: readonly string[]
  scripts: readonly string[]
  font: string
  icon: string
}

/** Creates the HTML document of an admin page: head, header with navigation, message, content. */
export function renderAdminDocument(context: AdminContext, page: AdminPage, assets: AdminAssets): string {
  const { scope, words, notice } = context
  const document = html`
    <!doctype html>
    <html lang="${scope.language}">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>${page.title} · ${scope.site.title}</title>
        <link rel="preload" href="${assets.font}" as="font" type="font/woff2" crossorigin>
        ${assets.styles.map((path) => html`<link rel="stylesheet" href="${path}">`)}
        ${assets.scripts.map((path) => html`<script src="${path}" type="module"></script>`)}
        <link rel="icon" href="${assets.icon}" type="image/svg+xml">
        <meta name="robots" content="noindex">
      </head>
      <body class="admin">
        <a class="skip" href="#main">${words.frame.skip}</a>
        ${header(context)}
        <main id="main" tabindex="-1">
          ${notice && noticeMarkup(context, notice)}
          <h1>${page.title}</h1>
          ${page.main}
        </main>
      </body>
    </html>
  `
  return `${document.text}\n`
}

/** The message about the previous request, with a button that undoes that request if this is possible. */
function noticeMarkup(context: AdminContext, { name, batch }: Notice): Markup {
  const { words, path } = context
  return html`
    <div class="notice" role="status">
      <p>${words.notices[name]}</p>
      ${
        batch &&
        html`
        <form method="post" action="${adminPath(context, `/undo/${batch}`)}">
          ${hiddenInputWithFormToken(context)}
          <input type="hidden" name="to" value="${adminPath(context, path)}">
          <button class="plain">${words.frame.undo}</button>
        </form>
      `
      }
    </div>
  `
}

function header(context: AdminContext): Markup {
  const { scope, words, session } = context
  return html`
    <header class="masthead">
      <a class="site" href="${isPublicSubmissionPath(context.path) ? calendarFrontPagePath(context) : adminPath(context, '/')}">${scope.site.title}</a>
      ${session ? menu(context) : html`${languageSwitch(context)} <a href="${calendarFrontPagePath(context)}">${words.frame.calendar}</a>`}
    </header>
  `
}

/** The navigation of a signed-in user. On phones a button opens it, even if the browser runs no script. */
const menu = (context: AdminContext): Markup => html`
  <button class="plain menu-button" type="button" popovertarget="menu">${context.words.frame.menu}</button>
  <div class="menu" id="menu" popover>
    ${navigation(context)}
    ${languageSwitch(context)}
    ${signOutForm(context)}
  </div>
`

function navigation(context: AdminContext): Markup {
  const { scope, words, path } = context
  const link = ({ path: target, label }: NavigationEntry): Markup => {
    const isCurrent = path === target || path.startsWith(`${target}/`) || (target === '/' && path === '')
    return html`<a href="${adminPath(context, target)}"${isCurrent && html` aria-current="page"`}>${label(words)}</a>`
  }
  const calendar = html`<a href="${calendarFrontPagePath(context)}">${words.frame.calendar}</a>`
  const groups = adminNavigationForCaller(scope.caller).map(
    (entries) => html`<div class="group">${entries.map(link)}</div>`,
  )
  return html`<nav aria-label="${words.frame.navigation}">${groups}<div class="group">${calendar}</div></nav>`
}

function languageSwitch(context: AdminContext): Markup | undefined {
  const { scope, words, path } = context
  if (scope.languages.length < 2) return undefined
  const link = (language: Language) => html`
    <a
      href="${adminPath(context, path, language)}"
      lang="${language}"
      hreflang="${language}"
      title="${LANGUAGE_NAMES[language]}"${language === scope.language && html` aria-current="true"`}
    >
      ${language.toUpperCase()}
      <span class="hidden"> ${LANGUAGE_NAMES[language]}</span>
    </a>
  `
  return html`<nav class="languages" aria-label="${words.frame.languages}">${scope.languages.map(link)}</nav>`
}

const signOutForm = (context: AdminContext): Markup => html`
  <form class="sign-out" method="post" action="${adminPath(context, '/sign-out')}">
    ${hiddenInputWithFormToken(context)}
    <span class="quiet">${context.scope.caller.login}</span>
    <button class="plain">${context.words.frame.signOut}</button>
  </form>
`
