import type { FastifyReply, FastifyRequest } from 'fastify'
import { isReauthenticationRecent } from '../../accounts/session-store.ts'
import {
  type AdminContext,
  type AdminFile,
  type AdminPage,
  type AdminPreview,
  type AdminRedirect,
  type AdminResponse,
  adminPath,
  createAdminContext,
  type Notice,
  type SignedInContext,
} from '../../admin/admin-context.ts'
import { createUnsentFormState, TOKEN_FIELD } from '../../admin/forms/admin-form.ts'
import { type FormToResend, listFormFieldsAsBrowserSendsThem } from '../../admin/forms/form-to-resend.ts'
import { renderAdminDocument } from '../../admin/render-admin-document.ts'
import { adminErrorPage, refusedPostRequestPage } from '../../admin/views/admin-error-page.ts'
import { reauthenticationPage } from '../../admin/views/own-account-page.ts'
import { resendFormPage } from '../../admin/views/resend-form-page.ts'
import { signInPage } from '../../admin/views/sign-in-pages.ts'
import type { NoticeName } from '../../admin/words/en.ts'
import { adminWordsInLanguage } from '../../admin/words/index.ts'
import { hasRight } from '../../core/caller.ts'
import { type CalendarError, missingRightError, Problems } from '../../core/errors.ts'
import { cspSourcesOfPictureHosts } from '../../core/picture-hosts.ts'
import type { SentParameters } from '../../core/schema/sent-parameters.ts'
import { appendQueryToUrl } from '../../core/urls.ts'
import { type PageAssets, renderPageDocument } from '../../pages/render-page-document.ts'
import { createRequestScope } from '../request/create-request-scope.ts'
import { matchIfNoneMatchHeader } from '../response/entity-tag.ts'
import { sendJson } from '../response/send-json.ts'
import { setPageHeaders } from '../site/page-headers.ts'
import { adminAssetPath } from './admin-asset-files.ts'
import { readAdminCookie, setAdminCookie, setSessionCookies } from './admin-cookies.ts'
import type { AdminHandler, AdminRoute, AdminServices, AdminVisit } from './admin-handler.ts'
import { areSecretsEqual, isSameOriginRequest } from './check-same-origin.ts'
import { pathBelowAdmin } from './find-admin-route.ts'

/**
 * Handles a request to an admin page: checks where a POST comes from, the session, the right of the user and the token
 * of the form, in this order; then shows the page or submits the form.
 */
export async function respondToAdminRequest(
  services: AdminServices,
  route: AdminRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const context = await createContext(services, request)
  return send(services, request, reply, context, await respondTo(services, route, request, context))
}

async function respondTo(
  services: AdminServices,
  route: AdminRoute,
  request: FastifyRequest,
  context: AdminContext,
): Promise<AdminResponse> {
  const isPost = request.method === 'POST'
  if (isPost && !isSameOriginRequest(request)) return refusedPostRequestPage(context, context.words.problem.foreign)
  const sent = ((isPost ? request.body : request.query) ?? {}) as SentParameters
  const visit = { ...services, context, request, sent }
  if (route.access === 'anyone') return run(await route.load(), visit, isPost)
  const path = adminPath(context, context.path)
  const resent = isPost ? { path, fields: listFormFieldsAsBrowserSendsThem(sent) } : undefined
  if (!isSignedIn(context)) return signInFirst(context, resent)
  if (route.access !== 'account' && !hasRight(context.scope.caller, route.access)) {
    throw missingRightError(context.scope.caller, route.access)
  }
  // The form comes from this site but has the token of another session: the user has signed in again since.
  if (resent && !areSecretsEqual(sent[TOKEN_FIELD], context.formToken)) {
    return { ...resendFormPage(context, resent), status: 403 }
  }
  if (route.needsProof && !isReauthenticationRecent(context.session, context.scope.now)) {
    return reauthenticationPage(context, { to: path, resent }, createUnsentFormState(), 403)
  }
  return run(await route.load(), { ...visit, context }, isPost)
}

function run<Context extends AdminContext>(
  handler: AdminHandler<Context>,
  visit: AdminVisit<Context>,
  isPost: boolean,
) {
  const handle = isPost ? handler.submit : handler.show
  if (!handle) throw new Error(`the handler of ${visit.context.path} lacks a method of its route`)
  return handle(visit)
}

const isSignedIn = (context: AdminContext): context is SignedInContext => context.session !== undefined

/** Redirects to the sign-in page, which leads back to the requested page, or to the form that was sent. */
const signInFirst = (context: AdminContext, resent: FormToResend | undefined): AdminResponse =>
  resent
    ? signInPage(context, createUnsentFormState(), '', resent)
    : { redirect: appendQueryToUrl(adminPath(context, '/sign-in'), { to: adminPath(context, context.path) }) }

