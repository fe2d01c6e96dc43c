import { createContext, useContext } from 'react'
import type { AuthResponse } from '../../entities/auth.ts'

/** Connects the flow that received the request with the second factor. */
export interface SecondFactorTask {
  /** The response with `mfaRequired`. */
  mfaRequest: AuthResponse
  email: string
  /** The flow is processing a response. */
  busy: boolean
  error: string | undefined
  /** A signed-in user verifies a factor again. */
  isStepUp?: boolean
  onResponse(response: AuthResponse): void
  /** Called after a recovery code removed the factor. */
  onRecovered(): void
  onBack(): void
}

export const TaskContext = createContext<SecondFactorTask | undefined>(undefined)

export const useSecondFactorTask = (): SecondFactorTask => {
  const task = useContext(TaskContext)
  if (!task) throw new Error('A second factor was rendered outside of SecondFactor')
  return task
}
