import type { FastifyInstance } from 'fastify'

/**
 * Content security policy for responses that are not HTML pages: if a browser displays one, it must not run scripts,
 * load files or be framed.
 */
const DENY_ALL_POLICY = "default-src 'none'; frame-ancestors 'none'"

/** Security headers of every response, including responses that are sent without the router. */
export const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': DENY_ALL_POLICY,
  'referrer-policy': 'strict-origin-when-cross-origin',
}

/**
 * Browser features that neither a page nor its frames may use (`Permissions-Policy`), because the calendar does not
 * need them. Chromium logs a warning on every page for a name that it does not support, such as `bluetooth`.
 */
const UNUSED_FEATURES = ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'serial', 'display-capture']
const PERMISSIONS_POLICY = UNUSED_FEATURES.map((name) => `${name}=()`).join(', ')

/**
 * Adds the security headers that OWASP recommends ("HTTP Headers" cheat sheet), unless the route has set its own: pages
 * and the API reference set a content security policy that lets them load their files. Call before registering the
 * hooks that send responses.
 */
export function registerSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const isPage = String(reply.getHeader('content-type')).startsWith('text/html')
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) setDefault(name, value)
    if (isPage) {
      setDefault('permissions-policy', PERMISSIONS_POLICY)
      setDefault('cross-origin-opener-policy', 'same-origin')
    } else {
      // Pages of any origin may embed API responses, feeds and pictures.
      setDefault('cross-origin-resource-policy', 'cross-origin')
    }
    if (request.hasPrivateResponse)
      setDefault('cache-control', 'no-cache, must-revalidate, max-age=0, no-store, private')
    return payload

    function setDefault(name: string, value: string): void {
      if (!reply.hasHeader(name)) reply.header(name, value)
    }
  })
}
