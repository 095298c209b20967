import type { FastifyInstance } from 'fastify'

/** Nothing of an answer that is no page may run, load or be framed, should a browser ever show it as one. */
const NOTHING = "default-src 'none'; frame-ancestors 'none'"

/** Of every answer, also of those that are made in front of the router. */
export const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': NOTHING,
  'referrer-policy': 'strict-origin-when-cross-origin',
}

/** What a calendar has no use for; a page, and what it frames, cannot ask for it. */
const UNUSED = ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'serial', 'bluetooth', 'display-capture']
const PERMISSIONS = UNUSED.map((name) => `${name}=()`).join(', ')

/**
 * What every answer tells browsers (OWASP, HTTP headers), unless its route says something of its own: pages and the
 * reference have policies that let them load their files. Call before the hooks that send.
 */
export function registerSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const isPage = String(reply.getHeader('content-type')).startsWith('text/html')
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) say(name, value)
    if (isPage) {
      say('permissions-policy', PERMISSIONS)
      say('cross-origin-opener-policy', 'same-origin')
    } else {
      // The API, its feeds and pictures are there for pages of any origin.
      say('cross-origin-resource-policy', 'cross-origin')
    }
    if (request.hasPrivateResponse) say('cache-control', 'no-cache, must-revalidate, max-age=0, no-store, private')
    return payload

    function say(name: string, value: string): void {
      if (!reply.hasHeader(name)) reply.header(name, value)
    }
  })
}
