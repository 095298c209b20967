import type { AdminRoute } from './handler.ts'
import { mediaPages } from './media-routes.ts'
import { recordRoutes } from './records/routes.ts'

const signIn = () => import('./pages/sign-in.ts')
const me = () => import('./pages/me.ts')
const secrets = () => import('./pages/secrets.ts')
const users = () => import('./pages/users.ts')
const passkeys = () => import('./pages/passkeys.ts')

/** All admin pages. docs/adding-an-admin-page.md explains how to add one. */
export const ADMIN_ROUTES: readonly AdminRoute[] = [
  { path: '/', methods: ['GET'], access: 'account', load: async () => (await me()).start },
  ...recordRoutes,
  ...mediaPages,
  { path: '/sign-in', methods: ['GET', 'POST'], access: 'anyone', load: async () => (await signIn()).signIn },
  {
    path: '/sign-in/forgotten',
    methods: ['GET', 'POST'],
    access: 'anyone',
    load: async () => (await import('./pages/forgotten.ts')).forgotten,
  },
  { path: '/sign-in/link/:token', methods: ['GET', 'POST'], access: 'anyone', load: async () => (await signIn()).link },
  { path: '/sign-out', methods: ['POST'], access: 'account', load: async () => (await signIn()).signOut },
  { path: '/me', methods: ['GET', 'POST'], access: 'account', load: async () => (await me()).account },
  {
    path: '/me/password',
    methods: ['GET', 'POST'],
    access: 'account',
    needsProof: true,
    load: async () => (await me()).password,
  },
  { path: '/me/proof', methods: ['GET', 'POST'], access: 'account', load: async () => (await me()).proof },
  {
    path: '/me/sessions/:id/end',
    methods: ['POST'],
    access: 'account',
    load: async () => (await me()).endOneSession,
  },
  {
    path: '/me/sessions/end-others',
    methods: ['POST'],
    access: 'account',
    load: async () => (await me()).endOtherSessions,
  },
  ...(['application-passwords', 'tokens'] as const).flatMap((kind): AdminRoute[] => [
    {
      path: `/me/${kind}`,
      methods: ['GET', 'POST'],
      access: 'account',
      needsProof: true,
      load: async () => (await secrets()).secretHandlers(kind).list,
    },
    {
      path: `/me/${kind}/:id/revoke`,
      methods: ['POST'],
      access: 'account',
      load: async () => (await secrets()).secretHandlers(kind).revoke,
    },
  ]),
  { path: '/users', methods: ['GET'], access: 'users:list', load: async () => (await users()).list },
  {
    path: '/users/new',
    methods: ['GET', 'POST'],
    access: 'users:write',
    needsProof: true,
    load: async () => (await users()).invite,
  },
  {
    path: '/users/:id',
    methods: ['GET', 'POST'],
    access: 'users:write',
    needsProof: true,
    load: async () => (await users()).edit,
  },
  {
    path: '/users/:id/link',
    methods: ['POST'],
    access: 'users:write',
    needsProof: true,
    load: async () => (await users()).link,
  },
  ...(['disable', 'enable', 'end-sessions'] as const).map(
    (action): AdminRoute => ({
      path: `/users/:id/${action}`,
      methods: ['POST'],
      access: 'users:write',
      load: async () => (await users()).actions[action],
    }),
  ),
  {
    path: '/settings',
    methods: ['GET', 'POST'],
    access: 'settings:write',
    load: async () => (await import('./pages/settings.ts')).settings,
  },
  {
    path: '/audit',
    methods: ['GET'],
    access: 'audit:read',
    load: async () => (await import('./pages/audit.ts')).audit,
  },
  {
    path: '/sign-in/passkey/options',
    methods: ['POST'],
    access: 'anyone',
    load: async () => (await passkeys()).signInOptions,
  },
  { path: '/sign-in/passkey', methods: ['POST'], access: 'anyone', load: async () => (await passkeys()).signIn },
  {
    path: '/me/passkeys',
    methods: ['GET', 'POST'],
    access: 'account',
    needsProof: true,
    load: async () => (await passkeys()).list,
  },
  {
    path: '/me/passkeys/options',
    methods: ['POST'],
    access: 'account',
    needsProof: true,
    load: async () => (await passkeys()).creationOptions,
  },
  {
    path: '/me/passkeys/:id/remove',
    methods: ['POST'],
    access: 'account',
    load: async () => (await passkeys()).remove,
  },
]
