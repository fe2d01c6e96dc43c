import type { Loadable } from '../../feature/feature-runtime.ts'
import { LazyStep } from '../lazy-step/lazy-step.tsx'
import { type SecondFactorTask, TaskContext } from './second-factor-task.ts'

export const secondFactor: Loadable = { id: 'second-factor', load: () => import('./mfa.feature.tsx') }

/** Verifies or enrolls a second factor; used by every flow whose response may require one. */
export const SecondFactor = (task: SecondFactorTask) => (
  <TaskContext value={task}>
    <LazyStep definition={secondFactor} />
  </TaskContext>
)
