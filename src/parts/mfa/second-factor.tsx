import { createContext, useContext } from 'react'
import type { AuthAnswer } from '../../entities/auth.ts'
import type { Loadable } from '../../feature/feature-runtime.ts'
import { LateStep } from '../late-step/late-step.tsx'

/** What the flow that met the question and the second factor tell each other. */
export interface SecondFactorTask {
  /** The answer with `mfaRequired`. */
  question: AuthAnswer
  email: string
  /** The flow is taking an answer in, or could not. */
  busy: boolean
  error: string | undefined
  onAnswer(answer: AuthAnswer): void
  /** The factor was removed with a recovery code. */
  onRecovered(): void
  onBack(): void
}

const TaskContext = createContext<SecondFactorTask | undefined>(undefined)

export const useSecondFactorTask = (): SecondFactorTask => {
  const task = useContext(TaskContext)
  if (!task) throw new Error('A second factor was drawn outside of SecondFactor')
  return task
}

export const secondFactor: Loadable = { id: 'second-factor', load: () => import('./mfa.feature.tsx') }

/** Gives or enrolls a second factor; reused by every flow whose answer may ask for one. */
export const SecondFactor = (task: SecondFactorTask) => (
  <TaskContext value={task}>
    <LateStep definition={secondFactor} />
  </TaskContext>
)
