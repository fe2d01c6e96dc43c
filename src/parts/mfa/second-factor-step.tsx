import type { AuthResponse } from '../../entities/auth.ts'
import type { Progress } from '../failure/failure.ts'
import { SecondFactor } from './second-factor.tsx'

interface SecondFactorStepProps {
  state: { mfaRequest: AuthResponse; progress: Progress }
  error: string | undefined
  /** Used when the response doesn't name the user. */
  email?: string
  on: { take(response: AuthResponse): Promise<void>; leave(): void }
}

/** The second factor of a sign-in that began outside the login page. Without a request it links back to that page. */
export const SecondFactorStep = ({ state, error, email, on }: SecondFactorStepProps) => (
  <SecondFactor
    mfaRequest={state.mfaRequest}
    email={email ?? state.mfaRequest.userEmail ?? ''}
    busy={state.progress.kind === 'busy'}
    error={error}
    onResponse={(response) => void on.take(response)}
    onRecovered={on.leave}
    onBack={on.leave}
  />
)
