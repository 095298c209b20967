import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import {
  addPasskey,
  consumePasskeyChallenge,
  createPasskeyChallenge,
  findPasskey,
  listPasskeys,
  type Passkey,
  recordPasskeyUse,
  removePasskey,
} from '../../../accounts/passkey-store.ts'
import { type AdminContext, adminPath, type SignedInContext } from '../../../admin/admin-context.ts'
import { createUnsentFormState, parseAdminForm } from '../../../admin/forms/admin-form.ts'
import { passkeysPage } from '../../../admin/views/passkeys-page.ts'
import { signInPage } from '../../../admin/views/sign-in-pages.ts'
import { insertAuditEntry } from '../../../collections/insert-audit-entries.ts'
import { CalendarError } from '../../../core/errors.ts'
import { parseId, requiredTextField, Type } from '../../../core/schema/field-types.ts'
import { createParameterSet } from '../../../core/schema/parameter-set.ts'
import type { Transaction } from '../../../db/database.ts'
import type { AdminHandler, AdminVisit } from '../admin-handler.ts'
import { parseSafeReturnPath } from '../check-same-origin.ts'
import { parseInterruptedFormToResend, startSessionAndRedirect } from './sign-in-pages.ts'

type Visit = AdminVisit<AdminContext>

/**
 * The signature algorithms EdDSA, ES256 and RS256 by their COSE numbers, which authenticators use. Without this list,
 * the library would also offer experimental algorithms of Node.
 */
const ALGORITHMS = [-8, -7, -257]

/** The relying party (WebAuthn, 4): the host of this site. */
const relyingParty = ({ request }: Pick<Visit, 'request'>) => new URL(request.origin).hostname

const bytesOf = (base64url: string) => new Uint8Array(Buffer.from(base64url, 'base64url'))
const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const transportsOf = ({ transports }: Passkey) => transports.split(',').filter(Boolean)

/** Creates a challenge as bytes. The library accepts text too, but would encode the text a second time. */
const newChallenge = async ({ context: { scope } }: Visit) =>
  bytesOf(await scope.db.transaction((tx) => createPasskeyChallenge(tx, scope.now)))

const consume =
  ({ context: { scope } }: Visit) =>
  (challenge: string) =>
    scope.db.transaction((tx) => consumePasskeyChallenge(tx, challenge, scope.now))

/**
 * Parses the response of the browser and verifies it.
 * @returns undefined if it is not valid
 */
async function verified<Response, Result>(
  sent: unknown,
  verify: (response: Response) => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await verify(JSON.parse(String(sent)) as Response)
  } catch (error) {
    // The library throws an `Error` for each rule of WebAuthn that a response violates, so such a response is invalid.
    if (error instanceof CalendarError) throw error
    return undefined
  }
}

/** Returns the WebAuthn options for signing in with any passkey of this site, as JSON. */
export const passkeySignInOptionsHandler: AdminHandler<AdminContext> = {
  async submit(visit) {
    const challenge = await newChallenge(visit)
    const rpID = relyingParty(visit)
    return { json: await generateAuthenticationOptions({ rpID, challenge, userVerification: 'required' }) }
  },
}

/** Signs a user in with a passkey: verifies the response of the browser, and starts a session. */
export const passkeySignInHandler: AdminHandler<AdminContext> = {
  async submit(visit) {
    const { context, request, sent } = visit
    const { scope, words } = context
    const to = parseSafeReturnPath(sent.to, request.origin)
    const resent = parseInterruptedFormToResend(visit)
    const found = await verified(sent.passkey, async (response: Assertion) => {
      const passkey = await findPasskey(scope.db, String(response.id))
      if (!passkey) return undefined
      const { verified: isValid, authenticationInfo } = await verifyAuthenticationResponse({
        response,
        expectedChallenge: consume(visit),
        expectedOrigin: request.origin,
        expectedRPID: relyingParty(visit),
        credential: {
          id: passkey.credential_id,
          publicKey: bytesOf(passkey.public_key),
          counter: Number(passkey.counter),
        },
        requireUserVerification: true,
      })
      return isValid ? { passkey, counter: authenticationInfo.newCounter } : undefined
    })
    if (!found) {
      const problems = [{ name: 'login', message: words.passkeys.failed }]
      return signInPage(context, { texts: {}, problems }, to ?? '', resent)
    }
    await scope.db.transaction((tx) => recordPasskeyUse(tx, found.passkey.id, found.counter, scope.now))
    return startSessionAndRedirect(visit, found.passkey.account_id, to, resent)
  },
}

