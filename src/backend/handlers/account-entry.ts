import type { accountEntry } from '../../contract/accounts.ts'
import { badRequest, forbidden } from '../call/refusal.ts'
import { LOGIN_PER_NETWORK, takeNetworkTry } from '../domain/base/limits/limits.ts'
import { assertOwnUser, proveOwnSignIn, provePassword } from '../domain/identity/access/confirm-user.ts'
import { notAMember } from '../domain/identity/access/tenant-entry.ts'
import { isTrustedIn } from '../domain/identity/access/vouching.ts'
import { isBreached } from '../domain/identity/credentials/breached.ts'
import { factorsOf } from '../domain/identity/mfa/factors.ts'
import { assertedFactor } from '../domain/identity/mfa/webauthn.ts'
import { memberOfSession } from '../domain/identity/sessions/account-access.ts'
import { featureFlagsSetting } from '../domain/settings/feature-flags.ts'
import { publicPolicySetting } from '../domain/settings/public-policy.ts'
import { connectionFor } from '../domain/sso/sso.ts'
import { type Handlers, signedIn } from '../http/handler.ts'
import type { Ports } from '../ports.ts'
import { PASSKEY_LOGIN } from './passkeys.ts'

const doPasswordsSignIn = async ({ store }: Ports): Promise<boolean> =>
  (await publicPolicySetting.ofVendor(store)).authStrategy !== 'NoLocalAuthentication'

export const accountEntryHandlers = {
  getWaysToEnter: signedIn(async (call) => {
    const { ports, auth, path } = call
    assertOwnUser(call)
    if (!(await memberOfSession(ports, auth.session, path.tenantId))) throw notAMember()
    const [passkeys, connection] = await Promise.all([
      factorsOf(ports.store, auth.user.id, ['passkey']),
      connectionFor(ports, auth.user.email),
    ])
    return {
      password: auth.user.passwordHash !== null && (await doPasswordsSignIn(ports)),
      passkey: passkeys.length > 0,
      provider: connection !== undefined && (await isTrustedIn(ports.store, connection.id, path.tenantId)),
    }
  }),
  provePassword: signedIn(async (call) => {
    const { ports, auth, body } = call
    assertOwnUser(call)
    if (!(await doPasswordsSignIn(ports))) throw forbidden('Password sign-in is turned off.').as('way-off')
    const password = await provePassword(call, body.password)
    const flags = await featureFlagsSetting.ofVendor(ports.store)
    if ((await isBreached(ports, auth.user, password)) && flags['security-center-show-login-flows'] === 'on') {
      throw forbidden('This password is known from data breaches. Reset your password first.').as(
        'password-reset-required',
      )
    }
    return proveOwnSignIn(call)
  }),
  provePasskey: signedIn(async (call) => {
    const { ports, auth, body } = call
    assertOwnUser(call)
    await takeNetworkTry(call, LOGIN_PER_NETWORK)
    const { userId } = await assertedFactor(ports, body, { use: PASSKEY_LOGIN, userId: null, kind: 'passkey' })
    if (userId !== auth.user.id) throw badRequest('This passkey belongs to another user.')
    return proveOwnSignIn(call, 'passkey')
  }),
} satisfies Handlers<typeof accountEntry>
