import type { accountAlias, accountEntry } from '../../contract/accounts.ts'
import type { SignedRequest } from '../call/auth.ts'
import { badRequest, conflict, forbidden } from '../call/refusal.ts'
import { beforeAndAfter } from '../domain/audit/before-and-after.ts'
import { LOGIN_PER_NETWORK, takeNetworkTry } from '../domain/base/limits/limits.ts'
import { assertOwnUser, proveOwnSignIn, verifyPassword } from '../domain/identity/access/confirm-user.ts'
import { assertFactorCounts, isMarked } from '../domain/identity/access/provider-credentials.ts'
import { notAMember } from '../domain/identity/access/tenant-entry.ts'
import { isTrustedIn } from '../domain/identity/access/vouching.ts'
import { isBreached } from '../domain/identity/credentials/breached.ts'
import { recordLoginAlias } from '../domain/identity/members/record-changes.ts'
import { factorsOf } from '../domain/identity/mfa/factors.ts'
import { assertedFactor } from '../domain/identity/mfa/webauthn.ts'
import { memberOfSession } from '../domain/identity/sessions/live-session.ts'
import { featureFlagsSetting } from '../domain/settings/feature-flags.ts'
import { isPasswordSignInEnabled } from '../domain/settings/public-policy.ts'
import { connectionFor } from '../domain/sso/sso.ts'
import { type Handlers, signedIn } from '../http/handler.ts'
import { lockName } from '../store/lock-name.ts'
import { PASSKEY_LOGIN } from './passkeys.ts'

export const accountEntryHandlers = {
  getWaysToEnter: signedIn(async (call) => {
    const { ports, auth, path } = call
    assertOwnUser(call)
    if (!(await memberOfSession(ports, auth.session, path.tenantId))) throw notAMember()
    const [passkeys, connection, isByPassword] = await Promise.all([
      factorsOf(ports.store, auth.user.id, ['passkey']),
      connectionFor(ports, auth.user.email),
      isPasswordSignInEnabled(ports.store),
    ])
    const hasPassword = auth.user.passwordHash !== null
    return {
      password: hasPassword && isByPassword,
      passkey: passkeys.some((factor) => !isMarked(factor)),
      // An unproven email gets no link from `forgotPassword`.
      canSetPassword: !hasPassword && isByPassword && auth.user.verified,
      provider: connection !== undefined && (await isTrustedIn(ports.store, connection.id, path.tenantId)),
    }
  }),
  provePassword: signedIn(async (call) => {
    const { ports, auth, body } = call
    assertOwnUser(call)
    if (!(await isPasswordSignInEnabled(ports.store))) throw forbidden('Password sign-in is turned off.').as('way-off')
    const password = await verifyPassword(call, body.password)
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
    const factor = await assertedFactor(ports, body, { use: PASSKEY_LOGIN, userId: null, kind: 'passkey' })
    if (factor.userId !== auth.user.id) throw badRequest('This passkey belongs to another user.')
    await assertFactorCounts(call, factor)
    return proveOwnSignIn(call, factor)
  }),
} satisfies Handlers<typeof accountEntry>

const aliasTaken = () => conflict('Another account uses this alias').as('taken')

/** A label of a host name (RFC 1035 §2.3.1), because apps read the alias from their sub-domain. */
const ALIAS = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

const aliasOf = (value: unknown): string | null => {
  if (value === '') return null
  if (typeof value === 'string' && ALIAS.test(value)) return value
  throw badRequest('alias must have 1 to 63 lowercase letters, digits or hyphens')
}

/** Two accounts that save one alias at once wait for each other, so the second one finds the first as its owner. */
const claim = (call: SignedRequest, alias: string | null): Promise<void> =>
  call.ports.store.transaction(async (store) => {
    const { tenantId } = call.auth
    if (alias !== null) {
      await lockName(store, `alias ${alias}`)
      if (await store.tenants.count({ alias, id: { not: tenantId } })) throw aliasTaken()
    }
    const before = (await store.tenants.get(tenantId))?.alias ?? null
    await store.tenants.update({ id: tenantId }, { alias, updatedAt: call.ports.clock.now() })
    await recordLoginAlias(call, store, alias)
    await call.audit({
      inside: store,
      action: 'Account alias changed',
      resource: 'Account',
      description: 'Changed the login alias of the account',
      detail: beforeAndAfter({ alias: before }, { alias }),
    })
  })

export const accountAliasHandlers = {
  getAccountAlias: signedIn(async ({ ports, auth }) => ({
    alias: (await ports.store.tenants.get(auth.tenantId))?.alias ?? '',
  })),
  saveAccountAlias: signedIn(async (call) => {
    const alias = aliasOf(call.body.alias)
    await claim(call, alias)
    return { alias: alias ?? '' }
  }),
} satisfies Handlers<typeof accountAlias>
