import type { FastifyRequest } from 'fastify'
import type { IdentityProviderSettings } from '../../accounts/identity-provider-client.ts'
import type { Credentials } from '../../accounts/verify-credentials.ts'
import type { AdminContext, AdminResponse, SignedInContext } from '../../admin/admin-context.ts'
import type { Right } from '../../core/caller.ts'
import type { SentParameters } from '../../core/schema/sent-parameters.ts'
import type { PictureSizeCache } from '../../media/picture-size-cache.ts'
import type { PageAssets } from '../../pages/render-page-document.ts'
import type { FailedLoginLimit } from '../request/authentication.ts'
import type { Services } from '../request/create-request-scope.ts'

/** The data and functions that admin pages use, created once per server. */
export interface AdminServices {
  services: Services
  credentials: Credentials
  failedLogins: FailedLoginLimit
  /** Number of trusted proxies in front of the server. */
  proxyCount: number
  /** The identity provider with which users sign in; undefined if there is none. */
  identityProvider: IdentityProviderSettings | undefined
  /** The cache of resized pictures. */
  sizes: PictureSizeCache
  /** Folder of the files that users upload for imports. */
  uploads: string
  /** URL paths of the files that admin pages share with all other pages. */
  files: PageAssets
}

/**
 * A request to an admin page that may be handled: the user has the right, and a POST comes from a form of this session.
 */
export interface AdminVisit<Context extends AdminContext = SignedInContext> extends AdminServices {
  context: Context
  request: FastifyRequest
  /** Fields of the form of a POST, query parameters of a GET. */
  sent: SentParameters
}

/** The texts of a field that a form sends any number of times, as `name[]`. */
export const valuesOfRepeatedFormField = (sent: SentParameters, name: string): string[] =>
  [sent[name] ?? []].flat().filter((text): text is string => typeof text === 'string')

/** The page of a list that a request names; the first one unless it is a number. */
export const parseListPage = ({ page }: SentParameters): number =>
  Math.min(Math.max(Number.parseInt(String(page), 10) || 1, 1), 100_000)

/** The functions of an admin page: `show` handles GET, `submit` POST. */
export interface AdminHandler<Context extends AdminContext = SignedInContext> {
  show?(visit: AdminVisit<Context>): Promise<AdminResponse> | AdminResponse
  submit?(visit: AdminVisit<Context>): Promise<AdminResponse> | AdminResponse
}

interface Address {
  /** Path below `/admin`, with variables as in Fastify: `/me/sessions/:id/end`. */
  path: string
  methods: readonly ('GET' | 'POST')[]
}

/** An admin page, or a form of one. Its module is imported at the first request. */
export type AdminRoute =
  | (Address & {
      access: 'anyone'
      /**
       * Whether a request may upload a picture, as the field `file`. Called before the body is read. If undefined,
       * files are discarded.
       */
      mayUpload?(services: AdminServices, request: FastifyRequest): Promise<boolean>
      load(): Promise<AdminHandler<AdminContext>>
    })
  | (Address & {
      /** Who may open the page or send the form: every signed-in user (`account`), or only users with a right. */
      access: 'account' | Right
      /**
       * Whether the user must have given the password in the last ten minutes, because the page changes credentials.
       */
      needsProof?: boolean
      /** Whether a form of the page uploads a picture, as the field `file`. */
      takesFile?: boolean
      /** Whether a form of the page uploads a file of any type as the field `file`, which is written to a folder. */
      takesImport?: boolean
      load(): Promise<AdminHandler>
    })
