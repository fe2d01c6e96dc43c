import { createContext, useContext } from 'react'
import type { AuthResponse } from '../../entities/auth.ts'

/** What the flow that met the question and the second factor tell each other. */
export interface SecondFactorTask {
  /** The answer with `mfaRequired`. */
  question: AuthResponse
  email: string
  /** The flow is taking an answer in, or could not. */
  busy: boolean
  error: string | undefined
  /** The person is signed in and proves a factor once more. */
  isStepUp?: boolean
  onResponse(answer: AuthResponse): void
  /** The factor was removed with a recovery code. */
  onRecovered(): void
  onBack(): void
}

export const TaskContext = createContext<SecondFactorTask | undefined>(undefined)

export const useSecondFactorTask = (): SecondFactorTask => {
  const task = useContext(TaskContext)
  if (!task) throw new Error('A second factor was drawn outside of SecondFactor')
  return task
}
