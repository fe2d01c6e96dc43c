import type { login } from '../../contract/login.ts'
import type { passkeys } from '../../contract/mfa.ts'
import { normalizeEmail } from '../../rules/email.ts'
import { optionalText } from '../call/read.ts'
import { badRequest, notFound } from '../call/refusal.ts'
import { type Limit, LOGIN_PER_NETWORK, takeNetworkTry } from '../domain/base/limits/limits.ts'
import { iso } from '../domain/base/wire/wire.ts'
import { withFactor } from '../domain/identity/access/factor-proof.ts'
import {
  assertFactorCounts,
  markMethodsOf,
  verifierOfPasskey,
  vouchedMark,
} from '../domain/identity/access/provider-credentials.ts'
import { assertMayEnroll } from '../domain/identity/access/recent-proof.ts'
import { reread, signIn } from '../domain/identity/access/sessions.ts'
import { addFactor, factorsOf, factsOf } from '../domain/identity/mfa/factors.ts'
import {
  assertedFactor,
  creationOptions,
  passkeyRefused,
  registeredCredential,
  requestOptions,
  shownCredentials,
} from '../domain/identity/mfa/webauthn.ts'
import { assertMayEnter } from '../domain/identity/sign-in/entry.ts'
import { joinByLink } from '../domain/identity/team/invite-link.ts'
import { byCookie, type Handlers, signedIn } from '../http/handler.ts'
import { auditFactorChange } from './factor-audit.ts'

const REGISTER = 'passkey-register'
export const PASSKEY_LOGIN = 'passkey-login'

/**
 * Every login page requests autofill options once, so an office that opens many pages must not use up its attempts to
 * sign in.
 */
const OPTIONS_PER_NETWORK: Limit = { name: 'passkey-options', tries: 3_000, windowMs: 900_000 }

/** Limits the passkeys of a user, so that no one can fill the store. */
const MAX_PASSKEYS = 20

const deviceTypeOf = (value: unknown): 'Platform' | 'CrossPlatform' => (value === 'Platform' ? value : 'CrossPlatform')

export const passkeysHandlers = {
  startDeviceRegistration: signedIn(async (call) => {
    const { ports, auth } = call
    await assertMayEnroll(call)
    const known = await factorsOf(ports.store, auth.user.id, ['passkey'])
    if (known.length >= MAX_PASSKEYS)
      throw badRequest('You’ve reached the maximum number of passkeys. Delete one first.').as('limit-reached')
    return { options: await creationOptions(ports, auth.user, { use: REGISTER, known, isPasskey: true }) }
  }),
  verifyDeviceRegistration: signedIn(async (call) => {
    const { ports, auth, body } = call
    await assertMayEnroll(call)
    const wanted = { use: REGISTER, userId: auth.user.id, isPasskey: true }
    const { id, publicKey, counter } = await registeredCredential(ports, body, wanted)
    const mark = await vouchedMark(ports, auth.session)
    const value = { publicKey, deviceType: deviceTypeOf(body.deviceType), ...mark }
    const factor = { kind: 'passkey', credentialId: id, counter, value } as const
    await addFactor(ports, auth.user.id, factor, auditFactorChange(call, 'Passkey added', 'Registered a passkey'))
    return {}
  }),
  listDevices: signedIn(async ({ ports, auth }) => {
    const factors = await factorsOf(ports.store, auth.user.id, ['passkey'])
    return {
      devices: factors.map((factor) => ({
        id: factor.id,
        deviceType: deviceTypeOf(factsOf(factor).deviceType),
        createdAt: iso(factor.createdAt),
      })),
    }
  }),
  deleteDevice: signedIn(async (call) => {
    const { ports, auth, path } = call
    await assertMayEnroll(call)
    await ports.store.transaction(async (store) => {
      const gone = await store.factors.delete({ id: path.deviceId, userId: auth.user.id, kind: 'passkey' })
      if (!gone) throw notFound("This passkey doesn't exist")
      await auditFactorChange(call, 'Passkey removed', 'Deleted a passkey')(store)
    })
    return {}
  }),
} satisfies Handlers<typeof passkeys>

export const passkeyLoginHandlers = {
  /** Unknown users also get a list, always the same one, so that the response doesn't reveal who has an account. */
  webauthnPreLogin: byCookie(async ({ ports, body, caller }) => {
    const userId = optionalText(body.userId, 'userId')
    const given = optionalText(body.email, 'email')
    const email = given === undefined ? undefined : (normalizeEmail(given) ?? '')
    const subject = userId ?? email
    const limit = subject === undefined ? OPTIONS_PER_NETWORK : LOGIN_PER_NETWORK
    await takeNetworkTry({ ports, caller }, limit)
    const options = { use: PASSKEY_LOGIN, isPasskey: true, userId: null }
    // No user is named, so the browser offers the passkeys it has for this site.
    if (subject === undefined) return { options: await requestOptions(ports, { ...options, ids: [] }) }
    const user = userId ? await ports.store.users.get(userId) : await ports.store.users.find({ email: email ?? '' })
    const factors = await factorsOf(ports.store, user?.id ?? '-', ['passkey'])
    const ids = await shownCredentials(ports, subject, factors)
    return { options: await requestOptions(ports, { ...options, ids }) }
  }),

  /** A passkey that verified its user counts as two factors (NIST SP 800-63B-4 §3.1.7). */
  webauthnPostLogin: byCookie(async (call) => {
    const { ports, body, caller } = call
    await takeNetworkTry({ ports, caller }, LOGIN_PER_NETWORK)
    const factor = await assertedFactor(ports, body, { use: PASSKEY_LOGIN, userId: null, kind: 'passkey' })
    const user = await ports.store.users.get(factor.userId)
    if (!user) throw passkeyRefused()
    await assertMayEnter(call, user)
    await assertFactorCounts(call, factor)
    const invitationToken = optionalText(body.invitationToken, 'invitationToken')
    if (invitationToken) await joinByLink(ports, caller, user, invitationToken)
    const verifier = await verifierOfPasskey(ports, factor)
    const amr = withFactor(markMethodsOf(factor), { ...verifier, method: 'hwk', at: ports.clock.now() })
    return signIn(call, await reread(ports, user), { amr })
  }),
} satisfies Pick<Handlers<typeof login>, 'webauthnPreLogin' | 'webauthnPostLogin'>
