import type { Session } from '../accounts/session-store.ts'
import type { WriteScope } from '../collections/records/write-records.ts'
import type { Language } from '../core/language.ts'
import { instantToLocal } from '../core/time/instant.ts'
import type { LocalTime } from '../core/time/local-time.ts'
import { languageRoot } from '../core/urls.ts'
import type { Markup } from '../pages/html-template.ts'
import type { HtmlPage, PageContext } from '../pages/page-context.ts'
import { formatDate } from '../pages/page-dates.ts'
import type { AdminWords, NoticeName } from './words/en.ts'
import { adminWordsInLanguage } from './words/index.ts'

/** The request and the settings that all parts of an admin page use. */
export interface AdminContext {
  /** The same values as for a request of the API: database, caller, language, site settings, time. */
  scope: WriteScope
  words: AdminWords
  /** The session of the user; undefined when no user is signed in. */
  session: Session | undefined
  /** The token that every form of the session contains; empty without a session. */
  formToken: string
  /** Path of the page below `/admin`, such as `/me/password`; the navigation marks the entry with this path. */
  path: string
  /** Whether the server sends mail. If not, pages must not offer to send any. */
  canSendMail: boolean
  /** Name of the identity provider with which users can sign in; undefined if there is none. */
  identityProviderName: string | undefined
  /** Message about the previous request, e.g. "Saved", which only the next page shows. */
  notice: Notice | undefined
  /** The URL path of a file of `assets`, or of a module of the text editor. */
  assetPath(name: string): string
}

/** A message about the request that led to this page. */
export interface Notice {
  name: NoticeName
  /** Id of the request whose writes the message offers to undo; undefined if they cannot be undone. */
  batch?: string | undefined
}

/** An admin page, from which `renderAdminDocument` creates the HTML document. */
export interface AdminPage {
  /** HTTP status; 200 if undefined. */
  status?: number
  title: string
  /** Content of the `<main>` element below the heading with the title. */
  main: Markup
  /** Names of scripts of `src/admin/assets` that only this page needs. */
  scripts?: readonly string[]
  /** The token of a new session, to be sent as a cookie; undefined if no session has started. */
  sessionToken?: string
  /**
   * Value of the cookie for a sign-in with the identity provider; undefined if the browser's cookie must not change.
   */
  signInCookie?: string
}

/** A redirect to another admin page after a POST, with status 303. */
export interface AdminRedirect {
  /** Path on this site, with the language prefix, or the address of the identity provider. */
  redirect: string
  /** Message that the next page shows. */
  notice?: NoticeName
  /** Whether the message has a button that undoes the writes of the request. */
  canUndo?: boolean
  /**
   * The token of a new session, to be sent as a cookie. Empty if the session has ended, so that the cookie is deleted.
   * Undefined if the cookie must not change.
   */
  sessionToken?: string
  /**
   * Value of the cookie for a sign-in with the identity provider. Empty if the sign-in has ended, so that the cookie is
   * deleted. Undefined if the cookie must not change.
   */
  signInCookie?: string
}

/** A response with JSON, for the script of an admin page. */
export interface AdminData {
  json: object
}

/** A response with a file, such as a picture, that only signed-in users may see. */
export interface AdminFile {
  bytes: Buffer
  /** Media type of the file, for the header `Content-Type`. */
  type: string
  /** Entity tag of the file, in quotes. */
  tag: string
}

/**
 * A public page as the response to a request below `/admin`: users who may edit a record can see its page before it is
 * published.
 */
export interface AdminPreview {
  visit: PageContext
  page: HtmlPage
}

export type AdminResponse = AdminPage | AdminRedirect | AdminData | AdminFile | AdminPreview

/** Whether a path of `adminPath` belongs to a page for the public, which is at `/submit` and not below `/admin`. */
export const isPublicSubmissionPath = (path: string) => /^\/submit(\/|$)/.test(path)

/** The path of an admin page with the language prefix. @param path path below `/admin`, which begins with a slash, or below `/submit` */
export const adminPath = ({ scope }: Pick<AdminContext, 'scope'>, path: string, language: Language = scope.language) =>
  `${languageRoot(language, scope.languages)}${isPublicSubmissionPath(path) ? '' : '/admin'}${path}`

/** The path of the front page of the calendar. */
export const calendarFrontPagePath = ({ scope }: Pick<AdminContext, 'scope'>) =>
  `${languageRoot(scope.language, scope.languages)}/`

export function createAdminContext(scope: WriteScope, request: Omit<AdminContext, 'scope' | 'words'>): AdminContext {
  return { ...request, scope, words: adminWordsInLanguage(scope.language) }
}

/** Formats a time in the language of the page and the time zone of the site: `21 November 2026, 14:05`. @param time UTC seconds */
export const formatAdminTime = (context: AdminContext, time: number): string =>
  formatAdminLocalTime(context, instantToLocal(time, context.scope.site.timezone))

/** Formats a local time in the language of the page: `21 November 2026, 14:05`. */
export const formatAdminLocalTime = ({ scope }: AdminContext, local: LocalTime): string =>
  `${formatDate(scope.language, 'date', local)}, ${formatDate(scope.language, 'time', local, scope.site.clock)}`

/** The context of a page that only signed-in users can open. */
export interface SignedInContext extends AdminContext {
  session: Session
}
