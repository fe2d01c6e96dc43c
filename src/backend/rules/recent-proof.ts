import { isSteppedUp } from '../../rules/step-up.ts'
import type { SignedCall } from '../http/handler.ts'
import { badRequest } from '../http/refusal.ts'
import { factorsOf } from './factors.ts'

type Signed = Pick<SignedCall<unknown>, 'ports' | 'auth'>

/** A step-up of the last minutes stands in for a code. */
const RECENT_SECONDS = 300

export const isRecent = ({ ports, auth }: Signed): boolean =>
  isSteppedUp(auth.claims, Math.floor(ports.clock.now() / 1_000), RECENT_SECONDS)

/** Whoever has a factor proves one before another is added: a stolen session must not enrol its thief's phone. */
export const assertMayEnroll = async (call: Signed): Promise<void> => {
  if (!call.auth.user.mfaEnrolled || isRecent(call)) return
  const factors = await factorsOf(call.ports.store, call.auth.user.id)
  if (factors.length) throw badRequest('Please confirm your second factor first')
}
