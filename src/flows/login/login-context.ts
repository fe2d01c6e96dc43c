import { createContext, type ReactNode, useContext } from 'react'
import type { LoginActions } from './login.actions.ts'
import type { LoginState } from './login.types.ts'

export interface LoginProps {
  state: LoginState
  actions: LoginActions
  error: string | undefined
  /** Of the first step: below every other way in. */
  footer?: ReactNode
  /** Of the first step: the place above the form, where social sign-in is to be there. */
  top?: HTMLElement | null
}

export const LoginContext = createContext<LoginProps | undefined>(undefined)

/** The login that a step with a chunk of its own is rendered in. */
export const useLogin = (): LoginProps => {
  const login = useContext(LoginContext)
  if (!login) throw new Error('A login step was rendered outside the login')
  return login
}
