import type { ConfirmationWay } from '../../../../contract/me.ts'
import type { AuthResponse } from '../../../../entities/auth.ts'
import type { WebAuthnAssertion, WebAuthnGet } from '../../../../entities/mfa.ts'
import type { SignedRequest } from '../../../call/auth.ts'
import type { Reply } from '../../../call/caller.ts'
import { forbidden } from '../../../call/refusal.ts'
import { idsOf } from '../../../store/json-text.ts'
import { factorsOf } from '../mfa/factors.ts'
import { assertedFactor, idsOfFactors, requestOptions } from '../mfa/webauthn.ts'
import { assertOwnUser, provePassword } from './confirm-user.ts'
import { proveOwnSignIn } from './own-proof.ts'

type Confirming = SignedRequest & { reply: Reply }

const USE = 'passkey-confirmation'
const OTHER_WAY = 'You can’t confirm that it’s you in this way'

/**
 * Returns the ways in which the user of a session can confirm that it's them. A password can't confirm a session that
 * proved more, because its tokens would then claim a fresh second factor.
 */
export const confirmationsOf = async ({ ports, auth }: SignedRequest): Promise<ConfirmationWay[]> => {
  const { user, session } = auth
  if ((await factorsOf(ports.store, user.id)).length > 0) return ['second-factor']
  const isStrong = session.amr !== null && idsOf(session.amr).includes('mfa')
  const passkeys = await factorsOf(ports.store, user.id, ['passkey'])
  const ways: ConfirmationWay[] = [
    ...(passkeys.length > 0 ? (['passkey'] as const) : []),
    ...(user.passwordHash !== null && !isStrong ? (['password'] as const) : []),
  ]
  return ways.length > 0 ? ways : ['sign-in']
}

const assertOffered = async (call: SignedRequest, way: ConfirmationWay): Promise<void> => {
  assertOwnUser(call)
  if (!(await confirmationsOf(call)).includes(way)) throw forbidden(OTHER_WAY)
}

export const confirmByPassword = async (call: Confirming, password: unknown): Promise<AuthResponse> => {
  await assertOffered(call, 'password')
  await provePassword(call, password)
  return proveOwnSignIn(call, 'password')
}

export const startPasskeyConfirmation = async (call: SignedRequest): Promise<WebAuthnGet> => {
  await assertOffered(call, 'passkey')
  const { ports, auth } = call
  const ids = idsOfFactors(await factorsOf(ports.store, auth.user.id, ['passkey']))
  return requestOptions(ports, { use: USE, userId: auth.user.id, ids, isPasskey: true })
}

/** Confirms by a passkey. A passkey that verified its holder is two factors in one (NIST SP 800-63B-4 §3.1.7). */
export const confirmByPasskey = async (call: Confirming, assertion: WebAuthnAssertion): Promise<AuthResponse> => {
  await assertOffered(call, 'passkey')
  await assertedFactor(call.ports, assertion, { use: USE, userId: call.auth.user.id, kind: 'passkey' })
  return proveOwnSignIn(call, 'passkey')
}
