import { createContext, type ReactNode } from 'react'
import type { LoginActions } from '../login.slice.ts'
import type { LoginState } from '../login.state.ts'

export interface NextProps {
  state: LoginState
  actions: LoginActions
  error: string | undefined
  /** Of the first step: stands below every other way in. */
  footer?: ReactNode
}

export const NextContext = createContext<NextProps | undefined>(undefined)
