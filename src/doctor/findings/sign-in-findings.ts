import type { DoctorFinding } from './doctor-finding.ts'

/** Facts about signing in, the input of `createSignInFindings`. */
export interface SignInFacts {
  /**
   * The reason why the identity provider of OIDC_ISSUER cannot be used; undefined if it can, or if no identity provider
   * is configured.
   */
  providerProblem: string | undefined
}

export const createSignInFindings = ({ providerProblem }: SignInFacts): DoctorFinding[] =>
  providerProblem === undefined
    ? []
    : [
        {
          code: 'identity_provider_unusable',
          severity: 'wrong',
          what: `The identity provider of OIDC_ISSUER cannot be used (${providerProblem}).`,
          why: 'Users can sign in with passwords and passkeys only.',
          fix: 'Check OIDC_ISSUER: the same address must be the "issuer" in /.well-known/openid-configuration below it.',
        },
      ]
