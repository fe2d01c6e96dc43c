import type { AuthResponse } from '../../entities/auth.ts'
import type { SessionUser } from '../../feature/ports.ts'
import { isFlagOn } from '../../feature/settings.ts'
import type { FeatureDeps } from '../../feature/slice.ts'

/** The outcome of a sign-in response. */
type Taken =
  | { kind: 'signedIn'; user: SessionUser }
  | { kind: 'mfaRequired'; mfaRequest: AuthResponse }
  | { kind: 'breached' }
  /** The response has no token and requires nothing further. */
  | { kind: 'nothing' }

const BREACHED_FLAG = 'security-center-show-login-flows'

/** Stores the session of a response, or returns what else is required first. */
export const settleSignIn = async (
  { session, settings }: Pick<FeatureDeps, 'session' | 'settings'>,
  response: AuthResponse,
): Promise<Taken> => {
  const user = await session.accept(response)
  if (response.mfaRequired && response.mfaToken) return { kind: 'mfaRequired', mfaRequest: response }
  if (user) return { kind: 'signedIn', user }
  return { kind: response.isBreachedPassword && isFlagOn(settings(), BREACHED_FLAG) ? 'breached' : 'nothing' }
}
