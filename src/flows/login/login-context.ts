import { createContext, type ReactNode, useContext } from 'react'
import type { LoginActions, LoginState } from './login.state.ts'

export interface LoginProps {
  state: LoginState
  actions: LoginActions
  error: string | undefined
  /** Content below all other sign-in methods of the first step. */
  footer?: ReactNode
  /** The element above the form of the first step that receives social sign-in, when it is configured there. */
  top?: HTMLElement | null
}

export const LoginContext = createContext<LoginProps | undefined>(undefined)

/** Returns the login that renders a step loaded as a separate chunk. */
export const useLogin = (): LoginProps => {
  const login = useContext(LoginContext)
  if (!login) throw new Error('There is no login')
  return login
}
