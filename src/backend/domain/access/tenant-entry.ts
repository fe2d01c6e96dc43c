import { MULTI_FACTOR_ACR } from '../../../rules/step-up.ts'
import type { Caller } from '../../call/caller.ts'
import { insufficientAuthentication } from '../../call/refusal.ts'
import type { Ports } from '../../ports.ts'
import type { SessionRecord, UserRecord } from '../../store/records.ts'
import { isRemembered } from '../mfa/remembered-devices.ts'
import { policyOf } from '../policies/policies.ts'
import { idsOf } from '../roles/grants.ts'

interface Entry {
  user: Pick<UserRecord, 'id' | 'mfaEnrolled'>
  session: Pick<SessionRecord, 'tenantId' | 'amr'>
  tenantId: string
}

/**
 * Whether a session may move to another account as it is: what a sign-in there would ask for must have been proven, here
 * or on this remembered device. A way in through a laxer account would make the stricter one's policy worth nothing.
 */
export const isProvenFor = async (
  { ports, caller }: { ports: Ports; caller: Caller },
  { user, session, tenantId }: Entry,
): Promise<boolean> => {
  if (tenantId === session.tenantId) return true
  const amr = session.amr === null ? [] : idsOf(session.amr)
  if (amr.includes('mfa')) return true
  const { enforceMFAType } = await policyOf(ports.store, 'mfa', tenantId)
  if (enforceMFAType === 'DontForce' || (enforceMFAType === 'ForceExceptSAML' && amr.includes('fed'))) return true
  return user.mfaEnrolled && isRemembered({ ports, caller }, user.id)
}

/** A step-up of any age will do: the account asks for a second factor, not for a fresh one. */
const A_SESSION_SECONDS = 365 * 86_400

/** @throws Refusal 401 with the challenge of RFC 9470 §3, which the client answers with a step-up */
export const assertProvenFor = async (...entry: Parameters<typeof isProvenFor>): Promise<void> => {
  if (await isProvenFor(...entry)) return
  throw insufficientAuthentication({ maxAge: A_SESSION_SECONDS, acr: MULTI_FACTOR_ACR })
}
