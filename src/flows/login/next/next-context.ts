import { createContext } from 'react'
import type { LoginActions } from '../login.slice.ts'
import type { LoginState } from '../login.state.ts'

export interface NextProps {
  state: LoginState
  actions: LoginActions
  error: string | undefined
}

export const NextContext = createContext<NextProps | undefined>(undefined)
