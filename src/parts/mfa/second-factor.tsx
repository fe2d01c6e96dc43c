import type { AuthResponse } from '../../entities/auth.ts'
import type { Loadable } from '../../feature/feature-runtime.ts'
import type { Progress } from '../failure/failure.ts'
import { LazyStep } from '../lazy-step/lazy-step.tsx'
import { type SecondFactorTask, TaskContext } from './second-factor-task.ts'

export const secondFactor: Loadable = { id: 'second-factor', load: () => import('./mfa.view.tsx') }

/** Verifies or enrolls a second factor; used by every flow whose response may require one. */
export const SecondFactor = (task: SecondFactorTask) => (
  <TaskContext value={task}>
    <LazyStep definition={secondFactor} />
  </TaskContext>
)

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