async function createContext(
  { services, identityProvider }: AdminServices,
  request: FastifyRequest,
): Promise<AdminContext> {
  const scope = await createRequestScope(services, request, {}, new Problems())
  return createAdminContext(
    { ...scope, isAdminPage: true },
    {
      session: request.session,
      formToken: request.session?.formToken ?? '',
      canSendMail: services.canSendMail,
      identityProviderName: identityProvider?.name,
      path: pathBelowAdmin(request.raw),
      notice: parseNotice(readAdminCookie(request, 'notice')),
      assetPath: adminAssetPath,
    },
  )
}

/**
 * Parses the cookie `notice`: the name of a message and, after a dot, the id of the request if its writes can be
 * undone.
 */
function parseNotice(cookie = ''): Notice | undefined {
  const [, name = '', batch] = /^(\w+)(?:\.([\w-]+))?$/.exec(cookie) ?? []
  return isNotice(name) ? { name, batch } : undefined
}

const isNotice = (name: string): name is NoticeName => Object.hasOwn(adminWordsInLanguage('en').notices, name)

/** Sends an error as an admin page, with the status of the error. */
export async function sendErrorAsAdminPage(
  services: AdminServices,
  request: FastifyRequest,
  reply: FastifyReply,
  error: CalendarError,
): Promise<FastifyReply> {
  const context = await createContext(services, request)
  return send(services, request, reply, context, adminErrorPage(context, error))
}

function send(
  { files }: AdminServices,
  request: FastifyRequest,
  reply: FastifyReply,
  context: AdminContext,
  response: AdminResponse,
): FastifyReply {
  reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'same-origin', 'x-robots-tag': 'noindex' })
  if ('json' in response) return sendJson(reply, response.json)
  if ('bytes' in response) return sendFile(request, reply, response)
  if ('redirect' in response) return sendRedirect(request, reply, response)
  if ('visit' in response) return sendPreview(request, reply, response, files)
  if (context.notice) setAdminCookie(request, reply, 'notice', '')
  if (response.sessionToken) setSessionCookies(request, reply, response.sessionToken)
  if (response.signInCookie !== undefined) setAdminCookie(request, reply, 'oidc', response.signInCookie)
  reply.headers({ 'content-language': context.scope.language, 'content-security-policy': policyOf(context) })
  const styles = [files.style, adminAssetPath('admin.css')]
  const scripts = ['admin.js', 'passkeys.js', 'unsaved-changes.js', ...(response.scripts ?? [])].map(adminAssetPath)
  const assets = { ...files, styles, scripts }
  return sendPage(reply, response, renderAdminDocument(context, response, assets))
}

const sendPage = (reply: FastifyReply, { status = 200 }: Pick<AdminPage, 'status'>, document: string): FastifyReply =>
  reply.code(status).type('text/html; charset=utf-8').send(document)

function sendRedirect(
  request: FastifyRequest,
  reply: FastifyReply,
  { redirect, notice, canUndo, sessionToken, signInCookie }: AdminRedirect,
): FastifyReply {
  if (notice) setAdminCookie(request, reply, 'notice', canUndo ? `${notice}.${request.id}` : notice)
  if (sessionToken !== undefined) setSessionCookies(request, reply, sessionToken)
  if (signInCookie !== undefined) setAdminCookie(request, reply, 'oidc', signInCookie)
  return reply.code(303).header('location', redirect).type('text/plain; charset=utf-8').send('')
}

function sendPreview(
  request: FastifyRequest,
  reply: FastifyReply,
  { visit, page }: AdminPreview,
  files: PageAssets,
): FastifyReply {
  setPageHeaders(request, reply, visit, page)
  return sendPage(reply, page, renderPageDocument(visit, page, files))
}

function sendFile({ headers }: FastifyRequest, reply: FastifyReply, { bytes, type, tag }: AdminFile): FastifyReply {
  const policy = "default-src 'none'"
  reply.headers({ 'cache-control': 'private, no-cache', 'content-security-policy': policy, etag: tag })
  return matchIfNoneMatchHeader(headers['if-none-match'], [tag]) ? reply.code(304).send() : reply.type(type).send(bytes)
}

/**
 * Content security policy of admin pages: they load files of this site, and pictures also of the hosts in the setting
 * `picture_hosts`; they run no inline script, and cannot be framed.
 */
const policyOf = ({ scope: { site, urls } }: AdminContext) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    `img-src 'self' data: ${urls.origins.join(' ')}${cspSourcesOfPictureHosts(site.picture_hosts)}`,
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
