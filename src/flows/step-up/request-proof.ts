import { stepUp } from '../../contract/login.ts'
import type { AuthResponse } from '../../entities/auth.ts'
import type { MfaDevices } from '../../entities/mfa.ts'
import type { FeatureDeps } from '../../feature/slice.ts'
import { HttpError, messageOf } from '../../kernel/errors.ts'
import { codeOf } from '../../rules/error-code.ts'

/** The exact text of the error of a backend that sends no codes. */
const NOT_ENROLLED = 'MFA is not enrolled'

export const isNotEnrolled = (error: unknown): boolean =>
  codeOf(error) === 'mfa-not-enrolled' || (error instanceof HttpError && messageOf(error) === NOT_ENROLLED)

interface Challenge {
  mfaToken: string
  mfaDevices: MfaDevices
}

const isChallenge = (response: Challenge | AuthResponse): response is Challenge =>
  Boolean(response.mfaToken) && !('accessToken' in response && response.accessToken)

/** The factors to verify (`mfaRequest`), or the tokens of a session that already satisfies the request. */
type ProofRequest = { mfaRequest: AuthResponse } | { response: AuthResponse }

/** Starts a step-up; `maxAge` is in seconds. */
export const requestProof = async ({ client }: FeatureDeps, maxAge: number | undefined): Promise<ProofRequest> => {
  const body = maxAge === undefined ? {} : { maxAge }
  const response = await client({ stepUp }).stepUp.generateStepUpSession({ body })
  if (!isChallenge(response)) return { response }
  const { mfaToken, mfaDevices } = response
  return { mfaRequest: { mfaRequired: true, mfaEnrolled: true, mfaToken, mfaDevices } }
}
