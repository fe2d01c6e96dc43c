import { createContext, useContext } from 'react'
import type { LoginActions } from '../login.slice.ts'
import type { LoginState } from '../login.state.ts'

type LaterName =
  | 'loginWithOtc'
  | 'loginWithSmsOtc'
  | 'loginWithQuickSmsOtc'
  | 'magicLinkPreLoginSuccess'
  | 'breachedPassword'
  | 'breachedPasswordSuccess'

export type LaterState = Extract<LoginState, { step: LaterName }>

export interface LaterProps {
  state: LaterState
  actions: LoginActions
  error: string | undefined
}

export const LaterContext = createContext<LaterProps | undefined>(undefined)

export const useLater = (): LaterProps => {
  const later = useContext(LaterContext)
  if (!later) throw new Error('A step of the login was drawn outside of it')
  return later
}
