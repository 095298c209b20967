import type { AdminRoute } from './admin-handler.ts'
import { importPages } from './importing/import-page-routes.ts'
import { mediaPageRoutes } from './picture-page-routes.ts'
import { recordPageRoutes } from './records/record-page-routes.ts'
import { sourcePages } from './sources/source-page-routes.ts'
import { submissionPages } from './submissions/submission-page-routes.ts'

const signIn = () => import('./pages/sign-in-pages.ts')
const oidc = () => import('./pages/identity-provider-sign-in.ts')
const me = () => import('./pages/own-account-pages.ts')
const secrets = () => import('./pages/token-and-application-password-pages.ts')
const users = () => import('./pages/user-pages.ts')
const passkeys = () => import('./pages/passkey-pages.ts')

/** The routes of all admin pages. docs/adding-an-admin-page.md explains how to add one. */
export const ADMIN_ROUTES: readonly AdminRoute[] = [
  {
    path: '/',
    methods: ['GET'],
    access: 'account',
    load: async () => (await import('./pages/start-page.ts')).startPageHandler,
  },
  ...recordPageRoutes,
  ...submissionPages,
  ...mediaPageRoutes,
  ...sourcePages,
  ...importPages,
  { path: '/sign-in', methods: ['GET', 'POST'], access: 'anyone', load: async () => (await signIn()).signInHandler },
  {
    path: '/sign-in/forgotten',
    methods: ['GET', 'POST'],
    access: 'anyone',
    load: async () => (await import('./pages/forgotten-password-pages.ts')).forgottenPasswordHandler,
  },
  {
    path: '/sign-in/link/:token',
    methods: ['GET', 'POST'],
    access: 'anyone',
    load: async () => (await signIn()).passwordLinkHandler,
  },
  {
    path: '/sign-in/oidc',
    methods: ['GET'],
    access: 'anyone',
    load: async () => (await oidc()).identityProviderSignInHandler,
  },
  {
    path: '/sign-in/oidc/back',
    methods: ['GET'],
    access: 'anyone',
    load: async () => (await oidc()).identityProviderReturnHandler,
  },
  { path: '/sign-out', methods: ['POST'], access: 'account', load: async () => (await signIn()).signOutHandler },
  {
    path: '/edit-links',
    methods: ['GET'],
    access: 'account',
    load: async () => (await import('./pages/edit-links-of-public-page.ts')).editLinksOfPublicPageHandler,
  },
  {
    path: '/trash',
    methods: ['GET', 'POST'],
    access: 'posts:create',
    load: async () => (await import('./pages/trash-page.ts')).trashPageHandler,
  },
  {
    path: '/undo/:batch',
    methods: ['POST'],
    access: 'posts:create',
    load: async () => (await import('./records/undo-batch-page.ts')).undoBatchHandler,
  },
  { path: '/me', methods: ['GET', 'POST'], access: 'account', load: async () => (await me()).ownAccountHandler },
  {
    path: '/me/password',
    methods: ['GET', 'POST'],
    access: 'account',
    needsProof: true,
    load: async () => (await me()).changePasswordHandler,
  },
  {
    path: '/me/proof',
    methods: ['GET', 'POST'],
    access: 'account',
    load: async () => (await me()).reauthenticationHandler,
  },
  {
    path: '/me/sessions/:id/end',
    methods: ['POST'],
    access: 'account',
    load: async () => (await me()).endSessionHandler,
  },
  {
    path: '/me/sessions/end-others',
    methods: ['POST'],
    access: 'account',
    load: async () => (await me()).endOtherSessionsHandler,
  },
  ...(['application-passwords', 'tokens'] as const).flatMap((kind): AdminRoute[] => [
    {
      path: `/me/${kind}`,
      methods: ['GET', 'POST'],
      access: 'account',
      needsProof: true,
      load: async () => (await secrets()).createTokenAndApplicationPasswordHandlers(kind).list,
    },
    {
      path: `/me/${kind}/:id/revoke`,
      methods: ['POST'],
      access: 'account',
      load: async () => (await secrets()).createTokenAndApplicationPasswordHandlers(kind).revoke,
    },
  ]),
  { path: '/users', methods: ['GET'], access: 'users:list', load: async () => (await users()).userListHandler },
  {
    path: '/users/new',
    methods: ['GET', 'POST'],
    access: 'users:write',
    needsProof: true,
    load: async () => (await users()).inviteUserHandler,
  },
  {
    path: '/users/:id',
    methods: ['GET', 'POST'],
    access: 'users:write',
    needsProof: true,
    load: async () => (await users()).editUserHandler,
  },
  {
    path: '/users/:id/link',
    methods: ['POST'],
    access: 'users:write',
    needsProof: true,
    load: async () => (await users()).createPasswordLinkHandler,
  },
  ...(['disable', 'enable', 'end-sessions'] as const).map(
    (action): AdminRoute => ({
      path: `/users/:id/${action}`,
      methods: ['POST'],
      access: 'users:write',
      load: async () => (await users()).userActionHandlers[action],
    }),
  ),
  {
    path: '/settings',
    methods: ['GET', 'POST'],
    access: 'settings:write',
    load: async () => (await import('./pages/settings-pages.ts')).settingsHandler,
  },
  {
    path: '/settings/appearance',
    methods: ['GET', 'POST'],
    access: 'settings:write',
    load: async () => (await import('./pages/settings-pages.ts')).appearanceHandler,
  },
  {
    path: '/settings/appearance/logo',
    methods: ['POST'],
    access: 'settings:write',
    takesFile: true,
    load: async () => (await import('./pages/settings-pages.ts')).uploadLogoHandler,
  },
  {
    path: '/audit',
    methods: ['GET'],
    access: 'audit:read',
    load: async () => (await import('./pages/audit-page.ts')).auditHandler,
  },
  {
    path: '/sign-in/passkey/options',
    methods: ['POST'],
    access: 'anyone',
    load: async () => (await passkeys()).passkeySignInOptionsHandler,
  },
  {
    path: '/sign-in/passkey',
    methods: ['POST'],
    access: 'anyone',
    load: async () => (await passkeys()).passkeySignInHandler,
  },
  {
    path: '/me/passkeys',
    methods: ['GET', 'POST'],
    access: 'account',
    needsProof: true,
    load: async () => (await passkeys()).passkeysHandler,
  },
  {
    path: '/me/passkeys/options',
    methods: ['POST'],
    access: 'account',
    needsProof: true,
    load: async () => (await passkeys()).passkeyCreationOptionsHandler,
  },
  {
    path: '/me/passkeys/:id/remove',
    methods: ['POST'],
    access: 'account',
    load: async () => (await passkeys()).removePasskeyHandler,
  },
]