type Assertion = Parameters<typeof verifyAuthenticationResponse>[0]['response']
type Attestation = Parameters<typeof verifyRegistrationResponse>[0]['response']

const PARAMETERS = createParameterSet(Type.Object({ name: requiredTextField({ maxLength: 200 }) }))

const ownPasskeys = ({ scope, session }: SignedInContext) => listPasskeys(scope.db, session.account_id)

/** Returns the WebAuthn options for creating a passkey of the signed-in user, as JSON. */
export const passkeyCreationOptionsHandler: AdminHandler = {
  async submit(visit) {
    const { session, scope } = visit.context
    const passkeys = await ownPasskeys(visit.context)
    const options = await generateRegistrationOptions({
      rpName: scope.site.title,
      rpID: relyingParty(visit),
      userName: session.login,
      userDisplayName: session.display_name,
      userID: new TextEncoder().encode(String(session.account_id)),
      challenge: await newChallenge(visit),
      excludeCredentials: passkeys.map((passkey) => ({ id: passkey.credential_id, transports: transportsOf(passkey) })),
      supportedAlgorithmIDs: ALGORITHMS,
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    return { json: options }
  },
}

/** The page on which users manage the passkeys of their own account. */
export const passkeysHandler: AdminHandler = {
  show: async ({ context }) => passkeysPage(context, await ownPasskeys(context), createUnsentFormState()),
  async submit(visit) {
    const { context, request, sent } = visit
    const { scope, session, words } = context
    const { values, form } = parseAdminForm(context, PARAMETERS, sent, words.secrets)
    if (form) return passkeysPage(context, await ownPasskeys(context), form)
    const created = await verified(sent.passkey, (response: Attestation) =>
      verifyRegistrationResponse({
        response,
        expectedChallenge: consume(visit),
        expectedOrigin: request.origin,
        expectedRPID: relyingParty(visit),
        requireUserVerification: true,
        supportedAlgorithmIDs: ALGORITHMS,
      }),
    )
    const credential = created?.registrationInfo?.credential
    const isAdded =
      credential !== undefined &&
      (await scope.db.transaction(async (tx) => {
        const passkey = {
          account_id: session.account_id,
          credential_id: credential.id,
          public_key: textOf(credential.publicKey),
          counter: credential.counter,
          transports: (credential.transports ?? []).join(),
          name: values.name,
        }
        if (!(await addPasskey(tx, passkey, scope.now))) return false
        addAuditEntry(tx, context)
        return true
      }))
    if (isAdded) return { redirect: adminPath(context, '/me/passkeys'), notice: 'saved' }
    const problems = [{ name: 'name', message: words.passkeys.failed }]
    return passkeysPage(context, await ownPasskeys(context), { texts: { name: values.name }, problems })
  },
}

export const removePasskeyHandler: AdminHandler = {
  async submit({ context, request }) {
    const { scope, session } = context
    const id = parseId((request.params as { id: string }).id)
    const passkey = (await ownPasskeys(context)).find((one) => one.id === id)
    if (!passkey) throw new CalendarError('rest_no_route')
    await scope.db.transaction(async (tx) => {
      if (await removePasskey(tx, session.account_id, passkey.id)) addAuditEntry(tx, context)
    })
    return { redirect: adminPath(context, '/me/passkeys'), notice: 'revoked' }
  },
}

const addAuditEntry = (db: Transaction, { scope, session }: SignedInContext) =>
  insertAuditEntry(
    { ...scope, db },
    { action: 'updated', collection: 'users', id: session.account_id, title: session.login, fields: ['passkeys'] },
  )
