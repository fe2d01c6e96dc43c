import { createContext, useContext } from 'react'
import type { AuthResponse } from '../../entities/auth.ts'

/** What the flow that got the request and the second factor report to each other. */
export interface SecondFactorTask {
  /** The response with `mfaRequired`. */
  mfaRequest: AuthResponse
  email: string
  /** The flow is processing a response, or failed to. */
  busy: boolean
  error: string | undefined
  /** The user is signed in and proves a factor once more. */
  isStepUp?: boolean
  onResponse(response: AuthResponse): void
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
