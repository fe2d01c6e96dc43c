import type { AuthAnswer } from '../../entities/auth.ts'
import { isFlagOn } from '../../feature/settings.ts'
import type { FeatureDeps, SessionUser } from '../../feature/slice.ts'

/** What an answer of a sign-in means. */
export type Taken =
  | { kind: 'signedIn'; user: SessionUser }
  | { kind: 'mfaRequired'; question: AuthAnswer }
  | { kind: 'breached' }
  /** No token, and nothing asked for. */
  | { kind: 'nothing' }

const BREACHED_FLAG = 'security-center-show-login-flows'

/** Stores the session of an answer, or tells what else is asked for first. */
export const takeAnswer = async (
  { session, settings }: Pick<FeatureDeps, 'session' | 'settings'>,
  answer: AuthAnswer,
): Promise<Taken> => {
  const user = await session.accept(answer)
  if (answer.mfaRequired && answer.mfaToken) return { kind: 'mfaRequired', question: answer }
  if (user) return { kind: 'signedIn', user }
  return { kind: answer.isBreachedPassword && isFlagOn(settings(), BREACHED_FLAG) ? 'breached' : 'nothing' }
}
